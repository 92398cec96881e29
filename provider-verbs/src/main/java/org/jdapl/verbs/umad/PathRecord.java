package org.jdapl.verbs.umad;

/**
 * A way from one port to another: the record PathRecord of subnet administration (IBA
 * specification, 15.2.5.16). A <em>selector</em> says how the number after it is meant: 0 greater,
 * 1 less, 2 exactly.
 *
 * @param serviceId the service that it is for, or 0
 * @param destinationPrefix the subnet's half of the destination's GID
 * @param destinationGuid the port's half of it
 * @param sourcePrefix the subnet's half of the source's GID
 * @param sourceGuid the port's half of it
 * @param destinationLid the destination's local identifier
 * @param sourceLid the source's local identifier
 * @param rawTraffic whether it is for raw packets
 * @param flowLabel 20 bits
 * @param hopLimit how many routers may be on the way
 * @param trafficClass from 0 to 255
 * @param reversible whether the same way leads back
 * @param pathCount in a question, how many paths are wanted
 * @param pKey the partition's key
 * @param qosClass the class of quality of service
 * @param serviceLevel from 0 to 15
 * @param mtuSelector how {@code mtu} is meant
 * @param mtu the code of the MTU: 1 to 5 for 256 to 4096 bytes
 * @param rateSelector how {@code rate} is meant
 * @param rate the code of the rate: 2 for 2.5, 3 for 10 Gbit/s, and so on
 * @param packetLifeTimeSelector how {@code packetLifeTime} is meant
 * @param packetLifeTime 4.096 &micro;s times two to the power of it
 * @param preference 0 is the most preferred
 */
public record PathRecord(
        long serviceId,
        long destinationPrefix,
        long destinationGuid,
        long sourcePrefix,
        long sourceGuid,
        int destinationLid,
        int sourceLid,
        boolean rawTraffic,
        int flowLabel,
        int hopLimit,
        int trafficClass,
        boolean reversible,
        int pathCount,
        int pKey,
        int qosClass,
        int serviceLevel,
        int mtuSelector,
        int mtu,
        int rateSelector,
        int rate,
        int packetLifeTimeSelector,
        int packetLifeTime,
        int preference) {

    /** The record's number. */
    public static final int ATTRIBUTE = 0x0035;

    static final int LENGTH = 64;

    static PathRecord of(byte[] bytes, int offset) {
        Fields f = new Fields(bytes, offset);
        return new PathRecord(
                f.bits(0, 64),
                f.bits(64, 64),
                f.bits(128, 64),
                f.bits(192, 64),
                f.bits(256, 64),
                f.number(320, 16),
                f.number(336, 16),
                f.flag(352),
                f.number(356, 20),
                f.number(376, 8),
                f.number(384, 8),
                f.flag(392),
                f.number(393, 7),
                f.number(400, 16),
                f.number(416, 12),
                f.number(428, 4),
                f.number(432, 2),
                f.number(434, 6),
                f.number(440, 2),
                f.number(442, 6),
                f.number(448, 2),
                f.number(450, 6),
                f.number(456, 8));
    }

    /**
     * The MTU.
     *
     * @return bytes
     */
    public int mtuBytes() {
        return 128 << mtu;
    }
}
