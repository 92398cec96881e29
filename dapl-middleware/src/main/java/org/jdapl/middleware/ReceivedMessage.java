package org.jdapl.middleware;

import java.lang.foreign.MemorySegment;

/**
 * A message that a {@link CreditChannel} has received, in the buffer that it came in. Release it
 * when it is read: the buffer is posted again, and the peer may send one more. The object is used
 * for the next message of its buffer then.
 *
 * <p>Threads: as for its channel.
 */
public final class ReceivedMessage {

    private final CreditChannel channel;
    final Lease lease;
    final int slot;
    private int length;
    private boolean held;

    ReceivedMessage(CreditChannel channel, Lease lease, int slot) {
        this.channel = channel;
        this.lease = lease;
        this.slot = slot;
    }

    /**
     * The buffer; the message begins at byte {@link CreditChannel#HEADER_BYTES}.
     *
     * @return the buffer
     * @throws IllegalStateException where the message was released
     */
    public MemorySegment buffer() {
        requireHeld();
        return lease.segment();
    }

    /**
     * How long the message is.
     *
     * @return bytes, without the header
     * @throws IllegalStateException where the message was released
     */
    public int length() {
        requireHeld();
        return length;
    }

    /**
     * Posts the buffer again.
     *
     * @throws IllegalStateException where it was released before
     */
    public void release() {
        requireHeld();
        held = false;
        channel.repost(this);
    }

    boolean isHeld() {
        return held;
    }

    void hold(int bytes) {
        length = bytes;
        held = true;
    }

    private void requireHeld() {
        if (!held) {
            throw new IllegalStateException("the message was released");
        }
    }
}
