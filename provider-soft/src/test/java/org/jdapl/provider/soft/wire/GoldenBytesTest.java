package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jdapl.provider.soft.wire.WireBytes.hex;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes that were seen on a wire between this kind of program and the Linux kernel's software iWARP
 * driver, some also under a protocol analyser. They are the standard here: encoders must produce
 * them, decoders must accept them.
 */
class GoldenBytesTest {

    private static final byte[] EMPTY = {};
    private static final String TEXT = HexFormat.of().formatHex(WireBytes.rpingText());

    static Stream<Arguments> fpdus() {
        byte[] zeros16 = new byte[16];
        return Stream.of(
                Arguments.of(
                        "the hidden zero-length write",
                        "000e c140 00000001 0000000000000000 ebd34c5f",
                        WireBytes.tagged(RdmapControl.WRITE, 1, 0, EMPTY)),
                Arguments.of(
                        "the hidden zero-length read",
                        "002e 4141 00000000 00000001 00000001 00000000 00000001 0000000000000000"
                                + "00000000 00000001 0000000000000000 27dbd7e7",
                        readRequest(1, 0, 0, 1, 0)),
                Arguments.of(
                        "the response to the hidden read",
                        "000e c142 00000001 0000000000000000 21a3e83e",
                        WireBytes.tagged(RdmapControl.READ_RESPONSE, 1, 0, EMPTY)),
                Arguments.of(
                        "a Send with the client's source buffer",
                        "0022 4143 00000000 00000000 00000001 00000000"
                                + "0000000000010000 11223300 00000040 2ec9c395",
                        send(1, "0000000000010000 11223300 00000040")),
                Arguments.of(
                        "a Read Request by the kernel",
                        "002e 4141 00000000 00000001 00000001 00000000"
                                + "15b17f00 00005579da622180 00000040 11223300 0000000000010000"
                                + "99cbaebe",
                        readRequest(0x15b17f00, 0x5579da622180L, 64, 0x11223300, 0x10000)),
                Arguments.of(
                        "a Read Response",
                        "004e c142 15b17f00 00005579da622180" + TEXT + "fd8857c0",
                        WireBytes.tagged(
                                RdmapControl.READ_RESPONSE,
                                0x15b17f00,
                                0x5579da622180L,
                                WireBytes.rpingText())),
                Arguments.of(
                        "a Send of sixteen zeros by the kernel",
                        "0022 4143 00000000 00000000 00000001 00000000"
                                + "00000000000000000000000000000000 84609a12",
                        WireBytes.untagged(RdmapControl.SEND, 0, 0, 1, zeros16)),
                Arguments.of(
                        "a Send with the client's sink buffer",
                        "0022 4143 00000000 00000000 00000002 00000000"
                                + "0000000000020000 44556600 00000040 34e56b9d",
                        send(2, "0000000000020000 44556600 00000040")),
                Arguments.of(
                        "an RDMA Write by the kernel",
                        "004e c140 44556600 0000000000020000" + TEXT + "a27d2388",
                        WireBytes.tagged(
                                RdmapControl.WRITE, 0x44556600, 0x20000, WireBytes.rpingText())),
                Arguments.of(
                        "a second Send of sixteen zeros by the kernel",
                        "0022 4143 00000000 00000000 00000002 00000000"
                                + "00000000000000000000000000000000 b3e68405",
                        WireBytes.untagged(RdmapControl.SEND, 0, 0, 2, zeros16)),
                Arguments.of(
                        "a Send with a source buffer by the kernel as client",
                        "0022 4143 00000000 00000000 00000001 00000000"
                                + "000055e16ff02470 59ca4c00 00000040 48d5a978",
                        send(1, "000055e16ff02470 59ca4c00 00000040")),
                Arguments.of(
                        "a Read Request to the kernel",
                        "002e 4141 00000000 00000001 00000001 00000000"
                                + "77889900 0000000000030000 00000040 59ca4c00 000055e16ff02470"
                                + "b009aa87",
                        readRequest(0x77889900, 0x30000, 64, 0x59ca4c00, 0x55e16ff02470L)),
                Arguments.of(
                        "a Read Response by the kernel",
                        "004e c142 77889900 0000000000030000" + TEXT + "da1b69d5",
                        WireBytes.tagged(
                                RdmapControl.READ_RESPONSE,
                                0x77889900,
                                0x30000,
                                WireBytes.rpingText())),
                Arguments.of(
                        "a Send with a sink buffer by the kernel as client",
                        "0022 4143 00000000 00000000 00000002 00000000"
                                + "000055e16feff170 314be500 00000040 168b7a88",
                        send(2, "000055e16feff170 314be500 00000040")),
                Arguments.of(
                        "an RDMA Write to the kernel",
                        "004e c140 314be500 000055e16feff170" + TEXT + "6ddd2003",
                        WireBytes.tagged(
                                RdmapControl.WRITE,
                                0x314be500,
                                0x55e16feff170L,
                                WireBytes.rpingText())));
    }

