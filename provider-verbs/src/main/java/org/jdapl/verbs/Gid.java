package org.jdapl.verbs;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * The global identifier of a port, or of a multicast group: {@code union ibv_gid}. It is written as
 * an IPv6 address; the GIDs of RoCE v2 that stand for IPv4 addresses are IPv4-mapped ones.
 *
 * @param subnetPrefix the first eight bytes, as a number
 * @param interfaceId the last eight bytes, as a number
 */
public record Gid(long subnetPrefix, long interfaceId) {

    /** How many bytes a GID has. */
    public static final int BYTES = 16;

    /** All bytes zero, as in unused entries of a port's table. */
    public static final Gid ZERO = new Gid(0, 0);

    private static final long MAPPED = 0xffffL << 32;
    private static final int GROUPS = 8;

    /**
     * The GID of its bytes.
     *
     * @param bytes 16 bytes in network byte order
     * @return the GID
     * @throws IllegalArgumentException if they are not 16
     */
    public static Gid of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("bytes.length=" + bytes.length + " is not 16");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Gid(buffer.getLong(), buffer.getLong());
    }

    /**
     * The GID that stands for an IP address.
     *
     * @param address an IPv6 address, or an IPv4 one, which is mapped
     * @return the GID
     */
    public static Gid of(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == BYTES
                ? of(bytes)
                : new Gid(0, MAPPED | Integer.toUnsignedLong(ByteBuffer.wrap(bytes).getInt()));
    }

    /**
     * The GID of its text.
     *
     * @param text an IPv6 address, such as {@code fe80::1}, or an IPv4 one, which is mapped; host
     *     names are not looked up
     * @return the GID
     * @throws IllegalArgumentException if it is neither
     */
    public static Gid parse(String text) {
        if (text.indexOf('%') >= 0) {
            throw new IllegalArgumentException("a GID has no zone: " + text);
        }
        return of(InetAddress.ofLiteral(text));
    }

    /**
     * The bytes.
     *
     * @return 16 bytes in network byte order
     */
    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES).putLong(subnetPrefix).putLong(interfaceId).array();
    }

    /**
     * The IP address that it stands for.
     *
     * @return an IPv4 address if it is a mapped one, else an IPv6 address
     */
    public InetAddress address() {
        try {
            return InetAddress.getByAddress(bytes());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }

    /**
     * Whether it stands for an IPv4 address.
     *
     * @return true if it is {@code ::ffff:a.b.c.d}
     */
    public boolean isIpv4Mapped() {
        return subnetPrefix == 0 && interfaceId >>> 32 == MAPPED >>> 32;
    }

    /**
     * Whether it is of the link only.
     *
     * @return true if it is in {@code fe80::/10}
     */
    public boolean isLinkLocal() {
        return subnetPrefix >>> 54 == 0xfe80 >>> 6;
    }

    /**
     * Whether it names a multicast group.
     *
     * @return true if it is in {@code ff00::/8}
     */
    public boolean isMulticast() {
        return subnetPrefix >>> 56 == 0xff;
    }

    /**
     * Whether all its bytes are zero.
     *
     * @return true for {@link #ZERO}
     */
    public boolean isZero() {
        return subnetPrefix == 0 && interfaceId == 0;
    }

    /**
     * All eight groups, as {@code ibv_devinfo} and sysfs have it.
     *
     * @return such as {@code fe80:0000:0000:0000:0202:c9ff:fe00:0001}
     */
    public String fullText() {
        return Guid.text(subnetPrefix) + ":" + Guid.text(interfaceId);
    }

    /**
     * The text of an IPv6 address, as short as RFC 5952 has it.
     *
     * @return such as {@code fe80::202:c9ff:fe00:1} or {@code ::ffff:10.77.1.1}
     */
    @Override
    public String toString() {
        if (isIpv4Mapped()) {
            return "::ffff:" + address().getHostAddress();
        }
        int begin = 0;
        int end = 0;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = i;
            while (zeros < GROUPS && group(zeros) == 0) {
                zeros++;
            }
            if (zeros - i > Math.max(1, end - begin)) {
                begin = i;
                end = zeros;
            }
        }
        if (begin == end) {
            return groups(0, GROUPS);
        }
        return groups(0, begin) + "::" + groups(end, GROUPS);
    }

    private String groups(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i > from ? ":" : "").append(Integer.toHexString(group(i)));
        }
        return text.toString();
    }

    private int group(int index) {
        long half = index < GROUPS / 2 ? subnetPrefix : interfaceId;
        return (int) (half >>> (48 - index % (GROUPS / 2) * 16)) & 0xffff;
    }
}
