package org.jdapl.verbs.umad;

import java.util.Arrays;

/**
 * How a MAD of subnet management finds its node: by the node's local identifier, or by the ports
 * through which it leaves this node and the switches on its way. The second works before a subnet
 * manager has given any identifier.
 */
public final class SmpRoute {
    private static final int MAX_HOPS = 63;

    private final int lid;
    private final byte[] ports;

    private SmpRoute(int lid, byte... ports) {
        this.lid = lid;
        this.ports = ports;
    }

    /**
     * To the port that has a local identifier.
     *
     * @param lid from 1 to 65534
     * @return the route
     * @throws IllegalArgumentException if it is outside of that
     */
    public static SmpRoute lid(int lid) {
        if (lid < 1 || lid >= MadAddress.PERMISSIVE_LID) {
            throw new IllegalArgumentException("a LID is from 1 to 65534, not lid=" + lid);
        }
        return new SmpRoute(lid);
    }

    /**
     * A directed route.
     *
     * @param ports the port of this node by which the MAD leaves, then that of each switch; none:
     *     this node itself. At most 63, each from 1 to 254
     * @return the route
     * @throws IllegalArgumentException if there are more, or one is outside of that
     */
    public static SmpRoute directed(int... ports) {
        if (ports.length > MAX_HOPS) {
            throw new IllegalArgumentException("a route has at most 63 hops, not " + ports.length);
        }
        byte[] bytes = new byte[ports.length];
        for (int i = 0; i < ports.length; i++) {
            if (ports[i] < 1 || ports[i] > 254) {
                throw new IllegalArgumentException(
                        "a port of a route is from 1 to 254, not port=" + ports[i]);
            }
            bytes[i] = (byte) ports[i];
        }
        return new SmpRoute(MadAddress.PERMISSIVE_LID, bytes);
    }

    /** Whether it goes by ports. */
    boolean isDirected() {
        return lid == MadAddress.PERMISSIVE_LID;
    }

    int lid() {
        return lid;
    }

    /** The ports by which the MAD leaves. */
    byte[] ports() {
        return ports;
    }

    @Override
    public String toString() {
        if (!isDirected()) {
            return "LID " + lid;
        }
        int[] unsigned = new int[ports.length];
        Arrays.setAll(unsigned, i -> Byte.toUnsignedInt(ports[i]));
        return "directed route " + Arrays.toString(unsigned);
    }
}
