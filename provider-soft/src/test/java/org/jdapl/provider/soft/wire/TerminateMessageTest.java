package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.jdapl.provider.soft.wire.TerminateMessage.Layout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TerminateMessageTest {

    private static final String READ_REQUEST =
            "4141 00000000 00000001 00000001 00000000"
                    + "15b17f00 00005579da622180 00000040 11223300 0000000000010000";
    private static final String WRITE = "c140 44556600 0000000000020000 0102030405";
    private static final String SEND = "4143 00000000 00000000 00000003 00000000 0102";

    @Test
    void shouldEncodeAReasonWithoutHeaders() {
        byte[] bytes = new byte[5];
        Arrays.fill(bytes, (byte) 0x55);

        int length = TerminateMessage.encode(WireBytes.segment(bytes), 1, TerminateCode.MPA_CRC);

        assertThat(length).isEqualTo(TerminateMessage.MIN_BYTES);
        assertThat(WireBytes.hex(bytes)).isEqualTo("5520020000");
    }

    @Test
    void shouldEncodeTheDdpHeaderOfATaggedSegment() {
        assertThat(encoded(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS, WRITE))
                .isEqualTo("1101c000" + "0013" + "c140445566000000000000020000");
    }

    @Test
    void shouldEncodeTheDdpHeaderOfAnUntaggedSegment() {
        assertThat(encoded(TerminateCode.DDP_UNTAGGED_NO_BUFFER, SEND))
                .isEqualTo("1202c000" + "0014" + "414300000000000000000000000300000000");
    }

    @Test
    void shouldEncodeBothHeadersOfAReadRequestThatBrokeProtection() {
        String encoded = encoded(TerminateCode.RDMAP_ACCESS_RIGHTS, READ_REQUEST);

        assertThat(encoded).isEqualTo("0102e000002e" + WireBytes.hex(WireBytes.hex(READ_REQUEST)));
        assertThat(encoded.length() / 2).isEqualTo(TerminateMessage.MAX_BYTES);
    }

    @Test
    void shouldEncodeOnlyTheDdpHeaderOfAReadRequestThatBrokeAnotherRule() {
        assertThat(encoded(TerminateCode.RDMAP_STREAM_CATASTROPHIC, READ_REQUEST))
                .startsWith("0207c000002e4141")
                .hasSize(2 * (6 + 18));
    }

    @Test
    void shouldLeaveHeadersOutWhereTheSegmentHasNone() {
        byte[] cut = WireBytes.hex(READ_REQUEST);
        for (int length = 0; length < cut.length; length++) {
            MemorySegment offender = WireBytes.segment(Arrays.copyOf(cut, length));
            byte[] bytes = new byte[TerminateMessage.MAX_BYTES];
            int written =
                    TerminateMessage.encode(
                            WireBytes.segment(bytes),
                            0,
                            TerminateCode.RDMAP_INVALID_STAG,
                            offender,
                            0,
                            length);
            assertThat(written).isEqualTo(length < 18 ? 4 : 24);
            assertThat(bytes[2]).isEqualTo((byte) (length < 18 ? 0 : 0xc0));
        }
    }

    @ParameterizedTest(name = "should round trip {0}")
    @EnumSource(value = TerminateCode.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void shouldReadBackEveryReasonWithItsHeaders(TerminateCode code) {
        for (String offender : new String[] {READ_REQUEST, WRITE, SEND}) {
            byte[] bytes = WireBytes.hex(encoded(code, offender));
            TerminateMessage message =
                    TerminateMessage.decode(
                            WireBytes.segment(bytes),
                            0,
                            bytes.length,
                            code.layer() == TerminateCode.LAYER_MPA);

            assertThat(message.code()).isEqualTo(code);
            assertThat(message.layout()).isEqualTo(Layout.RFC);
            assertThat(message.layer()).isEqualTo(code.layer());
            assertThat(message.type()).isEqualTo(code.type());
            assertThat(message.errorCode()).isEqualTo(code.code());
            assertThat(message.sentence()).contains(code.sentence());
            if (code.carriesDdpHeader()) {
                byte[] segment = WireBytes.hex(offender);
                assertThat(message.ddpSegmentLengthBytes()).isEqualTo(segment.length);
                assertThat(WireBytes.bytes(message.ddpHeader(), 0, message.ddpHeader().byteSize()))
                        .isEqualTo(Arrays.copyOf(segment, offender.equals(WRITE) ? 14 : 18));
            } else {
                assertThat(message.ddpSegmentLengthBytes()).isEqualTo(TerminateMessage.ABSENT);
                assertThat(message.ddpHeader().byteSize()).isZero();
            }
            boolean repeatsRequest =
                    code.carriesReadRequestHeader() && offender.equals(READ_REQUEST);
            assertThat(message.readRequestHeader().byteSize()).isEqualTo(repeatsRequest ? 28 : 0);
        }
    }

    @ParameterizedTest(name = "payload {0}, connecting {1}: should read {2} in layout {3}")
    @CsvSource({
        // The driver without headers: nibbles swapped.
        "02020000, false, MPA_CRC, KERNEL_DRIVER",
        "02030000, false, MPA_LENGTH_OR_MARKER, KERNEL_DRIVER",
        "02040000, true, MPA_INVALID_FRAME, KERNEL_DRIVER",
        "02060000, true, MPA_INSUFFICIENT_IRD, KERNEL_DRIVER",
        "02070000, true, MPA_NO_MATCHING_RTR, KERNEL_DRIVER",
        "20050000, false, RDMAP_VERSION, KERNEL_DRIVER",
        "20060000, false, RDMAP_UNEXPECTED_OPCODE, KERNEL_DRIVER",
        "21060000, false, DDP_UNTAGGED_VERSION, KERNEL_DRIVER",
        "01000000, false, DDP_LOCAL_CATASTROPHIC, KERNEL_DRIVER",
        // Its layout by the three low bits.
        "11000300, false, DDP_TAGGED_INVALID_STAG, KERNEL_DRIVER",
        "11010300, false, DDP_TAGGED_BASE_OR_BOUNDS, KERNEL_DRIVER",
        "10000700, false, RDMAP_INVALID_STAG, KERNEL_DRIVER",
        "20070300, false, RDMAP_STREAM_CATASTROPHIC, KERNEL_DRIVER",
        "20090300, false, RDMAP_CANNOT_INVALIDATE, KERNEL_DRIVER",
        "21020300, false, DDP_UNTAGGED_NO_BUFFER, KERNEL_DRIVER",
        "21030300, false, DDP_UNTAGGED_INVALID_MSN, KERNEL_DRIVER",
        // The RFC's layout without headers.
        "20020000, false, MPA_CRC, RFC",
        "20040000, true, MPA_INVALID_FRAME, RFC",
        "20050000, true, MPA_LOCAL_CATASTROPHIC, RFC",
        "20060000, true, MPA_INSUFFICIENT_IRD, RFC",
        "20070000, true, MPA_NO_MATCHING_RTR, RFC",
        "20070000, false, MPA_NO_MATCHING_RTR, RFC",
        "02050000, false, RDMAP_VERSION, RFC",
        "02060000, false, RDMAP_UNEXPECTED_OPCODE, RFC",
        "02070000, false, RDMAP_STREAM_CATASTROPHIC, RFC",
        "12060000, false, DDP_UNTAGGED_VERSION, RFC",
        "10000000, false, DDP_LOCAL_CATASTROPHIC, RFC",
        // Its layout by the three high bits, even with low ones set.
        "0102e000, false, RDMAP_ACCESS_RIGHTS, RFC",
        "1202c700, false, DDP_UNTAGGED_NO_BUFFER, RFC",
        // The same either way.
        "00ff0000, false, RDMAP_LOCAL_CATASTROPHIC, RFC",
        "00000000, true, RDMAP_LOCAL_CATASTROPHIC, RFC",
        "11040000, false, DDP_TAGGED_VERSION, RFC",
        // Nothing registered.
        "35770000, false, UNKNOWN, RFC",
        "f0000000, false, UNKNOWN, RFC",
    })
    void shouldTellTheTwoLayoutsApart(
            String payload, boolean connecting, TerminateCode code, Layout layout) {
        TerminateMessage message =
                TerminateMessage.decode(WireBytes.segment(payload), 0, 4, connecting);

        assertThat(message.code()).isEqualTo(code);
        assertThat(message.layout()).isEqualTo(layout);
    }

    @Test
    void shouldReadTheHeadersOfTheDriversLayout() {
        byte[] bytes = WireBytes.hex("1001 0700 0000" + READ_REQUEST);

        TerminateMessage message =
                TerminateMessage.decode(WireBytes.segment(bytes), 0, bytes.length, false);

        assertThat(message.code()).isEqualTo(TerminateCode.RDMAP_BASE_OR_BOUNDS);
        assertThat(message.ddpSegmentLengthBytes()).isZero();
        assertThat(message.ddpHeader().byteSize()).isEqualTo(18);
        assertThat(ReadRequestHeader.sourceStag(message.readRequestHeader(), 0))
                .isEqualTo(0x11223300);
        assertThat(message.sentence())
                .isEqualTo(
                        "the peer ended the stream: RDMAP remote protection error, the access is"
                                + " outside the bounds of the STag (0/1/0x01), about: RDMA Read"
                                + " Request, in the kernel driver's encoding");
    }

    @ParameterizedTest(name = "header bits {0}: length {1}, DDP header {2}, request header {3}")
    @CsvSource({
        "80, 46, 0, 0",
        "40, -1, 18, 0",
        "20, -1, 0, 0",
        "c0, 46, 18, 0",
        "60, -1, 18, 28",
        "e0, 46, 18, 28",
        "01, 46, 0, 0",
        "02, -1, 18, 0",
        "04, -1, 0, 0",
        "03, 46, 18, 0",
        "06, -1, 18, 28",
        "07, 46, 18, 28",
        "18, -1, 0, 0",
    })
    void shouldTakeEachHeaderBitByItself(
            String bits, int lengthBytes, int ddpBytes, int requestBytes) {
        byte[] bytes = WireBytes.hex("1100" + bits + "00 002e" + READ_REQUEST);

        TerminateMessage message =
                TerminateMessage.decode(WireBytes.segment(bytes), 0, bytes.length, false);

        assertThat(message.ddpSegmentLengthBytes()).isEqualTo(lengthBytes);
        assertThat(message.ddpHeader().byteSize()).isEqualTo(ddpBytes);
        assertThat(message.readRequestHeader().byteSize()).isEqualTo(requestBytes);
    }

    @Test
    void shouldNotRepeatTheStartOfASendAsARequestHeader() {
        String send = SEND + "00".repeat(40);
        String write = WRITE + "00".repeat(60);
        String writeLikeRequest = "c141" + write.substring(4);

        assertThat(encoded(TerminateCode.RDMAP_PROTECTION_CANNOT_INVALIDATE, send))
                .startsWith("0109c000")
                .hasSize(2 * (6 + 18));
        assertThat(encoded(TerminateCode.RDMAP_INVALID_STAG, write))
                .startsWith("0100c000")
                .hasSize(2 * (6 + 14));
        assertThat(encoded(TerminateCode.RDMAP_INVALID_STAG, writeLikeRequest))
                .startsWith("0100c000")
                .hasSize(2 * (6 + 14));
    }

    @Test
    void shouldRepeatTheHeaderOfASegmentWithoutPayload() {
        assertThat(encoded(TerminateCode.DDP_TAGGED_INVALID_STAG, WRITE.substring(0, 31)))
                .isEqualTo("1100c000" + "000e" + "c140445566000000000000020000");
    }

    @ParameterizedTest(name = "should call {0} {1}")
    @CsvSource({
        "00ffe000, RDMAP local catastrophic error",
        "0101e000, RDMAP remote protection error",
        "0206e000, RDMAP remote operation error",
        "0306e000, RDMAP error type 3",
        "1000e000, DDP local catastrophic error",
        "1101e000, DDP tagged buffer error",
        "1201e000, DDP untagged buffer error",
        "1301e000, DDP error type 3",
        "2002e000, MPA error",
        "2102e000, MPA error type 1",
        "2202e000, MPA error type 2",
        "3002e000, layer 3 local catastrophic error",
    })
    void shouldNameEveryLayerAndType(String payload, String name) {
        TerminateMessage message = TerminateMessage.decode(WireBytes.segment(payload), 0, 4, false);

        assertThat(message.layerName() + " " + message.typeName()).isEqualTo(name);
        assertThat(message.sentence())
                .contains(name)
                .contains(message.code().sentence())
                .doesNotContain("about")
                .doesNotContain("kernel");
    }

    @Test
    void shouldLeaveOutWhatIsCutOffAtEveryTruncation() {
        byte[] whole = WireBytes.hex(encoded(TerminateCode.RDMAP_BASE_OR_BOUNDS, READ_REQUEST));
        for (int length = 0; length <= whole.length; length++) {
            MemorySegment segment = WireBytes.segment(Arrays.copyOf(whole, length));
            TerminateMessage message = TerminateMessage.decode(segment, 0, length, false);

            assertThat(message.code())
                    .isEqualTo(
                            length < 4
                                    ? TerminateCode.UNKNOWN
                                    : TerminateCode.RDMAP_BASE_OR_BOUNDS);
            assertThat(message.layout()).isEqualTo(length < 4 ? Layout.UNREADABLE : Layout.RFC);
            assertThat(message.ddpSegmentLengthBytes())
                    .isEqualTo(length < 6 ? TerminateMessage.ABSENT : 46);
            assertThat(message.ddpHeader().byteSize()).isEqualTo(length < 24 ? 0 : 18);
            assertThat(message.readRequestHeader().byteSize()).isEqualTo(length < 52 ? 0 : 28);
            assertThat(message.sentence())
                    .contains(length < 4 ? "too short to read" : "outside the bounds");
        }
    }

    @Test
    void shouldNotTakeALengthForValidThatIsOnlyPresent() {
        byte[] bytes = WireBytes.hex("1101 4000 1234 c140445566000000000000020000");

        TerminateMessage message =
                TerminateMessage.decode(WireBytes.segment(bytes), 0, bytes.length, false);

        assertThat(message.ddpSegmentLengthBytes()).isEqualTo(TerminateMessage.ABSENT);
        assertThat(message.ddpHeader().byteSize()).isEqualTo(14);
    }

    @Test
    void shouldNotThrowOnAnyBytes() {
        Random random = WireBytes.random();
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(70)];
            random.nextBytes(bytes);
            if (bytes.length > 2 && random.nextBoolean()) {
                bytes[0] &= 0x33;
                bytes[1] &= 0x0f;
            }
            TerminateMessage message =
                    TerminateMessage.decode(
                            WireBytes.segment(bytes), 0, bytes.length, random.nextBoolean());
            assertThat(message.sentence()).isNotBlank();
        }
    }

    @Test
    void shouldCompareByContentAndOutliveTheBuffer() {
        byte[] bytes = WireBytes.hex(encoded(TerminateCode.DDP_TAGGED_TO_WRAP, WRITE));
        byte[] copy = bytes.clone();
        TerminateMessage message =
                TerminateMessage.decode(WireBytes.segment(bytes), 0, bytes.length, false);
        TerminateMessage same =
                TerminateMessage.decode(WireBytes.segment(copy), 0, copy.length, false);
        Arrays.fill(bytes, (byte) 0);

        assertThat(message).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo("text");
        for (int i : new int[] {0, 1, 2, 4, 5, 6, 19}) {
            copy[i] ^= 0x40;
            TerminateMessage other =
                    TerminateMessage.decode(WireBytes.segment(copy), 0, copy.length, false);
            assertThat(message).as("byte %d", i).isNotEqualTo(other);
            assertThat(message.hashCode()).as("byte %d", i).isNotEqualTo(other.hashCode());
            copy[i] ^= 0x40;
        }
    }

    @Test
    void shouldNameUnregisteredLayersAndTypesByNumber() {
        TerminateMessage message =
                TerminateMessage.decode(WireBytes.segment("93770000"), 0, 4, false);

        assertThat(message.sentence())
                .isEqualTo(
                        "the peer ended the stream: layer 9 error type 3, a reason that is not"
                                + " registered (9/3/0x77)");
    }

    @Test
    void shouldRefuseToSendAnUnregisteredReason() {
        MemorySegment segment = WireBytes.segment(new byte[TerminateMessage.MAX_BYTES]);

        assertThatThrownBy(() -> TerminateMessage.encode(segment, 0, TerminateCode.UNKNOWN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String encoded(TerminateCode code, String offender) {
        byte[] offending = WireBytes.hex(offender);
        byte[] bytes = new byte[TerminateMessage.MAX_BYTES];
        int length =
                TerminateMessage.encode(
                        WireBytes.segment(bytes),
                        0,
                        code,
                        WireBytes.segment(offending),
                        0,
                        offending.length);
        return WireBytes.hex(Arrays.copyOf(bytes, length));
    }
}
