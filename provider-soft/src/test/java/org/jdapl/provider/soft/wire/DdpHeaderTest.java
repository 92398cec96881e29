package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DdpHeaderTest {

    @Test
    void shouldReadBackEveryTaggedFieldAtAnyOffset() {
        Random random = WireBytes.random();
        for (int round = 0; round < 2_000; round++) {
            int at = random.nextInt(9);
            MemorySegment segment = WireBytes.segment(new byte[at + DdpHeader.TAGGED_BYTES]);
            boolean last = random.nextBoolean();
            int rdmap = random.nextInt(256);
            int stag = random.nextInt();
            long to = random.nextLong();

            DdpHeader.putTagged(segment, at, last, rdmap, stag, to);

            int control = DdpHeader.control(segment, at);
            assertThat(control).isEqualTo(last ? 0xc1 : 0x81);
            assertThat(DdpHeader.isTagged(control)).isTrue();
            assertThat(DdpHeader.isLast(control)).isEqualTo(last);
            assertThat(DdpHeader.version(control)).isEqualTo(DdpHeader.VERSION);
            assertThat(DdpHeader.headerBytes(control)).isEqualTo(14);
            assertThat(DdpHeader.rdmapControl(segment, at)).isEqualTo(rdmap);
            assertThat(DdpHeader.stag(segment, at)).isEqualTo(stag);
            assertThat(DdpHeader.taggedOffset(segment, at)).isEqualTo(to);
        }
    }

    @Test
    void shouldReadBackEveryUntaggedFieldAtAnyOffset() {
        Random random = WireBytes.random();
        for (int round = 0; round < 2_000; round++) {
            int at = random.nextInt(9);
            MemorySegment segment = WireBytes.segment(new byte[at + DdpHeader.UNTAGGED_BYTES]);
            boolean last = random.nextBoolean();
            int rdmap = random.nextInt(256);
            int invalidate = random.nextInt();
            int queue = random.nextInt();
            int msn = random.nextInt();
            int mo = random.nextInt();

            DdpHeader.putUntagged(segment, at, last, rdmap, invalidate, queue, msn, mo);

            int control = DdpHeader.control(segment, at);
            assertThat(control).isEqualTo(last ? 0x41 : 0x01);
            assertThat(DdpHeader.isTagged(control)).isFalse();
            assertThat(DdpHeader.isLast(control)).isEqualTo(last);
            assertThat(DdpHeader.headerBytes(control)).isEqualTo(18);
            assertThat(DdpHeader.rdmapControl(segment, at)).isEqualTo(rdmap);
            assertThat(DdpHeader.invalidateStag(segment, at)).isEqualTo(invalidate);
            assertThat(DdpHeader.queueNumber(segment, at)).isEqualTo(queue);
            assertThat(DdpHeader.msn(segment, at)).isEqualTo(msn);
            assertThat(DdpHeader.messageOffset(segment, at)).isEqualTo(mo);
        }
    }

    @Test
    void shouldChangeOnlyTheFieldOfEachSetter() {
        MemorySegment tagged = WireBytes.segment(new byte[DdpHeader.TAGGED_BYTES]);
        DdpHeader.putControl(tagged, 0, 0xc1);
        DdpHeader.putRdmapControl(tagged, 0, 0x40);
        DdpHeader.putStag(tagged, 0, 0x0a0b0c0d);
        DdpHeader.putTaggedOffset(tagged, 0, 0x1112131415161718L);
        assertThat(WireBytes.hex(WireBytes.bytes(tagged, 0, 14)))
                .isEqualTo("c1400a0b0c0d1112131415161718");

        MemorySegment untagged = WireBytes.segment(new byte[DdpHeader.UNTAGGED_BYTES]);
        DdpHeader.putControl(untagged, 0, 0x41);
        DdpHeader.putRdmapControl(untagged, 0, 0x44);
        DdpHeader.putInvalidateStag(untagged, 0, 0x0a0b0c0d);
        DdpHeader.putQueueNumber(untagged, 0, 0x21222324);
        DdpHeader.putMsn(untagged, 0, 0x31323334);
        DdpHeader.putMessageOffset(untagged, 0, 0x41424344);
        assertThat(WireBytes.hex(WireBytes.bytes(untagged, 0, 18)))
                .isEqualTo("41440a0b0c0d212223243132333441424344");
    }

    @Test
    void shouldReportAShortHeaderAtEveryTruncationWithoutReadingBeyond() {
        byte[] tagged = new byte[DdpHeader.TAGGED_BYTES];
        tagged[0] = (byte) 0xc1;
        byte[] untagged = new byte[DdpHeader.UNTAGGED_BYTES];
        untagged[0] = 0x41;
        for (byte[] header : new byte[][] {tagged, untagged}) {
            for (int length = 0; length < header.length; length++) {
                MemorySegment segment = WireBytes.segment(Arrays.copyOf(header, length));
                assertThat(DdpHeader.check(segment, 0, length)).isEqualTo(WireFault.SHORT_SEGMENT);
            }
            assertThat(DdpHeader.check(WireBytes.segment(header), 0, header.length))
                    .isEqualTo(WireFault.NONE);
        }
    }

    @Test
    void shouldJudgeEveryControlByteByVersionAndTagAndIgnoreReservedBits() {
        byte[] header = new byte[DdpHeader.UNTAGGED_BYTES];
        for (int control = 0; control <= 0xff; control++) {
            header[0] = (byte) control;
            WireFault expected = WireFault.NONE;
            if ((control & 3) != 1) {
                expected =
                        control >= 0x80
                                ? WireFault.DDP_VERSION_TAGGED
                                : WireFault.DDP_VERSION_UNTAGGED;
            }
            assertThat(DdpHeader.check(WireBytes.segment(header), 0, header.length))
                    .isEqualTo(expected);
        }
    }
}
