package org.jdapl.provider.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jdapl.spi.DatagramSource;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;

/**
 * Room for the global routing headers that devices write before datagrams, one place for each
 * receive that may be outstanding. Places are used in turn: receives of a queue pair complete in
 * their order, and the runtime does not post another before it has taken a completion.
 */
final class DatagramHeaders {
    /** The length of a header, {@code struct ibv_grh}. */
    static final int BYTES = 40;

    /** Where a header of RoCE over UDP and IPv4 begins, whose first bytes mean nothing. */
    private static final int IPV4 = 20;

    private static final int IPV4_BYTES = 20;
    private static final int IPV4_SOURCE = IPV4 + 12;

    /** Version 4, and a length of five words. */
    private static final int IPV4_FIRST_BYTE = 0x45;

    private static final int SOURCE_GID = 8;
    private static final long MAPPED = 0xFFFF_0000_0000L;

    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemoryRegion region;
    private final MemorySegment memory;
    private final int mask;

    /** Whose header is in a place. */
    private final AtomicLongArray ids;

    /** The next place to post; the poster's. */
    private long tail;

    /** The next place to complete; the poller's. */
    private long head;

    DatagramHeaders(ProtectionDomain domain, int receives) {
        int places = Integer.highestOneBit(Math.max(1, receives - 1)) << 1;
        mask = places - 1;
        ids = new AtomicLongArray(places);
        region =
                MemoryRegion.allocate(
                        domain, (long) places * BYTES, Set.of(AccessFlag.LOCAL_WRITE));
        memory = region.segment();
    }

    int lkey() {
        return region.lkey();
    }

    /** The address of the place that the next receive gets; it has it once it is posted. */
    long nextPlace() {
        return region.address() + (tail & mask) * BYTES;
    }

    /** Takes the next place for a receive; before it is posted. */
    void take(long id) {
        ids.setRelease((int) (tail++ & mask), id); // pairs with place()
    }

    /** Gives the place taken last back, because the receive was refused. */
    void giveBack() {
        tail--;
    }

    /** The place of a receive that completed; those before it are over. */
    private int place(long id) {
        for (int i = 0; i <= mask; i++) {
            int place = (int) (head++ & mask);
            if (ids.getAcquire(place) == id) {
                return place;
            }
        }
        throw new IllegalStateException("a completion of a receive that was not posted");
    }

    /** Says whom a datagram came from, as far as its header tells. */
    void read(long id, boolean hasHeader, DatagramSource into) {
        long at = (long) place(id) * BYTES;
        if (hasHeader) {
            read(memory, at, into);
        } else {
            into.gidHigh = 0;
            into.gidLow = 0;
        }
    }

    /** Reads the sender's GID out of a header. */
    static void read(MemorySegment memory, long at, DatagramSource into) {
        if (isIpv4(memory, at)) {
            into.gidHigh = 0;
            into.gidLow = MAPPED | Integer.toUnsignedLong(memory.get(INT, at + IPV4_SOURCE));
        } else {
            into.gidHigh = memory.get(LONG, at + SOURCE_GID);
            into.gidLow = memory.get(LONG, at + SOURCE_GID + Long.BYTES);
        }
    }

    /**
     * Whether it is a header of IPv4: by its first byte, and where what is before could begin one
     * of IPv6, by its checksum too.
     */
    private static boolean isIpv4(MemorySegment memory, long at) {
        int first = Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, at + IPV4));
        int before = Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, at));
        return first == IPV4_FIRST_BYTE && (before >> 4 != 6 || isSumRight(memory, at + IPV4));
    }

    private static boolean isSumRight(MemorySegment memory, long at) {
        int sum = 0;
        for (int i = 0; i < IPV4_BYTES; i += Short.BYTES) {
            sum += Short.toUnsignedInt(memory.get(SHORT, at + i));
        }
        return (sum & 0xFFFF) + (sum >>> 16) == 0xFFFF;
    }

    void close() {
        Native.quietly(region::close);
    }
}
