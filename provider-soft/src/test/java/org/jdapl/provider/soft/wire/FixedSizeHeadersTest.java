package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedSizeHeadersTest {

    @Test
    void shouldReadBackEveryReadRequestField() {
        Random random = WireBytes.random();
        for (int round = 0; round < 2_000; round++) {
            int at = random.nextInt(9);
            MemorySegment segment = WireBytes.segment(new byte[at + ReadRequestHeader.BYTES]);
            int sinkStag = random.nextInt();
            long sinkTo = random.nextLong();
            int size = random.nextInt();
            int sourceStag = random.nextInt();
            long sourceTo = random.nextLong();

            ReadRequestHeader.put(segment, at, sinkStag, sinkTo, size, sourceStag, sourceTo);

            assertThat(ReadRequestHeader.sinkStag(segment, at)).isEqualTo(sinkStag);
            assertThat(ReadRequestHeader.sinkTaggedOffset(segment, at)).isEqualTo(sinkTo);
            assertThat(ReadRequestHeader.sizeBytes(segment, at))
                    .isEqualTo(Integer.toUnsignedLong(size));
            assertThat(ReadRequestHeader.sourceStag(segment, at)).isEqualTo(sourceStag);
            assertThat(ReadRequestHeader.sourceTaggedOffset(segment, at)).isEqualTo(sourceTo);
        }
    }

    @Test
    void shouldReadTheLargestReadSizeAsAPositiveNumber() {
        MemorySegment segment = WireBytes.segment(new byte[ReadRequestHeader.BYTES]);
        ReadRequestHeader.put(segment, 0, 0, 0, -1, 0, 0);

        assertThat(ReadRequestHeader.sizeBytes(segment, 0)).isEqualTo(0xffff_ffffL);
    }

    @Test
    void shouldLayOutAnAtomicRequestAsTheRfcHasIt() {
        MemorySegment segment = WireBytes.segment(new byte[AtomicRequestHeader.BYTES]);
        AtomicRequestHeader.put(
                segment,
                0,
                AtomicRequestHeader.COMPARE_SWAP,
                0x01020304,
                0x0a0b0c0d,
                0x1112131415161718L,
                0x2122232425262728L,
                0x3132333435363738L,
                0x4142434445464748L,
                0x5152535455565758L);

        assertThat(WireBytes.hex(WireBytes.bytes(segment, 0, AtomicRequestHeader.BYTES)))
                .isEqualTo(
                        "00000002"
                                + "01020304"
                                + "0a0b0c0d"
                                + "1112131415161718"
                                + "2122232425262728"
                                + "3132333435363738"
                                + "4142434445464748"
                                + "5152535455565758");
    }

    @Test
    void shouldReadBackEveryAtomicRequestField() {
        Random random = WireBytes.random();
        for (int round = 0; round < 2_000; round++) {
            int at = random.nextInt(9);
            MemorySegment segment = WireBytes.segment(new byte[at + AtomicRequestHeader.BYTES]);
            int operation = random.nextInt(3);
            int id = random.nextInt();
            int stag = random.nextInt();
            long to = random.nextLong() & ~7;
            long data = random.nextLong();
            long mask = random.nextLong();
            long compare = random.nextLong();
            long compareMask = random.nextLong();

            AtomicRequestHeader.put(
                    segment, at, operation, id, stag, to, data, mask, compare, compareMask);

            assertThat(AtomicRequestHeader.check(segment, at)).isEqualTo(WireFault.NONE);
            assertThat(AtomicRequestHeader.operation(segment, at)).isEqualTo(operation);
            assertThat(AtomicRequestHeader.requestId(segment, at)).isEqualTo(id);
            assertThat(AtomicRequestHeader.stag(segment, at)).isEqualTo(stag);
            assertThat(AtomicRequestHeader.taggedOffset(segment, at)).isEqualTo(to);
            assertThat(AtomicRequestHeader.data(segment, at)).isEqualTo(data);
            assertThat(AtomicRequestHeader.mask(segment, at)).isEqualTo(mask);
            assertThat(AtomicRequestHeader.compareData(segment, at)).isEqualTo(compare);
            assertThat(AtomicRequestHeader.compareMask(segment, at)).isEqualTo(compareMask);
        }
    }

    @Test
    void shouldIgnoreTheReservedBitsBesideTheAtomicOperation() {
        MemorySegment segment = WireBytes.segment(new byte[AtomicRequestHeader.BYTES]);
        BigEndian.putInt(segment, AtomicRequestHeader.OPERATION_OFFSET, 0xffff_fff1);

        assertThat(AtomicRequestHeader.operation(segment, 0)).isEqualTo(AtomicRequestHeader.SWAP);
        assertThat(AtomicRequestHeader.check(segment, 0)).isEqualTo(WireFault.NONE);
    }

    @Test
    void shouldRefuseUnassignedAtomicOperationsAndUnalignedAddresses() {
        MemorySegment segment = WireBytes.segment(new byte[AtomicRequestHeader.BYTES]);
        for (int operation = 3; operation <= 0xf; operation++) {
            AtomicRequestHeader.put(segment, 0, operation, 0, 0, 0, 0, 0, 0, 0);
            assertThat(AtomicRequestHeader.check(segment, 0)).isEqualTo(WireFault.ATOMIC_OPERATION);
        }
        for (int misaligned = 1; misaligned < 8; misaligned++) {
            AtomicRequestHeader.put(segment, 0, 0, 0, 0, -8L + misaligned, 0, 0, 0, 0);
            assertThat(AtomicRequestHeader.check(segment, 0)).isEqualTo(WireFault.ATOMIC_ALIGNMENT);
        }
    }

    @Test
    void shouldReadBackAnAtomicResponse() {
        MemorySegment segment = WireBytes.segment(new byte[3 + AtomicResponseHeader.BYTES]);

        AtomicResponseHeader.put(segment, 3, 0x89abcdef, 0xf1f2f3f4f5f6f7f8L);

        assertThat(WireBytes.hex(WireBytes.bytes(segment, 3, 12)))
                .isEqualTo("89abcdeff1f2f3f4f5f6f7f8");
        assertThat(AtomicResponseHeader.requestId(segment, 3)).isEqualTo(0x89abcdef);
        assertThat(AtomicResponseHeader.originalValue(segment, 3)).isEqualTo(0xf1f2f3f4f5f6f7f8L);
    }

    @Test
    void shouldPutTheImmediateValueIntoTheFirstFourBytesAndIgnoreTheRest() {
        MemorySegment segment = WireBytes.segment("ffffffffffffffff");

        ImmediateData.putValue(segment, 0, 0x81020304);

        assertThat(WireBytes.hex(WireBytes.bytes(segment, 0, 8))).isEqualTo("8102030400000000");
        assertThat(ImmediateData.value(WireBytes.segment("81020304deadbeef"), 0))
                .isEqualTo(0x81020304);
        ImmediateData.putWide(segment, 0, 0x81020304deadbeefL);
        assertThat(ImmediateData.wide(segment, 0)).isEqualTo(0x81020304deadbeefL);
    }
}