    /**
     * Messages that the kernel driver does not send or does not know; these bytes are the encoders'
     * own, and Wireshark's dissector read every field and each CRC as meant.
     */
    static Stream<Arguments> analysedFpdus() {
        byte[] atomicRequest = new byte[AtomicRequestHeader.BYTES];
        AtomicRequestHeader.put(
                WireBytes.segment(atomicRequest),
                0,
                AtomicRequestHeader.COMPARE_SWAP,
                0x01020304,
                0x0a0b0c0d,
                0x1112131415161718L,
                0x2122232425262728L,
                0x3132333435363738L,
                0x4142434445464748L,
                0x5152535455565758L);
        byte[] atomicResponse = new byte[AtomicResponseHeader.BYTES];
        AtomicResponseHeader.put(
                WireBytes.segment(atomicResponse), 0, 0x01020304, 0xf1f2f3f4f5f6f7f8L);
        byte[] immediate = new byte[ImmediateData.BYTES];
        ImmediateData.putValue(WireBytes.segment(immediate), 0, 0xcafe);
        return Stream.of(
                Arguments.of(
                        "a Send with Invalidate and a pad byte",
                        "0015 4144 deadbe01 00000000 00000001 00000000 627965 00 07fcd8b9",
                        WireBytes.untagged(
                                RdmapControl.SEND_INVALIDATE, 0xdeadbe01, 0, 1, hex("627965"))),
                Arguments.of(
                        "an Atomic Request to compare and swap",
                        "0046 414a 00000000 00000001 00000004 00000000"
                                + "00000002 01020304 0a0b0c0d 1112131415161718"
                                + "2122232425262728 3132333435363738"
                                + "4142434445464748 5152535455565758 ef6df352",
                        WireBytes.untagged(RdmapControl.ATOMIC_REQUEST, 0, 1, 4, atomicRequest)),
                Arguments.of(
                        "an Atomic Response",
                        "001e 414b 00000000 00000003 00000003 00000000"
                                + "01020304 f1f2f3f4f5f6f7f8 1df33b20",
                        WireBytes.untagged(RdmapControl.ATOMIC_RESPONSE, 0, 3, 3, atomicResponse)),
                Arguments.of(
                        "Immediate Data",
                        "001a 4148 00000000 00000000 00000006 00000000"
                                + "0000cafe 00000000 d893486c",
                        WireBytes.untagged(RdmapControl.IMMEDIATE, 0, 0, 6, immediate)),
                Arguments.of(
                        "Immediate Data with Solicited Event",
                        "001a 4149 00000000 00000000 00000007 00000000"
                                + "0000cafe 00000000 2060ae72",
                        WireBytes.untagged(RdmapControl.IMMEDIATE_SOLICITED, 0, 0, 7, immediate)),
                Arguments.of(
                        "a Terminate without headers",
                        "0016 4147 00000000 00000002 00000001 00000000 20020000 7fe42585",
                        terminate(TerminateCode.MPA_CRC, "")),
                Arguments.of(
                        "a Terminate about a Send",
                        "002a 4147 00000000 00000002 00000001 00000000 1202c000 0014"
                                + "4143 00000000 00000000 00000003 00000000 1b5ba6d2",
                        terminate(
                                TerminateCode.DDP_UNTAGGED_NO_BUFFER,
                                "4143 00000000 00000000 00000003 00000000 0102")),
                Arguments.of(
                        "a Terminate about a Read Request",
                        "0046 4147 00000000 00000002 00000001 00000000 0102e000 002e"
                                + "4141 00000000 00000001 00000001 00000000"
                                + "15b17f00 00005579da622180 00000040 11223300 0000000000010000"
                                + "6caf73d5",
                        terminate(
                                TerminateCode.RDMAP_ACCESS_RIGHTS,
                                "4141 00000000 00000001 00000001 00000000 15b17f00"
                                        + "00005579da622180 00000040 11223300 0000000000010000")));
    }

