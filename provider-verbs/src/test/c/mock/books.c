/* What lives, what died, what was done wrong, which faults were asked for; and queues of events. */
#include "mock.h"

#define LIVE 0x4c495645u
#define DEAD 0x44454144u
#define POISON 0xde
#define GRAVES 65536

pthread_mutex_t wire = PTHREAD_MUTEX_INITIALIZER;
volatile int injections;

static pthread_mutex_t books = PTHREAD_MUTEX_INITIALIZER;
static int live[KINDS];
static int violations;
static char last_violation[200];
static void *graves[GRAVES];
static unsigned buried;
static struct { char function[40]; int error; } faults[16];

/* ---- what tests ask and tell --------------------------------------------------------------------------------- */

int mock_live_objects(void)
{
    int sum = 0;
    pthread_mutex_lock(&books);
    for (int i = 0; i < KINDS; i++)
        sum += live[i];
    pthread_mutex_unlock(&books);
    return sum;
}

int mock_live_of(int kind)
{
    return live[kind];
}

int mock_violations(void)
{
    return __atomic_load_n(&violations, __ATOMIC_SEQ_CST);
}

const char *mock_last_violation(void)
{
    return last_violation;
}

void mock_reset_violations(void)
{
    pthread_mutex_lock(&books);
    violations = 0;
    last_violation[0] = 0;
    pthread_mutex_unlock(&books);
}

/* The next call of a function fails; of those in the tables of operations the names are post_send, poll_cq and so on. */
int mock_fail_next(const char *function, int error)
{
    int result = -1;
    pthread_mutex_lock(&books);
    for (int i = 0; i < 16 && result; i++)
        if (!faults[i].error) {
            snprintf(faults[i].function, sizeof faults[i].function, "%s", function);
            faults[i].error = error;
            injections++;
            result = 0;
        }
    pthread_mutex_unlock(&books);
    return result;
}

void mock_fail_never(void)
{
    pthread_mutex_lock(&books);
    for (int i = 0; i < 16; i++)
        faults[i].error = 0;
    injections = 0;
    pthread_mutex_unlock(&books);
}

bool injected(const char *function, int *error)
{
    bool found = false;
    if (!injections)
        return false;
    pthread_mutex_lock(&books);
    for (int i = 0; i < 16 && !found; i++)
        if (faults[i].error && !strcmp(faults[i].function, function)) {
            *error = faults[i].error;
            faults[i].error = 0;
            injections--;
            found = true;
        }
    pthread_mutex_unlock(&books);
    return found;
}

/* ---- life and death ------------------------------------------------------------------------------------------ */

static void blame(const char *function, const char *what)
{
    violations++;
    snprintf(last_violation, sizeof last_violation, "%s: %s", function, what);
}

void violation(const char *function, const char *what)
{
    pthread_mutex_lock(&books);
    blame(function, what);
    pthread_mutex_unlock(&books);
}

bool alive(const void *pointer, size_t offset, enum kind kind, const char *function)
{
    const struct object *object = (const struct object *)((const char *)pointer + offset);
    if (!pointer)
        violation(function, "called with a null pointer");
    else if (object->kind != kind || (object->magic != LIVE && object->magic != DEAD))
        violation(function, "called with something else");
    else if (object->magic == DEAD)
        violation(function, "used after it was destroyed");
    else
        return true;
    return false;
}

/* False: a parent is not alive any more. */
bool enter_books(struct object *object, enum kind kind, void *start, struct object *parents[4])
{
    bool good = true;
    pthread_mutex_lock(&books);
    for (int i = 0; i < 4; i++)
        if (parents[i] && parents[i]->magic != LIVE)
            good = false;
    if (good) {
        *object = (struct object){ .kind = kind, .magic = LIVE, .start = start };
        for (int i = 0; i < 4; i++) {
            object->parents[i] = parents[i];
            if (parents[i])
                parents[i]->children++;
        }
        live[kind]++;
    } else {
        blame("create", "a parent was destroyed meanwhile");
    }
    pthread_mutex_unlock(&books);
    return good;
}

