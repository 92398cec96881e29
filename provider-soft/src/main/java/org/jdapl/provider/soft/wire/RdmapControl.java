package org.jdapl.provider.soft.wire;

/**
 * The RDMAP control byte, second byte of every DDP segment (RFC 5040 section 4.1, opcodes 8 to 11
 * from RFC 7306).
 *
 * <pre>
 *    0 1 2 3 4 5 6 7
 *   +---+---+-------+
 *   |RV |Rsv| opcode|    RV = RDMAP version, 1
 *   +---+---+-------+
 * </pre>
 *
 * <p>The opcodes are constants here, for {@code switch} on the hot path; {@link RdmapOpcode} holds
 * their names and rules. <strong>Threads:</strong> stateless.
 */
public final class RdmapControl {

    /** RDMA Write. */
    public static final int WRITE = 0x0;

    /** RDMA Read Request. */
    public static final int READ_REQUEST = 0x1;

    /** RDMA Read Response. */
    public static final int READ_RESPONSE = 0x2;

    /** Send. */
    public static final int SEND = 0x3;

    /** Send with Invalidate. */
    public static final int SEND_INVALIDATE = 0x4;

    /** Send with Solicited Event. */
    public static final int SEND_SOLICITED = 0x5;

    /** Send with Solicited Event and Invalidate. */
    public static final int SEND_SOLICITED_INVALIDATE = 0x6;

    /** Terminate. */
    public static final int TERMINATE = 0x7;

    /** Immediate Data (RFC 7306). */
    public static final int IMMEDIATE = 0x8;

    /** Immediate Data with Solicited Event (RFC 7306). */
    public static final int IMMEDIATE_SOLICITED = 0x9;

    /** Atomic Request (RFC 7306). */
    public static final int ATOMIC_REQUEST = 0xa;

    /** Atomic Response (RFC 7306). */
    public static final int ATOMIC_RESPONSE = 0xb;

    /** The RDMAP version spoken here. */
    public static final int VERSION = 1;

    private static final int VERSION_SHIFT = 6;
    private static final int OPCODE_MASK = 0x0f;

    private RdmapControl() {}

    /**
     * Makes the control byte of the current version.
     *
     * @param opcode one of the opcodes of this class
     * @return 0 to 255
     */
    public static int encode(int opcode) {
        return (VERSION << VERSION_SHIFT) | (opcode & OPCODE_MASK);
    }

    /**
     * The opcode in a control byte.
     *
     * @param control the control byte
     * @return 0 to 15; above {@link #ATOMIC_RESPONSE} nothing is assigned
     */
    public static int opcode(int control) {
        return control & OPCODE_MASK;
    }

    /**
     * The RDMAP version in a control byte.
     *
     * @param control the control byte, 0 to 255
     * @return 0 to 3; only {@link #VERSION} is known
     */
    public static int version(int control) {
        return (control & 0xff) >>> VERSION_SHIFT;
    }

    /**
     * Checks version and opcode; the two reserved bits are not looked at.
     *
     * @param control the control byte, 0 to 255
     * @return {@link WireFault#NONE}, {@link WireFault#RDMAP_VERSION} or {@link
     *     WireFault#UNKNOWN_OPCODE}
     */
    public static WireFault check(int control) {
        if (version(control) != VERSION) {
            return WireFault.RDMAP_VERSION;
        }
        return opcode(control) > ATOMIC_RESPONSE ? WireFault.UNKNOWN_OPCODE : WireFault.NONE;
    }

    /**
     * Whether an opcode belongs to the extensions of RFC 7306, which a peer may lack.
     *
     * @param opcode 0 to 15
     * @return true for Immediate Data and atomics
     */
    public static boolean isExtension(int opcode) {
        return opcode >= IMMEDIATE && opcode <= ATOMIC_RESPONSE;
    }

    /**
     * Whether an opcode is one of the four Sends.
     *
     * @param opcode 0 to 15
     * @return true for the Send family, Immediate Data not included
     */
    public static boolean isSend(int opcode) {
        return opcode >= SEND && opcode <= SEND_SOLICITED_INVALIDATE;
    }

    /**
     * Whether an opcode asks the receiver to raise a solicited event.
     *
     * @param opcode 0 to 15
     * @return true for the three opcodes with Solicited Event
     */
    public static boolean isSolicited(int opcode) {
        return opcode == SEND_SOLICITED
                || opcode == SEND_SOLICITED_INVALIDATE
                || opcode == IMMEDIATE_SOLICITED;
    }

    /**
     * Whether an opcode carries an STag to invalidate.
     *
     * @param opcode 0 to 15
     * @return true for the two Sends with Invalidate
     */
    public static boolean isInvalidating(int opcode) {
        return opcode == SEND_INVALIDATE || opcode == SEND_SOLICITED_INVALIDATE;
    }
}
