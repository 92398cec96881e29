package org.jdapl.verbs.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class MadTest {

    @Test
    void shouldWriteTheHeaderAsItGoesOverTheLink() {
        Mad mad = Mad.of(0x81, 1, Mad.METHOD_GET, 0x0015, 0x01020304);
        mad.transaction(0x1122_3344_5566_7788L);

        assertThat(HexFormat.of().formatHex(mad.getBytes(0, 24)))
                .isEqualTo("01810101" + "00000000" + "1122334455667788" + "00150000" + "01020304");
        assertThat(mad.length()).isEqualTo(256);
        assertThat(mad.managementClass()).isEqualTo(0x81);
        assertThat(mad.attribute()).isEqualTo(0x15);
        assertThat(mad.modifier()).isEqualTo(0x01020304);
        assertThat(Mad.copyOf(mad.toBytes()).toBytes()).isEqualTo(mad.toBytes());
    }

    @Test
    void shouldRefuseWhatIsShorterThanAHeader() {
        assertThatThrownBy(() -> Mad.copyOf(new byte[23]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=23");
    }

    @Test
    void shouldReadFieldsByTheirBits() {
        Fields fields = new Fields(HexFormat.of().parseHex("00a5f00f8000000000000001"), 1);

        assertThat(fields.number(0, 4)).isEqualTo(0xa);
        assertThat(fields.number(4, 12)).isEqualTo(0x5f0);
        assertThat(fields.flag(24)).isTrue();
        assertThat(fields.flag(25)).isFalse();
        assertThat(fields.bits(24, 64)).isEqualTo(Long.MIN_VALUE + 1);
    }

    @Test
    void shouldReadEveryFieldOfAPortInfoAtItsPlace() {
        byte[] bytes = new byte[64];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (0x10 * (i % 16) + (15 - i % 16));
        }
        PortInfo info = PortInfo.of(bytes, 0);

        assertThat(info.mKey()).isEqualTo(0x0f1e_2d3c_4b5a_6978L);
        assertThat(info.gidPrefix()).isEqualTo(0x8796_a5b4_c3d2_e1f0L);
        assertThat(info.lid()).isEqualTo(0x0f1e);
        assertThat(info.state()).isEqualTo(0xf);
        assertThat(info.linkSpeedSupported()).isZero();
        assertThat(info.lmc()).isEqualTo(5);
        assertThat(info.neighborMtu()).isEqualTo(4);
        assertThat(info.capabilityMask2()).isEqualTo(0xc3d2);
        assertThat(info.linkSpeedExtendedActive()).isEqualTo(0xe);
        assertThat(info.linkSpeedExtendedSupported()).isEqualTo(1);
        assertThat(info.linkSpeedExtendedEnabled()).isEqualTo(0x10);
    }

    @Test
    void shouldRefuseRoutesThatCannotBe() {
        assertThatThrownBy(() -> SmpRoute.lid(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SmpRoute.lid(0xffff)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SmpRoute.directed(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("port=0");
        assertThatThrownBy(() -> SmpRoute.directed(new int[64]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(SmpRoute.directed(1, 254)).hasToString("directed route [1, 254]");
    }
}
