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
     * How many receives are posted and not yet used.
     *
     * @return the number at this moment
     */
    int available();

    /**
     * Changes the size (uDAPL {@code dat_srq_resize}; {@code SRQ_RESIZE}).
     *
     * @param maxReceives the new size
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_STATE} where more are posted
     */
    void resize(int maxReceives);

    /**
     * Arms the low watermark (uDAPL {@code dat_srq_set_lw}; {@code SRQ_LOW_WATERMARK}); raises one
     * {@link AsyncEvent.LowWatermark}.
     *
     * @param receives the watermark
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_PARAMETER} above the size
     */
    void setLowWatermark(int receives);
}
