package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InboundSegmentTest {

    @ParameterizedTest(name = "should accept a well-formed {0}")
    @EnumSource(value = RdmapOpcode.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void shouldAcceptEveryWellFormedMessage(RdmapOpcode opcode) {
        assertThat(check(wellFormed(opcode))).isEqualTo(WireFault.NONE);
    }

    @ParameterizedTest(name = "should report every truncation of {0}")
    @EnumSource(value = RdmapOpcode.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void shouldReportEveryTruncationOfAHeader(RdmapOpcode opcode) {
        byte[] whole = wellFormed(opcode);
        int ddpBytes = opcode.isTagged() ? 14 : 18;
        for (int length = 0; length < whole.length; length++) {
            WireFault expected = WireFault.NONE;
            if (length < ddpBytes) {
                expected = WireFault.SHORT_SEGMENT;
            } else if (opcode.isFixedSize()) {
                expected = WireFault.SHORT_PAYLOAD;
            }
            assertThat(check(Arrays.copyOf(whole, length))).isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "should refuse {0} in a segment of the other kind")
    @EnumSource(value = RdmapOpcode.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void shouldRefuseAMessageInTheOtherBufferModel(RdmapOpcode opcode) {
        byte[] bytes = Arrays.copyOf(wellFormed(opcode), 80);
        bytes[0] ^= (byte) 0x80;

        assertThat(check(bytes)).isEqualTo(WireFault.WRONG_BUFFER_MODEL);
    }

    @ParameterizedTest(name = "should refuse {0} on any other queue")
    @EnumSource(
            value = RdmapOpcode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNKNOWN", "WRITE", "READ_RESPONSE"})
    void shouldRefuseAMessageOnAnotherQueue(RdmapOpcode opcode) {
        byte[] bytes = wellFormed(opcode);
        for (int queue : new int[] {0, 1, 2, 3, 4, -1, Integer.MIN_VALUE, 0x0100_0000}) {
            DdpHeader.putQueueNumber(WireBytes.segment(bytes), 0, queue);

            assertThat(check(bytes))
                    .isEqualTo(
                            queue == opcode.queueNumber() ? WireFault.NONE : WireFault.WRONG_QUEUE);
        }
    }

    @ParameterizedTest(name = "should demand one whole segment for {0}")
    @EnumSource(
            value = RdmapOpcode.class,
            names = {
                "READ_REQUEST",
                "ATOMIC_REQUEST",
                "ATOMIC_RESPONSE",
                "IMMEDIATE",
                "IMMEDIATE_SOLICITED"
            })
    void shouldDemandOneWholeSegmentForAMessageOfFixedSize(RdmapOpcode opcode) {
        byte[] whole = wellFormed(opcode);

        byte[] unfinished = whole.clone();
        unfinished[0] &= (byte) ~0x40;
        assertThat(check(unfinished)).isEqualTo(WireFault.NOT_LAST);

        byte[] shifted = whole.clone();
        DdpHeader.putMessageOffset(WireBytes.segment(shifted), 0, 4);
        assertThat(check(shifted)).isEqualTo(WireFault.NONZERO_MESSAGE_OFFSET);

        assertThat(check(Arrays.copyOf(whole, whole.length + 1))).isEqualTo(WireFault.LONG_PAYLOAD);
        assertThat(check(Arrays.copyOf(whole, Fpdu.MAX_ULPDU_BYTES)))
                .isEqualTo(WireFault.LONG_PAYLOAD);
    }

    @Test
    void shouldReportTheFirstFaultFromTheLowestLayerUp() {
        byte[] bytes = wellFormed(RdmapOpcode.SEND);
        bytes[1] = (byte) 0x8f;
        assertThat(check(bytes)).isEqualTo(WireFault.RDMAP_VERSION);

        bytes[0] = 0x42;
        assertThat(check(bytes)).isEqualTo(WireFault.DDP_VERSION_UNTAGGED);

        bytes[0] = 0x41;
        bytes[1] = 0x4c;
        assertThat(check(bytes)).isEqualTo(WireFault.UNKNOWN_OPCODE);
    }

    @Test
    void shouldIgnoreReservedBits() {
        byte[] bytes = wellFormed(RdmapOpcode.READ_REQUEST);
        bytes[0] |= 0x3c;
        bytes[1] |= 0x30;

        assertThat(check(bytes)).isEqualTo(WireFault.NONE);
    }

    @Test
    void shouldLeaveAnAtomicOperationToBeRefusedInItsTurn() {
        byte[] bytes = wellFormed(RdmapOpcode.ATOMIC_REQUEST);
        bytes[DdpHeader.UNTAGGED_BYTES + 3] = 9;
        assertThat(check(bytes)).isEqualTo(WireFault.NONE);
    }

    @Test
    void shouldNotThrowOnAnyBytes() {
        Random random = WireBytes.random();
        RdmapOpcode[] opcodes = RdmapOpcode.values();
        for (int round = 0; round < 30_000; round++) {
            byte[] bytes = new byte[random.nextInt(90)];
            random.nextBytes(bytes);
            if (bytes.length > 1 && random.nextBoolean()) {
                RdmapOpcode opcode = opcodes[random.nextInt(opcodes.length)];
                bytes[0] = (byte) (opcode.isTagged() ? 0xc1 : 0x41);
                bytes[1] = (byte) RdmapControl.encode(opcode.code());
            }
            assertThat(check(bytes)).isNotNull();
        }
    }

    @ParameterizedTest(name = "should answer {0} with {1}")
    @CsvSource({
        "NONE, UNKNOWN",
        "SHORT_SEGMENT, MPA_LENGTH_OR_MARKER",
        "DDP_VERSION_TAGGED, DDP_TAGGED_VERSION",
        "DDP_VERSION_UNTAGGED, DDP_UNTAGGED_VERSION",
        "RDMAP_VERSION, RDMAP_VERSION",
        "UNKNOWN_OPCODE, RDMAP_UNEXPECTED_OPCODE",
        "WRONG_BUFFER_MODEL, RDMAP_UNEXPECTED_OPCODE",
        "WRONG_QUEUE, DDP_UNTAGGED_INVALID_QN",
        "NONZERO_MESSAGE_OFFSET, DDP_UNTAGGED_INVALID_MO",
        "NOT_LAST, DDP_UNTAGGED_TOO_LONG",
        "LONG_PAYLOAD, DDP_UNTAGGED_TOO_LONG",
        "SHORT_PAYLOAD, RDMAP_OPERATION_UNSPECIFIED",
        "ATOMIC_OPERATION, RDMAP_UNEXPECTED_OPCODE",
        "ATOMIC_ALIGNMENT, RDMAP_STREAM_CATASTROPHIC",
    })
    void shouldNameTheTerminateForEveryFault(WireFault fault, TerminateCode code) {
        assertThat(fault.terminateCode()).isEqualTo(code);
        assertThat(fault.sentence()).isNotBlank();
    }

    private static WireFault check(byte[] ddpSegment) {
        return InboundSegment.check(WireBytes.segment(ddpSegment), 0, ddpSegment.length);
    }

    private static byte[] wellFormed(RdmapOpcode opcode) {
        int control = RdmapControl.encode(opcode.code());
        int payloadBytes = opcode.isFixedSize() ? opcode.exactPayloadBytes() : 5;
        byte[] bytes = new byte[(opcode.isTagged() ? 14 : 18) + payloadBytes];
        MemorySegment segment = WireBytes.segment(bytes);
        if (opcode.isTagged()) {
            DdpHeader.putTagged(segment, 0, true, control, 0x100, 0x1000);
        } else {
            DdpHeader.putUntagged(segment, 0, true, control, 0, opcode.queueNumber(), Msn.FIRST, 0);
        }
        return bytes;
    }
}
