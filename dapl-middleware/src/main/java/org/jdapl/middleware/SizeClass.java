package org.jdapl.middleware;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.DatException;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.DatType;
import org.jspecify.annotations.Nullable;

/** The blocks of one size, in the slabs that they are cut from. */
final class SizeClass {

    /** What released memory holds in a strict pool; an unlikely text, number or address. */
    private static final byte POISON = (byte) 0xDB;

    private static final long POISON_WORD = 0xDBDB_DBDB_DBDB_DBDBL;

    private final ProtectionZone zone;
    private final SlabPoolOptions options;
    private final AtomicLong registered;
    private final int blockBytes;

    // guarded by this
    private final ArrayDeque<Block> free = new ArrayDeque<>();
    private final List<Slab> slabs = new ArrayList<>();
    private int leased;
    private boolean closed;

    /**
     * @param registered bytes of the whole pool
     */
    SizeClass(ProtectionZone zone, SlabPoolOptions options, AtomicLong registered, int blockBytes) {
        this.zone = zone;
        this.options = options;
        this.registered = registered;
        this.blockBytes = blockBytes;
    }

    /** A lease, or null where there is no block and no room for a slab. */
    synchronized @Nullable Lease tryLease() {
        if (closed) {
            throw Refusals.closed("the pool");
        }
        if (free.isEmpty() && !grow()) {
            return null;
        }
        // Strict pools lend the block that has rested longest, so that more late uses are seen.
        Block block = options.strict() ? free.removeFirst() : free.removeLast();
        if (options.strict()) {
            block.requirePoison();
        }
        Lease lease = options.strict() ? new Lease(block) : block.lease;
        block.slab.leased++;
        leased++;
        lease.lend();
        return lease;
    }

    private synchronized void giveBack(Block block) {
        if (options.strict()) {
            block.memory.fill(POISON);
        }
        block.slab.leased--;
        leased--;
        free.addLast(block);
    }

    private boolean grow() {
        long bytes = reserve();
        if (bytes == 0) {
            return false;
        }
        LocalMemoryRegion region;
        try {
            region = zone.allocate(bytes, options.privileges());
        } catch (DatException e) {
            registered.addAndGet(-bytes);
            if (e.type() == DatType.INSUFFICIENT_RESOURCES) {
                return false;
            }
            throw e;
        }
        Slab slab = new Slab(region);
        if (options.strict()) {
            region.segment().fill(POISON);
        }
        slabs.add(slab);
        for (long at = 0; at < bytes; at += blockBytes) {
            free.addLast(new Block(this, slab, at));
        }
        return true;
    }

    /** Takes room for a slab, a whole number of blocks, from what the pool may still register. */
    private long reserve() {
        long wanted = Math.max(options.slabBytes(), blockBytes);
        while (true) {
            long now = registered.get();
            long room = Math.min(wanted, options.maxBytes() - now);
            long bytes = room - room % blockBytes;
            if (bytes <= 0) {
                return 0;
            }
            if (registered.compareAndSet(now, now + bytes)) {
                return bytes;
            }
        }
    }

    /** Closes slabs that nothing is leased of. */
    synchronized void trim() {
        for (Slab slab : slabs) {
            slab.retiring = slab.leased == 0;
        }
        free.removeIf(block -> block.slab.retiring);
        closeRetiring();
    }

    /** Refuses leases from now on, or says that some are out. */
    synchronized boolean closeIfIdle() {
        closed |= leased == 0;
        return leased == 0;
    }

    synchronized void reopen() {
        closed = false;
    }

    /**
     * Closes the regions after {@link #closeIfIdle}.
     *
     * @throws DatException where posted work still uses one; calling it again tries again
     */
    synchronized void closeRegions() {
        free.clear();
        for (Slab slab : slabs) {
            slab.retiring = true;
        }
        closeRetiring();
    }

    private void closeRetiring() {
        for (Iterator<Slab> i = slabs.iterator(); i.hasNext(); ) {
            Slab slab = i.next();
            if (slab.retiring) {
                slab.region.close();
                registered.addAndGet(-slab.bytes);
                i.remove();
            }
        }
    }

    synchronized int leased() {
        return leased;
    }

    synchronized int slabs() {
        return slabs.size();
    }

    /** One registration. */
    private static final class Slab {
        final LocalMemoryRegion region;
        final long bytes;
        int leased;
        boolean retiring;

        Slab(LocalMemoryRegion region) {
            this.region = region;
            this.bytes = region.length();
        }
    }

    /** A part of a slab that is lent as one. */
    static final class Block {
        final LocalMemoryRegion region;
        final long offset;
        final int bytes;
        final MemorySegment memory;
        private final SizeClass owner;
        private final Slab slab;
        private final Lease lease;

        private Block(SizeClass owner, Slab slab, long offset) {
            this.owner = owner;
            this.slab = slab;
            this.region = slab.region;
            this.offset = offset;
            this.bytes = owner.blockBytes;
            this.memory = slab.region.segment().asSlice(offset, bytes);
            this.lease = new Lease(this);
        }

        void giveBack() {
            owner.giveBack(this);
        }

        private void requirePoison() {
            for (long at = 0; at < bytes; at += Long.BYTES) {
                if (memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at) != POISON_WORD) {
                    throw new IllegalStateException(
                            "written after its release, at byte " + at + ": " + describe());
                }
            }
        }

        String describe() {
            return "block of " + bytes + " bytes at offset " + offset + " of its slab";
        }
    }
}
