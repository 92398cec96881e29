package org.jdapl.api.data;

/** How private data of connection set-up travels. Both ends must use the same form. */
public enum PrivateDataFraming {
    /**
     * The bytes as they are. The receiver may see padding behind them, where the transport adds
     * some (InfiniBand).
     */
    RAW,
    /**
     * A header of four bytes (magic, version, length) goes first, so that the receiver sees the
     * exact length on every transport. The portable maximum of the consumer's bytes is {@link
     * #FRAMED_PORTABLE_MAX}.
     */
    FRAMED,
    /**
     * Raw, but a rejection carries the 4-byte version word of the C openib_cma provider of uDAPL
     * first.
     */
    DAPL_C;

    /** Bytes of consumer data that fit any transport in {@link #FRAMED} form. */
    public static final int FRAMED_PORTABLE_MAX = 52;
}
