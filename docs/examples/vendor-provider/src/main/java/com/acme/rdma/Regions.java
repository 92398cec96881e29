package com.acme.rdma;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jdapl.api.data.Privilege;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.seam.RandomSource;

/**
 * Registered memory, by the keys that peers name it by. Keys are random, so that one cannot be
 * guessed from another; of 2^32 a dead one is not likely to come again soon.
 *
 * <p>All accesses to memory are made under the adapter's lock, and so is the end of a region: when
 * {@link Region#close()} returns, nobody is in its memory.
 */
final class Regions {

    private static final int REMOTE =
            Privilege.bits(
                    Set.of(Privilege.REMOTE_READ, Privilege.REMOTE_WRITE, Privilege.REMOTE_ATOMIC));

    private final Object lock;
    private final RandomSource random;
    private final Map<Long, Region> byKey = new HashMap<>();

    Regions(Object lock, RandomSource random) {
        this.lock = lock;
        this.random = random;
    }

    /** A protection domain: an identity, and what peers may reach by it. */
    final class Domain implements ProtectionDomain {

        @Override
        public MemoryRegion register(MemorySegment segment, int privileges) {
            synchronized (lock) {
                long key;
                do {
                    key = random.nextLong() >>> 32;
                } while (key == 0 || byKey.containsKey(key));
                Region region = new Region(Regions.this, this, segment, privileges, key);
                byKey.put(key, region);
                return region;
            }
        }

        /** Whether a peer may use some bytes; where there are none it names nothing, and may. */
        boolean allows(long key, long address, long length, Privilege right) {
            Region found = byKey.get(key);
            return length == 0
                    || found != null
                            && found.domain == this
                            && right.in(found.privileges)
                            && found.contains(address, length);
        }

        /**
         * Copies between a buffer and what a peer names.
         *
         * @param right what it does: a write fills the region, a read fills the buffer
         * @return false where that is not allowed, or the memory is gone
         */
        boolean copy(long key, long address, MemorySegment buffer, Privilege right) {
            long bytes = buffer.byteSize();
            if (bytes == 0 || !allows(key, address, bytes, right)) {
                return bytes == 0;
            }
            Region region = byKey.get(key);
            boolean intoRegion = right == Privilege.REMOTE_WRITE;
            return region.copy(address - region.remoteAddress(), buffer, intoRegion);
        }

        @Override
        public void close() {
            // It holds nothing: the runtime has closed its regions before.
        }
    }

    /** A region. */
    record Region(Regions table, Domain domain, MemorySegment segment, int privileges, long key)
            implements MemoryRegion {

        @Override
        public long remoteKey() {
            return (privileges & REMOTE) == 0 ? 0 : key;
        }

        @Override
        public long remoteAddress() {
            return segment.address();
        }

        /** Written so that no sum can overflow: a peer chooses these numbers. */
        private boolean contains(long address, long length) {
            long offset = address - segment.address();
            return offset >= 0 && length >= 0 && offset <= segment.byteSize() - length;
        }

        /** Copies all of a buffer; false where the owner of the region's memory has closed it. */
        boolean copy(long offset, MemorySegment buffer, boolean intoRegion) {
            try {
                MemorySegment range = segment.asSlice(offset, buffer.byteSize());
                MemorySegment to = intoRegion ? range : buffer;
                to.copyFrom(intoRegion ? buffer : range);
                return true;
            } catch (IllegalStateException e) {
                return false;
            }
        }

        @Override
        public void close() {
            synchronized (table.lock) {
                table.byKey.remove(key);
            }
        }
    }
}
