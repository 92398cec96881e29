package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GidTest {

    @ParameterizedTest
    @CsvSource({
        "fe800000000000000202c9fffe000001, fe80::202:c9ff:fe00:1",
        "00000000000000000000ffff0a4d0101, ::ffff:10.77.1.1",
        "00000000000000000000000000000000, ::",
        "00000000000000000000000000000001, ::1",
        "ff0e0000000000000000000000000000, ff0e::",
        "20010db8000000010001000100010001, 2001:db8:0:1:1:1:1:1",
        "20010db8000000000001000000000001, 2001:db8::1:0:0:1",
        "00010000000000020000000000000003, 1:0:0:2::3",
        "00010002000300040005000600070008, 1:2:3:4:5:6:7:8",
    })
    void shouldBeWrittenAsAShortIpv6AddressAndReadAgain(String hex, String text) {
        Gid gid = Gid.of(HexFormat.of().parseHex(hex));

        assertThat(gid).hasToString(text);
        assertThat(Gid.parse(text)).isEqualTo(gid);
        assertThat(gid.bytes()).isEqualTo(HexFormat.of().parseHex(hex));
    }

    @Test
    void shouldWriteAllGroupsAsDevinfoDoes() {
        assertThat(Gid.parse("fe80::1").fullText())
                .isEqualTo("fe80:0000:0000:0000:0000:0000:0000:0001");
        assertThat(new Guid(0x0202c9fffe000001L)).hasToString("0202:c9ff:fe00:0001");
    }

    @Test
    void shouldMapIpv4AddressesBothWays() throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});

        Gid gid = Gid.of(address);

        assertThat(gid).isEqualTo(Gid.parse("192.0.2.1")).hasToString("::ffff:192.0.2.1");
        assertThat(gid.isIpv4Mapped()).isTrue();
        assertThat(gid.address()).isEqualTo(address);
        assertThat(Gid.parse("::1").isIpv4Mapped()).isFalse();
    }

    @Test
    void shouldTellKinds() {
        assertThat(Gid.parse("fe80::1").isLinkLocal()).isTrue();
        assertThat(Gid.parse("fec0::1").isLinkLocal()).isFalse();
        assertThat(Gid.parse("ff0e::1").isMulticast()).isTrue();
        assertThat(Gid.parse("fe80::1").isMulticast()).isFalse();
        assertThat(Gid.ZERO.isZero()).isTrue();
        assertThat(Gid.parse("::1").isZero()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fe80", "fe80::1%eth0", "localhost", "1:2:3:4:5:6:7:8:9"})
    void shouldRefuseOtherTexts(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Gid.parse(text));
    }

    @Test
    void shouldRefuseOtherLengths() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Gid.of(new byte[15]))
                .withMessageContaining("bytes.length=15");
    }
}
