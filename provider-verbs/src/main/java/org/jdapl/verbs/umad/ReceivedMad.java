package org.jdapl.verbs.umad;

/**
 * A MAD that arrived; or one that this process sent and that nobody answered.
 *
 * @param agentId the agent that it is for, as {@link MadAgent#id} says
 * @param errno 0; {@code ETIMEDOUT} (110) for a question that came back unanswered, or another
 *     error number of the kernel
 * @param from where it came from
 * @param mad its bytes
 */
public record ReceivedMad(int agentId, int errno, MadAddress from, Mad mad) {

    /**
     * Whether it is the question itself, which nobody answered within its time.
     *
     * @return whether it timed out
     */
    public boolean isUnanswered() {
        return errno != 0;
    }
}
