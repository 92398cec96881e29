package org.jdapl.verbs.umad;

/**
 * What a node is: the attribute NodeInfo of subnet management (IBA specification, 14.2.5.3).
 *
 * @param baseVersion the version of MADs, 1
 * @param classVersion the version of subnet management, 1
 * @param nodeType {@link #CHANNEL_ADAPTER}, {@link #SWITCH} or {@link #ROUTER}
 * @param portCount how many ports it has, port 0 of a switch not counted
 * @param systemGuid the identifier of the system that it belongs to
 * @param nodeGuid its own
 * @param portGuid that of the port that was asked
 * @param pKeyCapacity how many partition keys each port's table takes
 * @param deviceId the maker's number of the model
 * @param revision the model's revision
 * @param localPort the port that was asked
 * @param vendorId the maker's 24-bit identifier
 */
public record NodeInfo(
        int baseVersion,
        int classVersion,
        int nodeType,
        int portCount,
        long systemGuid,
        long nodeGuid,
        long portGuid,
        int pKeyCapacity,
        int deviceId,
        int revision,
        int localPort,
        int vendorId) {

    /** The attribute's number. */
    public static final int ATTRIBUTE = 0x0011;

    /** The type of a channel adapter. */
    public static final int CHANNEL_ADAPTER = 1;

    /** The type of a switch. */
    public static final int SWITCH = 2;

    /** The type of a router. */
    public static final int ROUTER = 3;

    static final int LENGTH = 40;

    static NodeInfo of(byte[] bytes, int offset) {
        Fields f = new Fields(bytes, offset);
        return new NodeInfo(
                f.number(0, 8),
                f.number(8, 8),
                f.number(16, 8),
                f.number(24, 8),
                f.bits(32, 64),
                f.bits(96, 64),
                f.bits(160, 64),
                f.number(224, 16),
                f.number(240, 16),
                f.number(256, 32),
                f.number(288, 8),
                f.number(296, 24));
    }
}
