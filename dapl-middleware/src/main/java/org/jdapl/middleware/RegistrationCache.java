package org.jdapl.middleware;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import org.jdapl.api.DatException;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/**
 * Registrations of the application's own memory, kept for the next use. Acquiring memory that lies
 * inside a registration with at least the wanted privileges costs a look-up; what is not in use is
 * evicted, the longest unused first, where a limit is reached or the device refuses.
 *
 * <p>A registration must not outlive its memory. What the cache sees by itself: memory whose {@link
 * java.lang.foreign.Arena} is closed never matches again, also where other memory has got its
 * address, and its registration ends when it is met, at the latest by {@link #sweep}. What it
 * cannot see: memory that a library freed or unmapped, which Java knows by the global scope. Call
 * {@link #invalidate} before, and free only when it says 0.
 *
 * <p>A registration that covers older ones takes their place. Remote keys stay good between uses;
 * for memory that a peer must not reach after an operation, register without the cache.
 *
 * <p>Threads: any number. A look-up never waits for a registration that another thread makes;
 * deregistration is done under the cache's lock, so that the limits hold at every moment.
 */
public final class RegistrationCache implements AutoCloseable {

    private final ProtectionZone zone;
    private final CacheLimits limits;
    private final RegistrationOption[] options;
    private final Object lock = new Object();

    // guarded by lock
    /** By privileges, then by first address; in one map no registration lies inside another. */
    private final Map<Integer, NavigableMap<Long, Entry>> index = new TreeMap<>();

    private final SequencedSet<Entry> idle = new LinkedHashSet<>();

    /** No longer found: in use, or not yet closed because posted work uses them. */
    private final Set<Entry> retired = new LinkedHashSet<>();

    private long bytes;
    private int regions;
    private long invalidations;
    private long hits;
    private long misses;
    private boolean closed;

    /**
     * Makes an empty cache.
     *
     * @param zone where memory is registered
     * @param limits how much may be registered
     * @param options for each registration; adapters whose device accesses memory by itself need
     *     {@link RegistrationOption#CALLER_GUARANTEES_LIFETIME}
     */
    public RegistrationCache(
            ProtectionZone zone, CacheLimits limits, RegistrationOption... options) {
        this.zone = zone;
        this.limits = limits;
        this.options = options.clone();
    }

    /**
     * Acquires memory: exactly this segment, if nothing that covers it is registered.
     *
     * @param segment native memory that every thread may use
     * @param privileges what may be done with it; local read is always included
     * @return its use, to be closed
     * @throws PinLimitException where what is in use leaves no room
     * @throws DatException as {@link ProtectionZone#register}; {@code INVALID_HANDLE} where the
     *     cache is closed
     */
    public RegisteredMemory acquire(MemorySegment segment, Set<Privilege> privileges) {
        return acquire(segment, segment, privileges);
    }

    /**
     * Acquires a part of memory, and registers the whole if need be, so that the other parts are
     * there when they are wanted.
     *
     * @param part the memory that is wanted now
     * @param whole the memory to register, which {@code part} is a slice of
     * @param privileges what may be done with it; local read is always included
     * @return the use of the part, to be closed
     * @throws PinLimitException where what is in use leaves no room
     * @throws DatException as {@link #acquire(MemorySegment, Set)}, {@code INVALID_PARAMETER} where
     *     the part is not inside the whole
     */
    public RegisteredMemory acquire(
            MemorySegment part, MemorySegment whole, Set<Privilege> privileges) {
        if (!new Range(whole).contains(new Range(part)) || !whole.scope().equals(part.scope())) {
            throw Refusals.parameter("the part " + part + " is not inside of " + whole);
        }
        int mask = Privilege.bits(privileges) | Privilege.LOCAL_READ.bit();
        Range range = new Range(part);
        long seen;
        synchronized (lock) {
            Entry found = use(range, part, mask);
            if (found != null) {
                hits++;
                return handle(found, range);
            }
            misses++;
            reserve(whole.byteSize());
            seen = invalidations;
        }
        Entry made = register(whole, mask);
        synchronized (lock) {
            Entry meanwhile = use(range, part, mask);
            if (meanwhile != null) {
                retire(made);
                return handle(meanwhile, range);
            }
            made.users = 1;
            if (seen == invalidations && !closed) {
                insert(made);
            } else {
                made.isRetired = true; // it may be what was invalidated: good for this use only
                retired.add(made);
            }
            return handle(made, range);
        }
    }

