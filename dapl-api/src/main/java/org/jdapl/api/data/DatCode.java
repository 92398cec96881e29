package org.jdapl.api.data;

import java.util.Objects;

/**
 * A DAT return code: class bit, type and subtype. Every failure has the error class set, which the
 * C reference forgets in places.
 *
 * @param type the type
 * @param subtype the subtype
 */
public record DatCode(DatType type, DatSubtype subtype) {

    /** The code of success, zero. */
    public static final DatCode SUCCESS = new DatCode(DatType.SUCCESS, DatSubtype.NO_SUBTYPE);

    private static final int CLASS_ERROR = 0x8000_0000;
    private static final int TYPE_SHIFT = 16;

    /** Checks that neither part is missing. */
    public DatCode {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(subtype, "subtype");
    }

    /**
     * Makes the code of a failure.
     *
     * @param type the type
     * @param subtype the subtype
     * @return the code
     */
    public static DatCode error(DatType type, DatSubtype subtype) {
        return new DatCode(type, subtype);
    }

    /**
     * Whether this is a failure.
     *
     * @return false for success alone
     */
    public boolean isError() {
        return type != DatType.SUCCESS;
    }

    /**
     * The number as C programs see it: class bit 31, type from bit 16 up, subtype below.
     *
     * @return the number; zero for success
     */
    public int value() {
        return isError() ? CLASS_ERROR | type.value() << TYPE_SHIFT | subtype.value() : 0;
    }

    @Override
    public String toString() {
        return subtype == DatSubtype.NO_SUBTYPE ? type.name() : type.name() + "/" + subtype.name();
    }
}
