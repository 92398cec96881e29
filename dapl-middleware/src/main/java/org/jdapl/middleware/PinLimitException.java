package org.jdapl.middleware;

import org.jdapl.api.DatException;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/**
 * A {@link RegistrationCache} cannot register more: what it has is in use, so that nothing can be
 * evicted ({@code INSUFFICIENT_RESOURCES/RESOURCE_MEMORY_REGION}). Release some, then try again.
 */
public final class PinLimitException extends DatException {

    private static final long serialVersionUID = 1L;

    /** What was asked for. */
    private final long wantedBytes;

    /** What others hold. */
    private final long heldBytes;

    PinLimitException(long wantedBytes, long heldBytes, int heldRegions, CacheLimits limits) {
        super(
                DatCode.error(DatType.INSUFFICIENT_RESOURCES, DatSubtype.RESOURCE_MEMORY_REGION),
                wantedBytes
                        + " bytes cannot be registered: "
                        + heldBytes
                        + " bytes in "
                        + heldRegions
                        + " regions are in use, of at most "
                        + limits.bytes()
                        + " in "
                        + limits.regions(),
                ErrorScope.CALL,
                wantedBytes > limits.bytes() ? Remedy.FIX_ARGUMENT : Remedy.RETRY);
        this.wantedBytes = wantedBytes;
        this.heldBytes = heldBytes;
    }

    /**
     * What was asked for.
     *
     * @return bytes
     */
    public long wantedBytes() {
        return wantedBytes;
    }

    /**
     * What is in use, and so could not be evicted.
     *
     * @return bytes
     */
    public long heldBytes() {
        return heldBytes;
    }
}