    @ParameterizedTest(name = "encoders should produce {0}")
    @MethodSource({"fpdus", "analysedFpdus"})
    void shouldEncodeEveryRecordedFpdu(String name, String recorded, byte[] encoded) {
        assertThat(hex(encoded)).as(name).isEqualTo(hex(hex(recorded)));
    }

    @ParameterizedTest(name = "decoders should accept {0}")
    @MethodSource({"fpdus", "analysedFpdus"})
    void shouldAcceptEveryRecordedFpdu(String name, String recorded, byte[] encoded) {
        byte[] bytes = hex(recorded);
        MemorySegment segment = WireBytes.segment(bytes);

        assertThat(Fpdu.completeSize(segment, 0, bytes.length)).as(name).isEqualTo(bytes.length);
        assertThat(
                        Fpdu.crcMatches(
                                new CRC32C(),
                                WireBytes.direct(bytes),
                                0,
                                Fpdu.ulpduLength(segment, 0)))
                .isTrue();
        assertThat(InboundSegment.check(segment, Fpdu.ULPDU_OFFSET, Fpdu.ulpduLength(segment, 0)))
                .isEqualTo(WireFault.NONE);
    }

    @Test
    void shouldReadTheFieldsOfTheKernelsReadRequest() {
        MemorySegment segment =
                WireBytes.segment(
                        "002e 4141 00000000 00000001 00000001 00000000 | 15b17f00"
                                + "00005579da622180 00000040 11223300 0000000000010000 | 99cbaebe");
        long ddp = Fpdu.ULPDU_OFFSET;
        long header = ddp + DdpHeader.UNTAGGED_BYTES;

        assertThat(Fpdu.ulpduLength(segment, 0)).isEqualTo(46);
        assertThat(DdpHeader.isTagged(DdpHeader.control(segment, ddp))).isFalse();
        assertThat(DdpHeader.isLast(DdpHeader.control(segment, ddp))).isTrue();
        assertThat(RdmapControl.opcode(DdpHeader.rdmapControl(segment, ddp)))
                .isEqualTo(RdmapControl.READ_REQUEST);
        assertThat(DdpHeader.queueNumber(segment, ddp)).isEqualTo(DdpHeader.QUEUE_READ_REQUEST);
        assertThat(DdpHeader.msn(segment, ddp)).isEqualTo(Msn.FIRST);
        assertThat(DdpHeader.messageOffset(segment, ddp)).isZero();
        assertThat(ReadRequestHeader.sinkStag(segment, header)).isEqualTo(0x15b17f00);
        assertThat(ReadRequestHeader.sinkTaggedOffset(segment, header)).isEqualTo(0x5579da622180L);
        assertThat(ReadRequestHeader.sizeBytes(segment, header)).isEqualTo(64);
        assertThat(ReadRequestHeader.sourceStag(segment, header)).isEqualTo(0x11223300);
        assertThat(ReadRequestHeader.sourceTaggedOffset(segment, header)).isEqualTo(0x10000);
    }

    @Test
    void shouldReadTheFieldsOfTheKernelsWrite() {
        MemorySegment segment =
                WireBytes.segment("004e c140 44556600 0000000000020000" + TEXT + "a27d2388");

        assertThat(DdpHeader.isTagged(DdpHeader.control(segment, 2))).isTrue();
        assertThat(RdmapControl.opcode(DdpHeader.rdmapControl(segment, 2)))
                .isEqualTo(RdmapControl.WRITE);
        assertThat(DdpHeader.stag(segment, 2)).isEqualTo(0x44556600);
        assertThat(DdpHeader.taggedOffset(segment, 2)).isEqualTo(0x20000);
    }