/* Zero: from now on it is dead. Its memory is still whole, for bury. */
int leave_books(struct object *object, const char *function)
{
    int error = 0;
    pthread_mutex_lock(&books);
    if (object->magic != LIVE) {
        blame(function, "destroyed twice at the same time");
        error = EINVAL;
    } else if (object->children) {
        error = EBUSY;
    } else {
        object->magic = DEAD;
        for (int i = 0; i < 4; i++)
            if (object->parents[i])
                object->parents[i]->children--;
        live[object->kind]--;
    }
    pthread_mutex_unlock(&books);
    return error;
}

/* Poisons what the public part says, from its second member on: the first leads to the context, through which the
 * functions in the header call. */
void bury(struct object *object, void *pub, size_t length)
{
    pthread_mutex_lock(&books);
    memset((char *)pub + sizeof(void *), POISON, length - sizeof(void *));
    free(graves[buried % GRAVES]);
    graves[buried++ % GRAVES] = object->start;
    pthread_mutex_unlock(&books);
}

/* ---- events -------------------------------------------------------------------------------------------------- */

void queue_open(struct event_queue *queue)
{
    queue->fd = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
    queue->first = NULL;
    queue->last = &queue->first;
}

void queue_close(struct event_queue *queue)
{
    close(queue->fd);
    queue->fd = -1;
    while (queue->first) {
        struct event *event = queue->first;
        queue->first = event->next;
        free(event);
    }
}

void queue_put(struct event_queue *queue, struct object *object, void *element, int number)
{
    struct event *event = malloc(sizeof *event);
    uint64_t one = 1;
    *event = (struct event){ .object = object, .element = element, .number = number };
    pthread_mutex_lock(&books);
    *queue->last = event;
    queue->last = &event->next;
    if (write(queue->fd, &one, sizeof one) < 0)
        perror("mock");
    pthread_mutex_unlock(&books);
}

/* Blocks unless the caller made the descriptor otherwise; false, with errno: nothing was taken. */
bool queue_take(struct event_queue *queue, struct event *taken)
{
    uint64_t count;
    while (read(queue->fd, &count, sizeof count) == sizeof count) {
        struct event *event;
        pthread_mutex_lock(&books);
        event = queue->first;
        if (event) {
            queue->first = event->next;
            if (!queue->first)
                queue->last = &queue->first;
            if (event->object)
                event->object->unacked++;
            *taken = *event;
        }
        pthread_mutex_unlock(&books);
        free(event);
        if (event)
            return true;   /* else its object died after the count was taken */
    }
    return false;
}

/* Takes away what waits there about an object that dies. */
void queue_forget(struct event_queue *queue, struct object *object)
{
    pthread_mutex_lock(&books);
    for (struct event **link = &queue->first; *link;) {
        struct event *event = *link;
        uint64_t count;
        if (event->object != object) {
            link = &event->next;
            continue;
        }
        *link = event->next;
        free(event);
        int flags = fcntl(queue->fd, F_GETFL);
        fcntl(queue->fd, F_SETFL, flags | O_NONBLOCK);
        if (read(queue->fd, &count, sizeof count) < 0 && errno != EAGAIN)
            perror("mock");
        fcntl(queue->fd, F_SETFL, flags);
    }
    queue->last = &queue->first;
    while (*queue->last)
        queue->last = &(*queue->last)->next;
    pthread_mutex_unlock(&books);
}

/* Also of an object that is being destroyed: that waits for this. */
void acknowledge(const void *pointer, size_t offset, enum kind kind, int count, const char *function)
{
    struct object *object = (struct object *)((char *)pointer + offset);
    pthread_mutex_lock(&books);
    if (!pointer || object->kind != kind || object->unacked < count)
        blame(function, "more events acknowledged than taken");
    else
        object->unacked -= count;
    pthread_mutex_unlock(&books);
}

/* The real library waits without end; here it is a violation after two seconds. */
void await_acknowledged(struct object *object, const char *function)
{
    for (int i = 0; i < 2000 && __atomic_load_n(&object->unacked, __ATOMIC_SEQ_CST) > 0; i++)
        usleep(1000);
    if (object->unacked > 0)
        violation(function, "destroyed with events that were not acknowledged");
}
