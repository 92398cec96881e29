package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class FpduTest {

    private final CRC32C crc = new CRC32C();

    @Test
    void shouldPadEveryLengthToAMultipleOfFour() {
        for (int length = 0; length <= Fpdu.MAX_ULPDU_BYTES; length++) {
            int pad = Fpdu.padBytes(length);
            assertThat(pad).isBetween(0, 3);
            assertThat(Fpdu.crcOffset(length)).isEqualTo(2 + length + pad);
            assertThat(Fpdu.sizeBytes(length) % 4).isZero();
            assertThat(Fpdu.sizeBytes(length)).isEqualTo(2 + length + pad + 4);
        }
        assertThat(Fpdu.sizeBytes(Fpdu.MAX_ULPDU_BYTES)).isEqualTo(Fpdu.MAX_BYTES);
        assertThat(Fpdu.sizeBytes(DdpHeader.TAGGED_BYTES)).isEqualTo(20);
        assertThat(Fpdu.sizeBytes(DdpHeader.UNTAGGED_BYTES)).isEqualTo(24);
    }

    @Test
    void shouldComputeThePublishedCrcVectors() {
        crc.update(new byte[32]);
        assertThat(Fpdu.wireCrc(crc)).isEqualTo(0xaa36918a);

        crc.reset();
        crc.update("123456789".getBytes(StandardCharsets.US_ASCII));
        assertThat(Fpdu.wireCrc(crc)).isEqualTo(0x839206e3);
    }

    @Test
    void shouldSendTheCrcLeastSignificantByteFirstFromAViewOfEitherOrder() {
        String recorded =
                "0022 4143 00000000 00000000 00000001 00000000"
                        + "0000000000010000 11223300 00000040 2ec9c395";
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            byte[] bytes = WireBytes.hex(recorded);
            Arrays.fill(bytes, 36, 40, (byte) 0);
            ByteBuffer view = WireBytes.direct(bytes).order(order);

            assertThat(Fpdu.crcMatches(crc, view, 0, 0x22)).isFalse();
            assertThat(Fpdu.seal(crc, view, 0, 0x22)).isEqualTo(40);
            assertThat(Fpdu.crcMatches(crc, view, 0, 0x22)).isTrue();
            assertThat(contents(view)).isEqualTo(WireBytes.hex(WireBytes.hex(recorded)));
        }
    }

    @Test
    void shouldSealAnyPayloadAtAnyOffsetAndTouchNothingElse() {
        Random random = WireBytes.random();
        for (int round = 0; round < 2_000; round++) {
            int length = Fpdu.MIN_ULPDU_BYTES + random.nextInt(300);
            int start = random.nextInt(13);
            byte[] bytes = new byte[start + Fpdu.sizeBytes(length) + 5];
            random.nextBytes(bytes);
            ByteBuffer view = WireBytes.direct(bytes);
            Fpdu.putUlpduLength(MemorySegment.ofBuffer(view), start, length);
            // A position and limit left over from a socket call must not matter.
            view.limit(random.nextInt(bytes.length)).position(0);

            int size = Fpdu.seal(crc, view, start, length);

            assertThat(size).isEqualTo(Fpdu.sizeBytes(length));
            view.limit(0);
            assertThat(Fpdu.crcMatches(crc, view, start, length)).isTrue();
            view.clear();
            for (int i = 0; i < bytes.length; i++) {
                int inFpdu = i - start;
                if (inFpdu >= 2 + length && inFpdu < Fpdu.crcOffset(length)) {
                    assertThat(view.get(i)).as("pad").isZero();
                } else if (inFpdu < 0 || inFpdu >= size || (inFpdu >= 2 && inFpdu < 2 + length)) {
                    assertThat(view.get(i)).as("byte %d", inFpdu).isEqualTo(bytes[i]);
                }
            }
        }
    }

    @Test
    void shouldNoticeEverySingleFlippedBit() {
        byte[] fpdu = WireBytes.tagged(RdmapControl.WRITE, 0x1234500, 0x7000, new byte[] {1, 2, 3});
        for (int bit = 0; bit < fpdu.length * 8; bit++) {
            byte[] broken = fpdu.clone();
            broken[bit / 8] ^= (byte) (1 << (bit % 8));
            // The length is taken from the intact frame: a broken one is another test.
            assertThat(Fpdu.crcMatches(crc, WireBytes.direct(broken), 0, 17)).isFalse();
        }
    }

    @Test
    void shouldSealInPiecesToTheSameBytesAsInOnePiece() {
        Random random = WireBytes.random();
        for (int payloadBytes = 0; payloadBytes < 40; payloadBytes++) {
            byte[] payload = new byte[payloadBytes];
            random.nextBytes(payload);
            byte[] whole = WireBytes.tagged(RdmapControl.WRITE, 7, 8, payload);
            int headBytes = Fpdu.ULPDU_OFFSET + DdpHeader.TAGGED_BYTES;
            byte[] trailer = new byte[Fpdu.MAX_TRAILER_BYTES + 2];
            Arrays.fill(trailer, (byte) 0x55);

            crc.reset();
            Fpdu.updateCrc(crc, WireBytes.direct(whole), 0, headBytes);
            Fpdu.updateCrc(crc, WireBytes.direct(payload), 0, payloadBytes);
            int trailerBytes =
                    Fpdu.putTrailer(
                            crc,
                            WireBytes.segment(trailer),
                            1,
                            DdpHeader.TAGGED_BYTES + payloadBytes);

            assertThat(Arrays.copyOfRange(trailer, 1, 1 + trailerBytes))
                    .isEqualTo(Arrays.copyOfRange(whole, headBytes + payloadBytes, whole.length));
        }
    }

    @Test
    void shouldZeroThePadAndTheCrcFieldWhenThereIsNoCrc() {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) 0x55);
        ByteBuffer view = WireBytes.direct(bytes);

        assertThat(Fpdu.sealWithoutCrc(view, 0, 15)).isEqualTo(24);
        assertThat(contents(view)).isEqualTo("55".repeat(17) + "00".repeat(7) + "55".repeat(8));

        byte[] trailer = new byte[Fpdu.MAX_TRAILER_BYTES];
        Arrays.fill(trailer, (byte) 0x55);
        assertThat(Fpdu.putTrailerWithoutCrc(WireBytes.segment(trailer), 0, 15)).isEqualTo(7);
        assertThat(trailer).containsOnly(0);
    }

    @Test
    void shouldWaitForTheWholeFpduAtEveryTruncation() {
        byte[] fpdu = WireBytes.untagged(RdmapControl.SEND, 0, 0, 1, new byte[] {1, 2, 3, 4, 5});
        for (int available = 0; available < fpdu.length; available++) {
            MemorySegment segment = WireBytes.segment(Arrays.copyOf(fpdu, available));
            assertThat(Fpdu.completeSize(segment, 0, available)).isEqualTo(Fpdu.INCOMPLETE);
        }
        MemorySegment segment = WireBytes.segment(Arrays.copyOf(fpdu, fpdu.length + 9));
        assertThat(Fpdu.completeSize(segment, 0, fpdu.length)).isEqualTo(fpdu.length);
        assertThat(Fpdu.completeSize(segment, 0, fpdu.length + 9)).isEqualTo(fpdu.length);
    }

    @Test
    void shouldJudgeEveryLengthAsSoonAsItsTwoBytesAreThere() {
        byte[] length = new byte[2];
        for (int n = 0; n <= 0xffff; n++) {
            length[0] = (byte) (n >>> 8);
            length[1] = (byte) n;
            assertThat(Fpdu.completeSize(WireBytes.segment(length), 0, 2))
                    .isEqualTo(n < DdpHeader.TAGGED_BYTES ? Fpdu.BAD_LENGTH : Fpdu.INCOMPLETE);
        }
    }

    @Test
    void shouldRefuseToWriteALengthThatDoesNotFit() {
        MemorySegment segment = WireBytes.segment(new byte[2]);

        for (int fits : new int[] {Fpdu.MIN_ULPDU_BYTES, Fpdu.MAX_ULPDU_BYTES}) {
            Fpdu.putUlpduLength(segment, 0, fits);
            assertThat(Fpdu.ulpduLength(segment, 0)).isEqualTo(fits);
        }
        assertThatThrownBy(() -> Fpdu.putUlpduLength(segment, 0, 0x10000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ulpduLength=65536");
        assertThatThrownBy(() -> Fpdu.putUlpduLength(segment, 0, 13))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKeepFullFpdusInsideTheMssAndFreeOfPad() {
        for (int mss = Fpdu.MIN_MSS_BYTES; mss < 70_000; mss++) {
            int max = Fpdu.maxSizeForMss(mss);
            assertThat(max).isLessThanOrEqualTo(mss).isGreaterThan(Math.min(mss, 65_543) - 8);
            assertThat(max % 8).isZero();
            int tagged = DdpHeader.TAGGED_BYTES + Fpdu.maxTaggedPayload(max);
            int untagged = DdpHeader.UNTAGGED_BYTES + Fpdu.maxUntaggedPayload(max);
            assertThat(tagged).isLessThanOrEqualTo(Fpdu.MAX_ULPDU_BYTES);
            assertThat(Fpdu.padBytes(tagged)).isZero();
            assertThat(Fpdu.padBytes(untagged)).isZero();
            assertThat(Fpdu.sizeBytes(tagged)).isEqualTo(max);
            assertThat(Fpdu.sizeBytes(untagged)).isEqualTo(max);
        }
        assertThat(Fpdu.maxSizeForMss(1460)).isEqualTo(1456);
        assertThat(Fpdu.maxTaggedPayload(1456)).isEqualTo(1436);
        assertThat(Fpdu.maxSizeForMss(1448)).isEqualTo(1448);
        assertThatThrownBy(() -> Fpdu.maxSizeForMss(Fpdu.MIN_MSS_BYTES - 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldFitEveryMessageOfOneSegmentIntoTheSmallestMss() {
        int max = Fpdu.maxUntaggedPayload(Fpdu.maxSizeForMss(Fpdu.MIN_MSS_BYTES));

        assertThat(max).isGreaterThanOrEqualTo(AtomicRequestHeader.BYTES);
        assertThat(max).isGreaterThanOrEqualTo(TerminateMessage.MAX_BYTES);
    }

    @Test
    void shouldNotOverflowTheLengthFieldAtTheLargestFpdu() {
        assertThat(DdpHeader.TAGGED_BYTES + Fpdu.maxTaggedPayload(Fpdu.MAX_BYTES))
                .isLessThanOrEqualTo(Fpdu.MAX_ULPDU_BYTES);
        assertThat(Fpdu.maxTaggedPayload(Fpdu.MAX_BYTES) % 4).isZero();
    }

    private static String contents(ByteBuffer view) {
        byte[] bytes = new byte[view.capacity()];
        view.clear().get(bytes);
        return WireBytes.hex(bytes);
    }
}
