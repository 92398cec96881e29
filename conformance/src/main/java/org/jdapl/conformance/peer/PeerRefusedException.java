package org.jdapl.conformance.peer;

import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/** A call of the API in the peer process threw a {@code DatException}. */
public final class PeerRefusedException extends PeerException {

    private static final long serialVersionUID = 1L;

    /** The type of the code. */
    private final DatType type;

    /** The subtype of the code. */
    private final DatSubtype subtype;

    PeerRefusedException(DatType type, DatSubtype subtype, String message) {
        super(message);
        this.type = type;
        this.subtype = subtype;
    }

    /**
     * The type of the code.
     *
     * @return the type
     */
    public DatType type() {
        return type;
    }

    /**
     * The subtype of the code.
     *
     * @return the subtype
     */
    public DatSubtype subtype() {
        return subtype;
    }
}
