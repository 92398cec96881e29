/**
 * What a provider implements. Start at {@link org.jdapl.spi.Provider}, which opens an {@link
 * org.jdapl.spi.Adapter}; the adapter makes protection domains, completion queues and queue pairs,
 * and has one {@link org.jdapl.spi.ConnectionManager} and one {@link org.jdapl.spi.WaitSet}.
 *
 * <p>Below this line the words are those of verbs. The runtime above owns everything that can be
 * decided once for all providers: argument checks, handle lifetimes, the endpoint state machine,
 * accounting of posted work, the flushes of a connection that ended, time-outs and waiting. A
 * provider reports facts through {@link org.jdapl.spi.AdapterListener}.
 *
 * <h2>Threads</h2>
 *
 * <ul>
 *   <li>{@link org.jdapl.spi.Adapter#progress()} and {@link org.jdapl.spi.WaitSet#await(long)}: by
 *       one thread at a time for each adapter, the <em>driver</em>; not always the same thread. The
 *       listener's connection events are called from inside these two alone.
 *   <li>{@link org.jdapl.spi.QueuePair#postSend} and {@code postReceive}: by one thread at a time
 *       for each queue, at the same time as the driver and as posts to other queues.
 *   <li>{@link org.jdapl.spi.CompletionQueue#poll}: by one thread at a time for each completion
 *       queue.
 *   <li>{@link org.jdapl.spi.WaitSet#wake()}: by any thread at any time.
 *   <li>Everything else is a control call: by any thread, one at a time for each object.
 * </ul>
 *
 * <p>Methods with a default body are optional. A default refuses, and must agree with the
 * advertised capabilities.
 */
package org.jdapl.spi;
