package org.jdapl.verbs;

/**
 * Flags of a send work request, to be or-ed: {@code enum ibv_send_flags}. Sending inline is not
 * among them: {@link SendWorkRequests#inline} copies what is to be sent, and sets it.
 */
public final class SendFlags {
    /** Waits until the reads and atomics before it are done. */
    public static final int FENCE = 1;

    /** A completion tells of it; always so on a queue pair that signals all. */
    public static final int SIGNALED = 1 << 1;

    /** The other side is woken if it waits for solicited completions only. */
    public static final int SOLICITED = 1 << 2;

    /** The device fills in the checksums of IP (datagrams). */
    public static final int IP_CSUM = 1 << 4;

    static final int INLINE = 1 << 3;
    static final int ALL = FENCE | SIGNALED | SOLICITED | IP_CSUM;

    private SendFlags() {}
}
