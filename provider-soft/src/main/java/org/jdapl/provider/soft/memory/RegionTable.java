package org.jdapl.provider.soft.memory;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/**
 * The regions and bound windows of one adapter, by their steering tags (RFC 5041: 24 bits of index,
 * 8 bits of key).
 *
 * <p>Inside, they take dense slots. A tag's index is the slot sent through a keyed permutation of
 * 24-bit numbers, so that tags look random and tell nothing about each other, as RFC 5042 wants it,
 * and a lookup is the permutation backwards and two array loads. Addresses are random too. The key
 * byte is random for each registration and each bind. A slot that was freed waits until {@value
 * #QUARANTINE} others were freed after it, where there are others to take, so a stale tag stays
 * dead for long.
 *
 * <p><strong>Threads:</strong> {@link #lookup} by any thread without a lock; the rest is control
 * path.
 */
public final class RegionTable {

    /** Most regions at once. */
    public static final int MAX_REGIONS = 1 << 20;

    /** Most windows at once. */
    public static final int MAX_WINDOWS = 1 << 20;

    /** How many slots are freed after one before it is used again. */
    public static final int QUARANTINE = 4096;

    private static final int CHUNK_BITS = 9;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final RegionNames names;

    // Grown by replacing the array; the chunks stay.
    private volatile Chunk[] chunks = new Chunk[0];

    // Guarded by this: slots that were freed, oldest first, in a ring.
    private int[] freed = new int[64];
    private int freedHead;
    private int freedCount;
    private int slots;
    private int regions;
    private int windows;

    /**
     * Makes an empty table.
     *
     * @param names where tags and addresses come from
     */
    public RegionTable(RegionNames names) {
        this.names = names;
    }

    /**
     * Finds what a tag names.
     *
     * @param stag any number
     * @return the tag with exactly this index and key, or null
     */
    public @Nullable SteeringTag lookup(int stag) {
        int slot = names.slotOf(stag >>> 8);
        Chunk[] all = chunks;
        int chunk = slot >>> CHUNK_BITS;
        if (chunk >= all.length) {
            return null;
        }
        SteeringTag tag = all[chunk].tag[slot & CHUNK - 1];
        return tag != null && tag.stag() == stag ? tag : null;
    }

    synchronized SoftMemoryRegion register(
            SoftProtectionDomain domain, MemorySegment segment, int privileges, boolean zeroBased) {
        if (regions >= MAX_REGIONS) {
            throw new ProviderException(
                    DatType.INSUFFICIENT_RESOURCES,
                    DatSubtype.RESOURCE_MEMORY_REGION,
                    "all " + MAX_REGIONS + " memory regions of the adapter are in use",
                    0);
        }
        names.admit(segment.byteSize());
        int stag = reserve();
        // Aligned for the peer is aligned for the CPU: atomic operations need it.
        long base =
                zeroBased ? 0 : names.nextBase(names.slotOf(stag >>> 8)) + (segment.address() & 7);
        SoftMemoryRegion region =
                new SoftMemoryRegion(this, domain, segment, privileges, stag, base);
        put(region.tag());
        regions++;
        return region;
    }

    synchronized void remove(SoftMemoryRegion region) {
        remove(region.tag());
        regions--;
    }

    /**
     * Makes a window that is not bound.
     *
     * @param endpointScope whether only the queue pair that it is bound through may use it
     * @return the window
     */
    public synchronized SoftMemoryWindow createWindow(boolean endpointScope) {
        if (windows >= MAX_WINDOWS) {
            throw new ProviderException(
                    DatType.INSUFFICIENT_RESOURCES,
                    DatSubtype.RESOURCE_MEMORY_REGION,
                    "all " + MAX_WINDOWS + " memory windows of the adapter are in use",
                    0);
        }
        windows++;
        return new SoftMemoryWindow(this, endpointScope);
    }

    synchronized void windowClosed() {
        windows--;
    }

    /** Draws a tag that names nothing yet. */
    synchronized int reserve() {
        return names.indexOf(takeSlot()) << 8 | names.nextKey();
    }

    /** Gives a reserved tag back that never named anything. */
    synchronized void release(int stag) {
        free(names.slotOf(stag >>> 8));
    }

    /** Has a reserved tag name something. */
    synchronized void put(SteeringTag tag) {
        put(names.slotOf(tag.stag() >>> 8), tag);
    }

    /** Has a tag name nothing any more. */
    synchronized void remove(SteeringTag tag) {
        int slot = names.slotOf(tag.stag() >>> 8);
        put(slot, null);
        free(slot);
    }

    private void free(int slot) {
        if (freedCount == freed.length) {
            int[] larger = new int[freed.length * 2];
            for (int i = 0; i < freedCount; i++) {
                larger[i] = freed[(freedHead + i) & (freed.length - 1)];
            }
            freed = larger;
            freedHead = 0;
        }
        freed[(freedHead + freedCount++) & (freed.length - 1)] = slot;
    }

    /**
     * How many regions there are.
     *
     * @return the number
     */
    public synchronized int size() {
        return regions;
    }

    private int takeSlot() {
        if (freedCount <= names.quarantine() && slots < StagPermutation.SIZE) {
            int slot = slots++;
            // Index 0 would make tags 0 and 1, which senders of zero-length messages put in as
            // fillers.
            return names.indexOf(slot) == 0 ? slots++ : slot;
        }
        int slot = freed[freedHead];
        freedHead = (freedHead + 1) & (freed.length - 1);
        freedCount--;
        return slot;
    }

    private void put(int slot, @Nullable SteeringTag tag) {
        int chunk = slot >>> CHUNK_BITS;
        Chunk[] all = chunks;
        if (chunk >= all.length) {
            int old = all.length;
            all = Arrays.copyOf(all, chunk + 1);
            for (int i = old; i <= chunk; i++) {
                all[i] = new Chunk();
            }
        }
        all[chunk].tag[slot & CHUNK - 1] = tag;
        // Also where the array is the same: so a thread that was handed the tag finds it.
        chunks = all;
    }

    /** The tags of neighbouring slots. */
    private static final class Chunk {
        final @Nullable SteeringTag[] tag = new SteeringTag[CHUNK];
    }
}
