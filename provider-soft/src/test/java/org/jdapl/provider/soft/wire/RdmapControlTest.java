package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RdmapControlTest {

    @Test
    void shouldEncodeTheDocumentedByteForEveryOpcode() {
        for (int opcode = 0; opcode <= 0xf; opcode++) {
            int control = RdmapControl.encode(opcode);
            assertThat(control).isEqualTo(0x40 + opcode);
            assertThat(RdmapControl.opcode(control)).isEqualTo(opcode);
            assertThat(RdmapControl.version(control)).isEqualTo(RdmapControl.VERSION);
        }
    }

    @Test
    void shouldJudgeEveryControlByteByVersionThenOpcodeAndIgnoreReservedBits() {
        for (int control = 0; control <= 0xff; control++) {
            WireFault expected = WireFault.NONE;
            if (control >>> 6 != 1) {
                expected = WireFault.RDMAP_VERSION;
            } else if ((control & 0xf) > 0xb) {
                expected = WireFault.UNKNOWN_OPCODE;
            }
            assertThat(RdmapControl.check(control)).isEqualTo(expected);
        }
    }

    @Test
    void shouldReadAControlByteThatWasSignExtended() {
        assertThat(RdmapControl.version((byte) 0xc0)).isEqualTo(3);
        assertThat(RdmapControl.opcode((byte) 0xcb)).isEqualTo(0xb);
    }

    @Test
    void shouldNameEveryOpcodeAndNoOther() {
        for (int opcode = 0; opcode <= RdmapControl.ATOMIC_RESPONSE; opcode++) {
            assertThat(RdmapOpcode.of(opcode).code()).isEqualTo(opcode);
            assertThat(RdmapOpcode.of(opcode)).isNotEqualTo(RdmapOpcode.UNKNOWN);
            assertThat(RdmapOpcode.of(opcode).wireName()).isNotBlank();
        }
        for (int opcode : new int[] {-1, Integer.MIN_VALUE, 12, 15, 16, Integer.MAX_VALUE}) {
            assertThat(RdmapOpcode.of(opcode)).isEqualTo(RdmapOpcode.UNKNOWN);
        }
    }

    @Test
    void shouldSortOpcodesIntoFamilies() {
        for (int opcode = 0; opcode <= 0xf; opcode++) {
            assertThat(RdmapControl.isSend(opcode)).isEqualTo(opcode >= 3 && opcode <= 6);
            assertThat(RdmapControl.isInvalidating(opcode)).isEqualTo(opcode == 4 || opcode == 6);
            assertThat(RdmapControl.isSolicited(opcode))
                    .isEqualTo(opcode == 5 || opcode == 6 || opcode == 9);
            assertThat(RdmapControl.isExtension(opcode)).isEqualTo(opcode >= 8 && opcode <= 11);
        }
    }

    @Test
    void shouldKnowTheShapeOfEveryMessage() {
        assertThat(RdmapOpcode.WRITE.isTagged()).isTrue();
        assertThat(RdmapOpcode.READ_RESPONSE.isTagged()).isTrue();
        assertThat(RdmapOpcode.SEND.isTagged()).isFalse();
        assertThat(RdmapOpcode.SEND.queueNumber()).isZero();
        assertThat(RdmapOpcode.SEND.isFixedSize()).isFalse();
        assertThat(RdmapOpcode.TERMINATE.queueNumber()).isEqualTo(2);
        assertThat(RdmapOpcode.READ_REQUEST.queueNumber()).isEqualTo(1);
        assertThat(RdmapOpcode.READ_REQUEST.exactPayloadBytes()).isEqualTo(28);
        assertThat(RdmapOpcode.ATOMIC_REQUEST.queueNumber()).isEqualTo(1);
        assertThat(RdmapOpcode.ATOMIC_REQUEST.exactPayloadBytes()).isEqualTo(52);
        assertThat(RdmapOpcode.ATOMIC_RESPONSE.queueNumber()).isEqualTo(3);
        assertThat(RdmapOpcode.ATOMIC_RESPONSE.exactPayloadBytes()).isEqualTo(12);
        assertThat(RdmapOpcode.IMMEDIATE.queueNumber()).isZero();
        assertThat(RdmapOpcode.IMMEDIATE_SOLICITED.exactPayloadBytes()).isEqualTo(8);
    }
}
