package org.jdapl.api;

import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/**
 * A part of a local memory region (uDAPL {@code DAT_LMR_TRIPLET}).
 *
 * @param region the region
 * @param offset first byte
 * @param length how many bytes
 */
public record LocalSegment(LocalMemoryRegion region, long offset, long length) {

    /**
     * Makes a part and checks it against its region.
     *
     * @param region the region
     * @param offset first byte
     * @param length how many bytes; may be 0
     * @return the part
     * @throws DatException {@code INVALID_PARAMETER} where it is not inside the region
     */
    public static LocalSegment of(LocalMemoryRegion region, long offset, long length) {
        if (offset < 0 || length < 0 || offset > region.length() - length) {
            throw new DatException(
                    DatCode.error(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG2),
                    "offset="
                            + offset
                            + ", length="
                            + length
                            + " is outside the region of "
                            + region.length()
                            + " bytes",
                    ErrorScope.CALL,
                    Remedy.FIX_ARGUMENT);
        }
        return new LocalSegment(region, offset, length);
    }
}
