package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MpaFrameTest {

    private static final MpaEnhancedData DEPTHS = MpaEnhancedData.clientServer(8, 16);

    @Test
    void shouldComeBackEqualAfterAnyRoundTrip() {
        Random random = WireBytes.random();
        for (int round = 0; round < 2_000; round++) {
            MpaFrame frame = randomFrame(random);
            int at = random.nextInt(9);
            MemorySegment segment = WireBytes.segment(new byte[at + frame.sizeBytes() + 3]);
            segment.fill((byte) 0xee);

            assertThat(frame.encode(segment, at)).isEqualTo(frame.sizeBytes());

            MpaDecoding decoding =
                    MpaFrame.decode(segment, at, segment.byteSize() - at, frame.reply());
            assertThat(decoding).isEqualTo(new MpaDecoding.Complete(frame, frame.sizeBytes()));
            assertThat(decoding.hashCode())
                    .isEqualTo(new MpaDecoding.Complete(frame, frame.sizeBytes()).hashCode());
            assertThat(WireBytes.hex(WireBytes.bytes(segment, at + frame.sizeBytes(), 3)))
                    .as("bytes behind the frame")
                    .isEqualTo("eeeeee");
        }
    }

    @Test
    void shouldAskForMoreAtEveryTruncationAndNeverForTooMuch() {
        byte[] whole = encoded(MpaFrame.request(MpaFrame.CRC, DEPTHS, new byte[11]));
        for (int available = 0; available < whole.length; available++) {
            // Exactly the bytes that are there: a look further would throw.
            MemorySegment segment = WireBytes.segment(Arrays.copyOf(whole, available));
            MpaDecoding decoding = MpaFrame.decode(segment, 0, available, false);

            assertThat(decoding).isInstanceOf(MpaDecoding.NeedMore.class);
            int missing = ((MpaDecoding.NeedMore) decoding).missingBytes();
            assertThat(missing).isPositive();
            assertThat(available + missing).isIn(MpaFrame.HEADER_BYTES, whole.length);
        }
    }

    @Test
    void shouldRefuseAnHttpClientAtItsFirstByte() {
        byte[] get = "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);

        assertThat(MpaFrame.decode(WireBytes.segment(get), 0, 1, false))
                .isEqualTo(new MpaDecoding.Malformed(MpaFault.NOT_MPA));
    }

    @Test
    void shouldRefuseEveryWrongKeyByteAsSoonAsItIsThere() {
        byte[] whole = encoded(MpaFrame.request(0, DEPTHS, new byte[0]));
        for (int i = 0; i < MpaFrame.KEY_BYTES; i++) {
            byte[] broken = whole.clone();
            broken[i] ^= 0x20;
            MemorySegment segment = WireBytes.segment(Arrays.copyOf(broken, i + 1));

            assertThat(MpaFrame.decode(segment, 0, i, false))
                    .isInstanceOf(MpaDecoding.NeedMore.class);
            assertThat(MpaFrame.decode(segment, 0, i + 1, false))
                    .isEqualTo(new MpaDecoding.Malformed(MpaFault.NOT_MPA));
        }
    }

    @Test
    void shouldTellAFrameOfTheWrongDirectionFromAForeignProtocol() {
        byte[] request = encoded(MpaFrame.request(0, DEPTHS, new byte[0]));
        byte[] reply = encoded(MpaFrame.reply(0, DEPTHS, new byte[0]));

        assertThat(MpaFrame.decode(WireBytes.segment(reply), 0, 10, false))
                .isEqualTo(new MpaDecoding.Malformed(MpaFault.WRONG_DIRECTION));
        assertThat(MpaFrame.decode(WireBytes.segment(request), 0, 10, true))
                .isEqualTo(new MpaDecoding.Malformed(MpaFault.WRONG_DIRECTION));
        assertThat(MpaFrame.decode(WireBytes.segment(request), 0, 9, true))
                .isInstanceOf(MpaDecoding.NeedMore.class);
    }

    @Test
    void shouldRefuseEveryRevisionButOneAndTwoBeforeTheLengthIsThere() {
        byte[] frame = encoded(MpaFrame.request(0, DEPTHS, new byte[0]));
        for (int revision = 0; revision <= 0xff; revision++) {
            frame[MpaFrame.REVISION_OFFSET] = (byte) revision;
            MpaDecoding decoding = MpaFrame.decode(WireBytes.segment(frame), 0, 18, false);

            if (revision == 1 || revision == 2) {
                assertThat(decoding).isEqualTo(new MpaDecoding.NeedMore(2));
            } else {
                assertThat(decoding)
                        .isEqualTo(new MpaDecoding.Malformed(MpaFault.UNSUPPORTED_REVISION));
            }
        }
    }

    @Test
    void shouldBoundThePrivateDataBeforeWaitingForIt() {
        byte[] frame = encoded(MpaFrame.request(0, DEPTHS, new byte[0]));
        for (int pdLength = 0; pdLength <= 0xffff; pdLength++) {
            frame[18] = (byte) (pdLength >>> 8);
            frame[19] = (byte) pdLength;
            MpaDecoding decoding =
                    MpaFrame.decode(WireBytes.segment(frame), 0, MpaFrame.HEADER_BYTES, false);

            if (pdLength > MpaFrame.MAX_PD_LENGTH) {
                assertThat(decoding)
                        .isEqualTo(new MpaDecoding.Malformed(MpaFault.PRIVATE_DATA_TOO_LONG));
            } else if (pdLength < MpaEnhancedData.BYTES) {
                assertThat(decoding)
                        .isEqualTo(new MpaDecoding.Malformed(MpaFault.ENHANCED_DATA_MISSING));
            } else {
                assertThat(decoding).isEqualTo(new MpaDecoding.NeedMore(pdLength));
            }
        }
    }

    @Test
    void shouldAcceptTheLargestPrivateData() {
        byte[] data = new byte[MpaFrame.MAX_PD_LENGTH - MpaEnhancedData.BYTES];
        WireBytes.random().nextBytes(data);
        MpaFrame frame = MpaFrame.reply(MpaFrame.REJECT, DEPTHS, data);

        assertThat(frame.sizeBytes()).isEqualTo(MpaFrame.MAX_BYTES);
        assertThat(decoded(encoded(frame), true).privateDataBytes()).isEqualTo(data);
    }

    @Test
    void shouldIgnoreReservedFlagBitsAndTheRejectFlagOfARequest() {
        byte[] request = encoded(MpaFrame.request(MpaFrame.CRC, DEPTHS, new byte[0]));
        request[MpaFrame.FLAGS_OFFSET] |= 0x2f;

        assertThat(decoded(request, false))
                .isEqualTo(MpaFrame.request(MpaFrame.CRC, DEPTHS, new byte[0]));

        byte[] reply = encoded(MpaFrame.reply(MpaFrame.CRC, DEPTHS, new byte[0]));
        reply[MpaFrame.FLAGS_OFFSET] |= 0x0f;

        assertThat(decoded(reply, true))
                .isEqualTo(MpaFrame.reply(MpaFrame.CRC, DEPTHS, new byte[0]));
    }

    @Test
    void shouldIgnoreTheEnhancedFlagOfRevisionOne() {
        byte[] frame = WireBytes.hex(WireBytes.REQUEST_KEY + "50 01 0004 0001 0002");

        MpaFrame decoded = decoded(frame, false);

        assertThat(decoded.enhanced()).isNull();
        assertThat(WireBytes.hex(decoded.privateDataBytes())).isEqualTo("00010002");
    }

    @Test
    void shouldAcceptRevisionTwoWithoutEnhancedData() {
        MpaFrame decoded = decoded(WireBytes.hex(WireBytes.REQUEST_KEY + "c0 02 0001 77"), false);

        assertThat(decoded.enhanced()).isNull();
        assertThat(decoded.markers()).isTrue();
        assertThat(decoded.crc()).isTrue();
        assertThat(decoded.rejected()).isFalse();
        assertThat(MpaFrame.reply(MpaFrame.REJECT, DEPTHS, new byte[0]).markers()).isFalse();
        assertThat(decoded.pdLength()).isEqualTo(1);
    }

    @Test
    void shouldNotChangeWhenTheReceiveBufferIsUsedAgain() {
        byte[] buffer = encoded(MpaFrame.request(0, DEPTHS, new byte[] {1, 2, 3}));
        MpaFrame decoded = decoded(buffer, false);

        Arrays.fill(buffer, (byte) 0xff);

        assertThat(decoded.privateDataBytes()).containsExactly(1, 2, 3);
        assertThat(decoded.privateData().isReadOnly()).isTrue();
    }

    @Test
    void shouldNotThrowOnAnyBytes() {
        Random random = WireBytes.random();
        byte[] valid = encoded(MpaFrame.request(0, DEPTHS, new byte[20]));
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = valid.clone();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            int available = random.nextInt(bytes.length + 1);
            MemorySegment segment = WireBytes.segment(Arrays.copyOf(bytes, available));

            assertThat(MpaFrame.decode(segment, 0, available, random.nextBoolean())).isNotNull();
        }
    }

    @Test
    void shouldRefuseToBuildWhatMayNotBeSent() {
        MemorySegment none = WireBytes.segment(new byte[0]);

        assertThatThrownBy(() -> new MpaFrame(false, MpaFrame.REJECT, 2, DEPTHS, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MpaFrame(false, 0x10, 2, DEPTHS, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MpaFrame(false, 0, 3, null, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MpaFrame(false, 0, 1, DEPTHS, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MpaFrame.request(0, DEPTHS, new byte[509]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("509");
        assertThatThrownBy(() -> new MpaEnhancedData(0x4000, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MpaEnhancedData(0, -1, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MpaEnhancedData(0, 0, 16))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldWriteNothingWhenTheFrameDoesNotFit() {
        MpaFrame frame = MpaFrame.request(0, DEPTHS, new byte[0]);
        MemorySegment segment = WireBytes.segment(new byte[frame.sizeBytes() - 1]);

        assertThatThrownBy(() -> frame.encode(segment, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    }

    @Test
    void shouldMapEveryWordOfEnhancedDataOneToOne() {
        Random random = WireBytes.random();
        for (int round = 0; round < 20_000; round++) {
            int word = random.nextInt();
            assertThat(MpaEnhancedData.ofWord(word).toWord()).isEqualTo(word);
        }
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            MpaEnhancedData data = MpaEnhancedData.ofWord(1 << bit);
            assertThat(data.peerToPeer()).isEqualTo(bit == 31);
            assertThat(data.rtrSend()).isEqualTo(bit == 30);
            assertThat(data.rtrWrite()).isEqualTo(bit == 15);
            assertThat(data.rtrRead()).isEqualTo(bit == 14);
        }
        assertThat(MpaEnhancedData.ofWord(0x3fff_0000).ird())
                .isEqualTo(MpaEnhancedData.NOT_NEGOTIATED);
        assertThat(MpaEnhancedData.ofWord(0x0000_3fff).ord())
                .isEqualTo(MpaEnhancedData.NOT_NEGOTIATED);
    }

    @Test
    void shouldCompareFramesByContent() {
        MpaFrame frame = MpaFrame.request(0, DEPTHS, new byte[] {1});

        assertThat(frame)
                .isEqualTo(MpaFrame.request(0, DEPTHS, new byte[] {1}))
                .isNotEqualTo(MpaFrame.request(0, DEPTHS, new byte[] {2}))
                .isNotEqualTo(MpaFrame.request(MpaFrame.CRC, DEPTHS, new byte[] {1}))
                .isNotEqualTo(MpaFrame.reply(0, DEPTHS, new byte[] {1}))
                .isNotEqualTo(
                        MpaFrame.request(0, MpaEnhancedData.clientServer(8, 17), new byte[] {1}))
                .isNotEqualTo(new MpaFrame(false, 0, 2, null, frame.privateData()))
                .isNotEqualTo("text");
        assertThat(new MpaFrame(false, 0, 1, null, frame.privateData()))
                .isNotEqualTo(new MpaFrame(false, 0, 2, null, frame.privateData()));
    }

    @Test
    void shouldSayEveryFaultInWords() {
        for (MpaFault fault : MpaFault.values()) {
            assertThat(fault.sentence()).isNotBlank();
        }
    }

    private static MpaFrame randomFrame(Random random) {
        boolean reply = random.nextBoolean();
        int revision = 1 + random.nextInt(2);
        MpaEnhancedData enhanced =
                revision == 2 && random.nextBoolean()
                        ? MpaEnhancedData.ofWord(random.nextInt())
                        : null;
        int flags = random.nextInt(reply ? 8 : 4) << 5;
        if (!reply) {
            flags = flags << 1 & (MpaFrame.MARKERS | MpaFrame.CRC);
        }
        byte[] data = new byte[random.nextInt(509)];
        random.nextBytes(data);
        return new MpaFrame(reply, flags, revision, enhanced, MemorySegment.ofArray(data));
    }

    private static byte[] encoded(MpaFrame frame) {
        byte[] bytes = new byte[frame.sizeBytes()];
        frame.encode(WireBytes.segment(bytes), 0);
        return bytes;
    }

    private static MpaFrame decoded(byte[] bytes, boolean reply) {
        MpaDecoding decoding = MpaFrame.decode(WireBytes.segment(bytes), 0, bytes.length, reply);
        assertThat(decoding).isInstanceOf(MpaDecoding.Complete.class);
        return ((MpaDecoding.Complete) decoding).frame();
    }
}
