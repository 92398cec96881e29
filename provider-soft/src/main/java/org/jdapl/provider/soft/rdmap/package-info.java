/**
 * The RDMAP engine: connections that speak MPA, DDP and RDMAP over a byte stream. It knows no
 * sockets, no threads and no time but that of the clock it is given, so that the same code runs
 * over TCP and in a simulation.
 *
 * <p>A {@link org.jdapl.provider.soft.rdmap.Connection} is the heart. Its outgoing half, {@code
 * TxPath}, may run on the thread that posts or on the driver's; a {@code RunLock} lets one thread
 * in and makes it look again when another had work meanwhile. Its incoming half, {@code RxPath},
 * runs on the driver's thread under a lock of its own, which control calls take to stop it. Who
 * holds the incoming lock may take the outgoing one, never the other way round; what the outgoing
 * half has to tell the incoming one goes through the driver's task queue. The halves share two
 * rings: reads of the peer on their way to the outgoing half, and reads of this side that wait for
 * a response.
 *
 * <p>Listeners are told when no lock is held.
 */
package org.jdapl.provider.soft.rdmap;
