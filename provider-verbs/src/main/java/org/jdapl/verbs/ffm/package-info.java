/**
 * The mechanical floor: calls of C functions by address, their error conventions, memory by
 * address, and the layouts of C structures. No decision is made here, and nothing here is exported.
 *
 * <p>Pointers are {@code long}: on every 64-bit Linux they travel in the same registers.
 */
package org.jdapl.verbs.ffm;