    private RegisteredMemory handle(Entry entry, Range range) {
        return new RegisteredMemory(this, entry, range.from - entry.range.from, range.length());
    }

    private Entry register(MemorySegment whole, int mask) {
        @Nullable Entry made = null;
        try {
            while (made == null) {
                made = tryRegister(whole, mask);
            }
            return made;
        } finally {
            if (made == null) {
                synchronized (lock) {
                    account(-whole.byteSize(), -1);
                }
            }
        }
    }

    /** A registration; null where the device refuses, but there is one less to hold by now. */
    private @Nullable Entry tryRegister(MemorySegment whole, int mask) {
        try {
            return new Entry(whole, mask, zone.register(whole, Privilege.of(mask), options));
        } catch (DatException e) {
            synchronized (lock) {
                if (e.type() == DatType.INSUFFICIENT_RESOURCES && evictOldest()) {
                    return null;
                }
            }
            throw e;
        }
    }

    /** A registration that covers the range, with one more user, or null. */
    private @Nullable Entry use(Range range, MemorySegment segment, int mask) {
        if (closed) {
            throw Refusals.closed("the cache");
        }
        for (Map.Entry<Integer, NavigableMap<Long, Entry>> of : index.entrySet()) {
            boolean suffices = (of.getKey() & mask) == mask;
            Entry entry = suffices ? covering(range, segment, of.getValue()) : null;
            if (entry != null) {
                entry.users++;
                idle.remove(entry);
                return entry;
            }
        }
        return null;
    }

    private @Nullable Entry covering(
            Range range, MemorySegment segment, NavigableMap<Long, Entry> map) {
        // None lies inside another, so that only the last that begins early enough can cover it.
        Map.Entry<Long, Entry> floor = map.floorEntry(range.from);
        while (floor != null && !floor.getValue().isAlive()) {
            retire(floor.getValue()); // its arena is closed, and other memory may have its address
            floor = map.floorEntry(range.from);
        }
        if (floor == null || !floor.getValue().range.contains(range)) {
            return null;
        }
        Entry entry = floor.getValue();
        return entry.memory.scope().equals(segment.scope()) ? entry : null;
    }

    /** Makes room, and takes it. */
    private void reserve(long wanted) {
        closeRetired();
        while (exceeds(bytes + wanted, regions + 1)) {
            // What would not fit without all idle ones either is not worth any of them.
            long held = bytes - idle.stream().mapToLong(e -> e.range.length()).sum();
            int heldRegions = regions - idle.size();
            if (exceeds(held + wanted, heldRegions + 1) || !evictOldest()) {
                throw new PinLimitException(wanted, held, heldRegions, limits);
            }
        }
        account(wanted, 1);
    }

    private boolean exceeds(long ofBytes, int ofRegions) {
        return ofBytes > limits.bytes() || ofRegions > limits.regions();
    }

    private void account(long moreBytes, int moreRegions) {
        bytes += moreBytes;
        regions += moreRegions;
    }

    private boolean evictOldest() {
        while (!idle.isEmpty()) {
            Entry oldest = idle.getFirst();
            if (retire(oldest)) {
                return true;
            }
        }
        return false;
    }

    /** Enters a registration, in the place of those that it covers or is covered by. */
    private void insert(Entry made) {
        for (Map.Entry<Integer, NavigableMap<Long, Entry>> of : index.entrySet()) {
            boolean same = of.getKey() == made.mask;
            if ((of.getKey() | made.mask) == made.mask) {
                for (Entry other : overlapping(of.getValue(), made.range)) {
                    boolean covers = made.range.contains(other.range);
                    if (covers || same && other.range.contains(made.range)) {
                        retire(other);
                    }
                }
            }
        }
        index.computeIfAbsent(made.mask, _ -> new TreeMap<>()).put(made.range.from, made);
    }

    private static List<Entry> overlapping(NavigableMap<Long, Entry> map, Range range) {
        List<Entry> all = new ArrayList<>();
        // None lies inside another, so that they end in the order in which they begin.
        for (Entry e : map.headMap(range.to, false).descendingMap().values()) {
            if (e.range.to <= range.from) {
                break;
            }
            all.add(e);
        }
        return all;
    }

