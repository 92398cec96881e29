package org.jdapl.provider.soft.rdmap;

/**
 * What a {@link Connection} tells, on the driver's thread and with no lock held. One terminal event
 * comes at most.
 */
public interface ConnectionListener {

    /**
     * This side may send.
     *
     * @param privateData the peer's bytes; empty at the passive side
     * @param readsIn reads that this side serves
     * @param readsOut reads that this side may have outstanding
     */
    void established(byte[] privateData, int readsIn, int readsOut);

    /**
     * The peer said no. Terminal.
     *
     * @param byConsumer whether it was the peer's consumer
     * @param privateData what it said
     * @param reason for people
     */
    void rejected(boolean byConsumer, byte[] privateData, String reason);

    /**
     * There is no way to the peer. Terminal.
     *
     * @param reason for people
     */
    void unreachable(String reason);

    /** A receive was taken from a shared queue for a message that begins. */
    void receiveTaken();

    /** The connection has ended in an orderly way. Terminal. */
    void disconnected();

    /**
     * The connection broke. Terminal.
     *
     * @param reason for people
     * @param code layer, type and code of a Terminate in one number, where there was one; otherwise
     *     0
     */
    void broken(String reason, int code);
}
