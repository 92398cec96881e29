/* The whole library in one unit, as the tests compile it: gcc -O2 -shared -fPIC -lpthread all.c */
#include "books.c"
#include "device.c"
#include "memory.c"
#include "completion.c"
#include "queues.c"
#include "wire.c"
#include "posting.c"
#include "strings.c"
