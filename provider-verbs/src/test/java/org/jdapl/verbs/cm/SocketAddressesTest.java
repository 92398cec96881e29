package org.jdapl.verbs.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.jdapl.verbs.ffm.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketAddressesTest {

    private static String bytes(InetSocketAddress address, int length) {
        try (Arena arena = Arena.ofConfined()) {
            long to = arena.allocate(128, 8).address();
            SocketAddresses.write(to, address);
            return HexFormat.of().formatHex(Memory.bytes(to, length));
        }
    }

    @Test
    void shouldWriteIpv4AsC() throws UnknownHostException {
        InetAddress host = InetAddress.getByName("10.77.1.2");

        assertThat(bytes(new InetSocketAddress(host, 7174), 16))
                .isEqualTo("02001c060a4d01020000000000000000");
    }

    @Test
    void shouldWriteIpv6AndItsScopeAsC() throws UnknownHostException {
        byte[] linkLocal = HexFormat.of().parseHex("fe800000000000000000000000000a01");
        InetAddress host = Inet6Address.getByAddress(null, linkLocal, 3);

        assertThat(bytes(new InetSocketAddress(host, 80), 28))
                .isEqualTo("0a00005000000000fe800000000000000000000000000a0103000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.77.1.2", "0.0.0.0", "224.0.0.7", "2001:db8::1", "::", "fe80::1%7"})
    void shouldReadBackWhatItWrote(String host) throws UnknownHostException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), 65535);
        try (Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(128, 8).address();
            SocketAddresses.write(memory, address);

            assertThat(SocketAddresses.read(memory)).isEqualTo(address);
        }
    }

    @Test
    void shouldKeepAnIpv4AddressInIpv6AsOne() throws UnknownHostException {
        byte[] mapped = HexFormat.of().parseHex("00000000000000000000ffff0a4d0101");
        InetAddress host = Inet6Address.getByAddress(null, mapped, -1);
        try (Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(128, 8).address();
            SocketAddresses.write(memory, new InetSocketAddress(host, 1));

            InetSocketAddress read = SocketAddresses.read(memory);
            assertThat(read).isNotNull();
            assertThat(read.getAddress()).isInstanceOf(Inet6Address.class).isEqualTo(host);
        }
    }

    @Test
    void shouldReadNoAddressWhereThereIsNone() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(SocketAddresses.read(arena.allocate(128, 8).address())).isNull();
        }
    }

    @Test
    void shouldRefuseAnUnresolvedName() {
        assertThatThrownBy(() -> bytes(InetSocketAddress.createUnresolved("nowhere", 1), 16))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nowhere");
    }
}