    static Stream<Arguments> mpaFrames() {
        MpaEnhancedData oneOne = MpaEnhancedData.clientServer(1, 1);
        return Stream.of(
                Arguments.of(
                        "a request with CRC",
                        WireBytes.REQUEST_KEY + "50 02 0004 0001 0001",
                        MpaFrame.request(MpaFrame.CRC, oneOne, EMPTY)),
                Arguments.of(
                        "the kernel's reply",
                        WireBytes.REPLY_KEY + "50 02 0004 0001 0001",
                        MpaFrame.reply(MpaFrame.CRC, oneOne, EMPTY)),
                Arguments.of(
                        "the kernel's own request",
                        WireBytes.REQUEST_KEY + "10 02 0004 0001 0001",
                        MpaFrame.request(0, oneOne, EMPTY)),
                Arguments.of(
                        "the kernel's own request in a peer-to-peer build",
                        WireBytes.REQUEST_KEY + "10 02 0004 8001 c001",
                        MpaFrame.request(
                                0,
                                new MpaEnhancedData(
                                        1,
                                        1,
                                        MpaEnhancedData.PEER_TO_PEER
                                                | MpaEnhancedData.RTR_WRITE
                                                | MpaEnhancedData.RTR_READ),
                                EMPTY)),
                Arguments.of(
                        "a request for a hidden write",
                        WireBytes.REQUEST_KEY + "50 02 0004 8001 8001",
                        MpaFrame.request(
                                MpaFrame.CRC,
                                new MpaEnhancedData(
                                        1,
                                        1,
                                        MpaEnhancedData.PEER_TO_PEER | MpaEnhancedData.RTR_WRITE),
                                EMPTY)),
                Arguments.of(
                        "a request for a hidden read",
                        WireBytes.REQUEST_KEY + "50 02 0004 8001 4001",
                        MpaFrame.request(
                                MpaFrame.CRC,
                                new MpaEnhancedData(
                                        1,
                                        1,
                                        MpaEnhancedData.PEER_TO_PEER | MpaEnhancedData.RTR_READ),
                                EMPTY)),
                Arguments.of(
                        "the kernel's refusal of markers",
                        WireBytes.REPLY_KEY + "70 02 0004 0000 0000",
                        MpaFrame.reply(
                                MpaFrame.CRC | MpaFrame.REJECT,
                                MpaEnhancedData.clientServer(0, 0),
                                EMPTY)),
                Arguments.of(
                        "a request of revision 1",
                        WireBytes.REQUEST_KEY + "40 01 0000",
                        new MpaFrame(false, MpaFrame.CRC, 1, null, WireBytes.segment(EMPTY))),
                Arguments.of(
                        "a reply of revision 1",
                        WireBytes.REPLY_KEY + "40 01 0000",
                        new MpaFrame(true, MpaFrame.CRC, 1, null, WireBytes.segment(EMPTY))),
                Arguments.of(
                        "a reply that mirrors unequal depths",
                        WireBytes.REPLY_KEY + "50 02 0004 0010 0008",
                        MpaFrame.reply(MpaFrame.CRC, MpaEnhancedData.clientServer(16, 8), EMPTY)));
    }

    @ParameterizedTest(name = "MPA should encode {0}")
    @MethodSource("mpaFrames")
    void shouldEncodeEveryRecordedMpaFrame(String name, String recorded, MpaFrame frame) {
        MemorySegment segment = WireBytes.segment(new byte[frame.sizeBytes()]);

        assertThat(frame.encode(segment, 0)).as(name).isEqualTo(frame.sizeBytes());
        assertThat(hex(WireBytes.bytes(segment, 0, segment.byteSize())))
                .isEqualTo(hex(hex(recorded)));
    }

    @ParameterizedTest(name = "MPA should decode {0}")
    @MethodSource("mpaFrames")
    void shouldDecodeEveryRecordedMpaFrame(String name, String recorded, MpaFrame frame) {
        MemorySegment segment = WireBytes.segment(recorded);

        assertThat(MpaFrame.decode(segment, 0, segment.byteSize(), frame.reply()))
                .as(name)
                .isEqualTo(new MpaDecoding.Complete(frame, frame.sizeBytes()));
    }

    private static byte[] send(int msn, String payload) {
        return WireBytes.untagged(RdmapControl.SEND, 0, DdpHeader.QUEUE_SEND, msn, hex(payload));
    }

    private static byte[] terminate(TerminateCode code, String offender) {
        byte[] offending = hex(offender);
        byte[] payload = new byte[TerminateMessage.MAX_BYTES];
        int length =
                TerminateMessage.encode(
                        WireBytes.segment(payload),
                        0,
                        code,
                        WireBytes.segment(offending),
                        0,
                        offending.length);
        return WireBytes.untagged(
                RdmapControl.TERMINATE,
                0,
                DdpHeader.QUEUE_TERMINATE,
                Msn.FIRST,
                Arrays.copyOf(payload, length));
    }

    private static byte[] readRequest(
            int sinkStag, long sinkOffset, int size, int sourceStag, long sourceOffset) {
        byte[] payload = new byte[ReadRequestHeader.BYTES];
        ReadRequestHeader.put(
                WireBytes.segment(payload),
                0,
                sinkStag,
                sinkOffset,
                size,
                sourceStag,
                sourceOffset);
        return WireBytes.untagged(
                RdmapControl.READ_REQUEST, 0, DdpHeader.QUEUE_READ_REQUEST, 1, payload);
    }
}
