package org.jdapl.provider.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import org.jdapl.spi.DatagramSource;
import org.junit.jupiter.api.Test;

/** The headers that devices write before datagrams (IBTA 8.3, and annex A17 for those over UDP). */
class DatagramHeadersTest {

    /** A header of IPv4 whose checksum is right: 10.77.1.1 to 10.77.1.2, UDP. */
    private static final String IPV4 = "45000054a1b240004011810f0a4d01010a4d0102";

    /** A header of IPv6, or a global routing header: fe80::1 to fe80::2. */
    private static final String IPV6 =
            "6000000000201bff"
                    + "fe800000000000000000000000000001"
                    + "fe800000000000000000000000000002";

    private static Optional<InetAddress> sender(String header) {
        byte[] bytes = HexFormat.of().parseHex(header);
        assertThat(bytes).hasSize(DatagramHeaders.BYTES);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(2L * DatagramHeaders.BYTES);
            memory.asSlice(DatagramHeaders.BYTES).copyFrom(MemorySegment.ofArray(bytes));
            DatagramSource source = new DatagramSource();
            DatagramHeaders.read(memory, DatagramHeaders.BYTES, source);
            return source.toSender().address();
        }
    }

    private static Optional<InetAddress> literal(String address) {
        return Optional.of(InetAddress.ofLiteral(address));
    }

    private static String rightSum(String ipv4) {
        byte[] header = HexFormat.of().parseHex(ipv4);
        ByteBuffer buffer = ByteBuffer.wrap(header).putShort(10, (short) 0);
        int sum = 0;
        for (int i = 0; i < header.length; i += Short.BYTES) {
            sum += Short.toUnsignedInt(buffer.getShort(i));
        }
        buffer.putShort(10, (short) ~((sum & 0xFFFF) + (sum >>> 16)));
        return HexFormat.of().formatHex(header);
    }

    @Test
    void shouldReadTheSenderOfOneOverIpv4() {
        assertThat(sender("00".repeat(20) + rightSum(IPV4))).isEqualTo(literal("10.77.1.1"));
    }

    @Test
    void shouldReadTheSenderOfOneOverIpv6() {
        assertThat(sender(IPV6)).isEqualTo(literal("fe80::1"));
    }

    @Test
    void shouldTellThemApartByTheChecksumWhereTheFirstByteCouldBeEither() {
        String likeIpv6 = "60" + "00".repeat(19);
        assertThat(sender(likeIpv6 + rightSum(IPV4))).isEqualTo(literal("10.77.1.1"));
        String likeIpv4 = IPV6.substring(0, 40) + "45" + IPV6.substring(42);
        assertThat(sender(likeIpv4)).isEqualTo(literal("fe80::4500:1"));
    }
}
