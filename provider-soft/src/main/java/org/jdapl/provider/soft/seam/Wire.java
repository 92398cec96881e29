package org.jdapl.provider.soft.seam;

import java.util.Map;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WaitSet;

/**
 * What an adapter of the software provider runs on: everything that depends on how bytes travel.
 * Memory and completion queues are the adapter's and the same for all wires.
 */
public interface Wire extends AutoCloseable, WaitSet {

    /**
     * Fills in what the wire can do.
     *
     * @param attributes has what the adapter knows already
     */
    void describe(AdapterAttributes.Builder attributes);

    /**
     * Makes a queue pair.
     *
     * @param parameters what it is made of
     * @param context what the listener's connection events get
     * @return the queue pair
     */
    QueuePair createQueuePair(QueuePairParameters parameters, Object context);

    /**
     * Makes a shared receive queue.
     *
     * @param attributes its size
     * @param context what the listener's low-watermark event gets
     * @return the shared receive queue
     */
    SharedReceiveQueue createSharedReceiveQueue(
            SharedReceiveQueueAttributes attributes, Object context);

    /**
     * The connection manager.
     *
     * @return always the same object
     */
    ConnectionManager connectionManager();

    /**
     * Does what can be done without blocking. Called by the driver.
     *
     * @return how much was done; 0 where there was nothing to do
     */
    int progress();

    /**
     * A completion queue's listener was told something: ends the driver's wait, where another
     * thread did it.
     */
    void completionReady();

    /**
     * The counters of the adapter. Called by any thread.
     *
     * @return values by name
     */
    Map<String, Long> counterValues();

    /**
     * How many buffers connections hold.
     *
     * @return a number; 0 when all are idle
     */
    int buffersLent();

    /** Releases everything. Called once, when nobody drives it. */
    @Override
    void close();
}
