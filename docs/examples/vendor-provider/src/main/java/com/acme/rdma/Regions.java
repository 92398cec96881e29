package com.acme.rdma;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
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
                    java.util.Set.of(
                            Privilege.REMOTE_READ,
                            Privilege.REMOTE_WRITE,
                            Privilege.REMOTE_ATOMIC));

    private final Object lock;
    private final RandomSource random;
    private final Map<Long, Region> byKey = new HashMap<>();

    Regions(Object lock, RandomSource random) {
        this.lock = lock;
        this.random = random;
    }

    /**
     * The region that a peer may use in some way.
     *
     * @return the region, or null where it does not exist, is of another domain, does not have all
     *     of the bytes, or lacks the right
     */
    Region lookUp(Domain domain, long key, long address, long length, Privilege right) {
        Region found = byKey.get(key);
        boolean allowed =
                found != null
                        && found.domain == domain
                        && right.in(found.privileges)
                        && found.contains(address, length);
        return allowed ? found : null;
    }

    /** A protection domain: an identity. */
    final class Domain implements ProtectionDomain {

        @Override
        public MemoryRegion register(MemorySegment segment, int privileges) {
            synchronized (lock) {
                long key;
                do {
                    key = random.nextLong() >>> 32;
                } while (key == 0 || byKey.containsKey(key));
                Region region = new Region(this, segment, privileges, key);
                byKey.put(key, region);
                return region;
            }
        }

        @Override
        public void close() {
            // It holds nothing: the runtime has closed its regions before.
        }
    }

    /** A region. */
    final class Region implements MemoryRegion {

        private final Domain domain;
        private final MemorySegment segment;
        private final int privileges;
        private final long key;

        Region(Domain domain, MemorySegment segment, int privileges, long key) {
            this.domain = domain;
            this.segment = segment;
            this.privileges = privileges;
            this.key = key;
        }

        @Override
        public long remoteKey() {
            return (privileges & REMOTE) == 0 ? 0 : key;
        }

        @Override
        public long remoteAddress() {
            return segment.address();
        }

        /** The memory. Its owner may have closed it: then an access throws. */
        MemorySegment segment() {
            return segment;
        }

        /** Written so that no sum can overflow: a peer chooses these numbers. */
        private boolean contains(long address, long length) {
            long offset = address - segment.address();
            return offset >= 0 && length >= 0 && offset <= segment.byteSize() - length;
        }

        @Override
        public void close() {
            synchronized (lock) {
                byKey.remove(key);
            }
        }
    }
}
