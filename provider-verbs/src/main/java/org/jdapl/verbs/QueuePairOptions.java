package org.jdapl.verbs;

import org.jspecify.annotations.Nullable;

/**
 * How a queue pair is made: {@code struct ibv_qp_init_attr}.
 *
 * @param type the service
 * @param sendQueue where sends complete
 * @param receiveQueue where receives complete; may be the same
 * @param sharedReceives where receives are taken from; null: it has its own
 * @param capacities how much it is to hold
 * @param signalAll whether every send has a completion, whatever its flags say
 */
public record QueuePairOptions(
        QueuePairType type,
        CompletionQueue sendQueue,
        CompletionQueue receiveQueue,
        @Nullable SharedReceiveQueue sharedReceives,
        QueuePairCapacities capacities,
        boolean signalAll) {

    /**
     * A queue pair of which both queues complete on one completion queue, where flags say which
     * sends have a completion.
     *
     * @param type the service
     * @param queue where all completes
     * @param capacities how much it is to hold
     * @return the options
     */
    public static QueuePairOptions of(
            QueuePairType type, CompletionQueue queue, QueuePairCapacities capacities) {
        return new QueuePairOptions(type, queue, queue, null, capacities, false);
    }

    /**
     * The same, with receives from a shared receive queue.
     *
     * @param shared where receives are taken from
     * @return the options
     */
    public QueuePairOptions withSharedReceives(SharedReceiveQueue shared) {
        return new QueuePairOptions(type, sendQueue, receiveQueue, shared, capacities, signalAll);
    }

    /**
     * The same, with a completion for every send.
     *
     * @return the options
     */
    public QueuePairOptions withSignalAll() {
        return new QueuePairOptions(
                type, sendQueue, receiveQueue, sharedReceives, capacities, true);
    }
}