    /**
     * Takes a registration out, and closes it unless it is in use.
     *
     * @return whether it is closed
     */
    private boolean retire(Entry entry) {
        NavigableMap<Long, Entry> map = index.get(entry.mask);
        if (map != null) {
            map.remove(entry.range.from, entry);
        }
        idle.remove(entry);
        entry.isRetired = true;
        if (entry.users == 0 && close(entry)) {
            return true;
        }
        retired.add(entry);
        return false;
    }

    private boolean close(Entry entry) {
        try {
            entry.region.close();
        } catch (DatException e) {
            if (e.subtype() == DatSubtype.INVALID_STATE_LMR_IN_USE) {
                return false; // it was released before its operation was complete
            }
            throw e;
        }
        account(-entry.range.length(), -1);
        return true;
    }

    private void closeRetired() {
        for (Iterator<Entry> i = retired.iterator(); i.hasNext(); ) {
            Entry entry = i.next();
            if (entry.users == 0 && close(entry)) {
                i.remove();
            }
        }
    }

    void release(Entry entry) {
        synchronized (lock) {
            entry.users--;
            if (entry.users > 0) {
                return;
            }
            if (entry.isRetired) {
                if (close(entry)) {
                    retired.remove(entry);
                }
            } else if (!entry.isAlive()) {
                retire(entry);
            } else {
                idle.add(entry);
            }
        }
    }

    /**
     * Forgets all registrations that overlap some memory, before it is freed, unmapped or given to
     * others. Those not in use end at once; those in use are not given out again, and end with
     * their last use. A registration that another thread is making now is not kept either.
     *
     * @param segment the memory; it need not be alive any more
     * @return how many registrations of it are still in use: with 0 it may be freed
     */
    public int invalidate(MemorySegment segment) {
        Range range = new Range(segment);
        synchronized (lock) {
            invalidations++;
            for (NavigableMap<Long, Entry> map : index.values()) {
                overlapping(map, range).forEach(this::retire);
            }
            closeRetired();
            return (int) retired.stream().filter(e -> e.range.overlaps(range)).count();
        }
    }

    /**
     * Ends the registrations whose memory is gone, and those that could not be ended before.
     *
     * @return how many registrations are left, those in use included
     */
    public int sweep() {
        synchronized (lock) {
            entries().stream().filter(e -> !e.isAlive()).forEach(this::retire);
            closeRetired();
            return regions;
        }
    }

    private Collection<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        index.values().forEach(map -> all.addAll(map.values()));
        return all;
    }

    /**
     * What it holds and how well it does.
     *
     * @return the numbers at this moment
     */
    public Statistics statistics() {
        synchronized (lock) {
            return new Statistics(bytes, regions, idle.size(), hits, misses);
        }
    }

    /**
     * Ends all registrations.
     *
     * @throws DatException {@code INVALID_STATE/LMR_IN_USE} where some are in use; those not in use
     *     have ended then, no new ones are made, and a second close tries again
     */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            entries().forEach(this::retire);
            closeRetired();
            if (regions > 0) {
                throw Refusals.inUse(regions + " registrations of the cache are in use");
            }
        }
    }

    /**
     * What a cache holds and how well it does.
     *
     * @param bytes bytes that are registered, what overlaps counted twice
     * @param regions regions that are registered
     * @param idleRegions regions of those that are not in use and could be evicted
     * @param hits times that memory was found registered
     * @param misses times that it was not
     */
    public record Statistics(long bytes, int regions, int idleRegions, long hits, long misses) {}

    /** Addresses from one to before another. */
    private record Range(long from, long to) {
        Range(MemorySegment segment) {
            this(segment.address(), segment.address() + segment.byteSize());
        }

        boolean contains(Range other) {
            return from <= other.from && other.to <= to;
        }

        boolean overlaps(Range other) {
            return from < other.to && other.from < to;
        }

        long length() {
            return to - from;
        }
    }

    /** One registration. */
    static final class Entry {
        final LocalMemoryRegion region;
        private final MemorySegment memory;
        private final Range range;
        private final int mask;
        private int users;
        private boolean isRetired;

        private Entry(MemorySegment memory, int mask, LocalMemoryRegion region) {
            this.region = region;
            this.memory = memory;
            this.range = new Range(memory);
            this.mask = mask;
        }

        private boolean isAlive() {
            return memory.scope().isAlive();
        }
    }
}
