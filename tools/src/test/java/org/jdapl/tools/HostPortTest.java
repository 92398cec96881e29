package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class HostPortTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:7471, 127.0.0.1, 7471",
        "node-1.example.org:1, node-1.example.org, 1",
        "[::1]:7471, ::1, 7471",
        "[fe80::1%eth0]:65535, fe80::1%eth0, 65535"
    })
    void shouldReadHostAndPort(String text, String host, int port) {
        assertThat(HostPort.parse(text, true)).isEqualTo(new HostPort(host, port));
        assertThat(HostPort.parse(text, false)).isEqualTo(new HostPort(host, port));
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "7471, '', 7471",
        ":7471, '', 7471",
        "127.0.0.1, 127.0.0.1, 0",
        "[::1], ::1, 0",
        "::1, ::1, 0"
    })
    void shouldFillInForAListenerWhatIsMissing(String text, String host, int port) {
        assertThat(HostPort.parse(text, false)).isEqualTo(new HostPort(host, port));
        assertThatThrownBy(() -> HostPort.parse(text, true))
                .isInstanceOf(TypeConversionException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "a:1:2x", "[::1", "::1]:5", "a:70000", "a b:1", "[]:1"})
    void shouldRefuseWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> HostPort.parse(text, false))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @CsvSource({
        "::1, [::1]:9",
        "::, [::]:9",
        "2001:db8::5, [2001:db8::5]:9",
        "2001:0:0:1:0:0:0:5, [2001:0:0:1::5]:9",
        "1:2:3:4:5:6:7:8, [1:2:3:4:5:6:7:8]:9",
        "1:0:3:4:5:6:7:0, [1:0:3:4:5:6:7:0]:9",
        "fd00::, [fd00::]:9",
        "10.0.0.1, 10.0.0.1:9"
    })
    void shouldWriteAddressesShortAndReadThemAgain(String ip, String text) throws Exception {
        InetAddress address = InetAddress.getByName(ip);
        String written = HostPort.format(new InetSocketAddress(address, 9));
        assertThat(written).isEqualTo(text);
        assertThat(HostPort.parse(written, true).resolve().getAddress()).isEqualTo(address);
    }

    @Test
    void shouldNameAHostThatIsUnknown() {
        HostPort nowhere = new HostPort("nowhere.invalid", 1);
        assertThatThrownBy(nowhere::resolve)
                .isInstanceOf(Failure.class)
                .hasMessage("unknown host 'nowhere.invalid'");
    }
}
