package org.jdapl.api;

import org.jdapl.api.data.CheckReturnValue;
import org.jdapl.api.data.SharedReceiveQueueAttributes;

/**
 * Receives that several endpoints draw from (uDAPL {@code DAT_SRQ_HANDLE}; {@code
 * SHARED_RECEIVE_QUEUE}). It cannot be closed while an endpoint uses it ({@code
 * INVALID_STATE/SRQ_IN_USE}).
 */
public interface SharedReceiveQueue extends DatObject {

    /**
     * The zone that it belongs to.
     *
     * @return the zone
     */
    ProtectionZone protectionZone();

    /**
     * Its size (uDAPL {@code dat_srq_query}).
     *
     * @return the effective attributes
     */
    SharedReceiveQueueAttributes attributes();

    /**
     * Posts a receive (uDAPL {@code dat_srq_post_recv}).
     *
     * @param region where the message goes
     * @param offset first byte
     * @param length room for so many bytes
     * @param cookie what the completion gives back
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int postReceive(LocalMemoryRegion region, long offset, long length, long cookie);

    /**
     * Posts a prepared receive.
     *
     * @param work the receive
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int post(Work work);

    /**
     * How many receives are posted and not completed.
     *
     * @return the number at this moment
     */
    int available();

    /**
     * How many of its places are in use: receives that are posted, and those whose completions the
     * consumer has not taken (uDAPL {@code outstanding_dto_count}).
     *
     * @return the number at this moment
     */
    int inUse();

    /**
     * Changes the size (uDAPL {@code dat_srq_resize}; {@code SRQ_RESIZE}).
     *
     * @param maxReceives the new size
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_STATE} where more are in use (posted, or completed and not taken by the consumer)
     *     or the low watermark is not below it, {@code INSUFFICIENT_RESOURCES} where a dispatcher
     *     cannot hold that many completions; nothing has changed then
     */
    void resize(int maxReceives);

    /**
     * Arms the low watermark (uDAPL {@code dat_srq_set_lw}; {@code SRQ_LOW_WATERMARK}): when fewer
     * receives are posted, now or later, one {@link AsyncEvent.LowWatermark} is raised, and it is
     * no longer armed. 0 disarms it.
     *
     * @param receives the watermark
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_PARAMETER} below 0 or above the size
     */
    void setLowWatermark(int receives);

    /**
     * Posts a receive, or throws.
     *
     * @param segment where the message goes
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void receive(LocalSegment segment, long cookie) {
        Posts.require(
                postReceive(segment.region(), segment.offset(), segment.length(), cookie),
                "receive",
                this);
    }
}
