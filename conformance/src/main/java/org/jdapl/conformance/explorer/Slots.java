package org.jdapl.conformance.explorer;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Set;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.Privilege;

/** A region cut into slots with canaries between them, and which slots are free. */
final class Slots {

    /** The longest piece of data of a story. */
    static final int BYTES = 6000;

    private static final int GUARD = 32;
    private static final int STRIDE = BYTES + GUARD;
    private static final byte CANARY = (byte) 0xC5;

    private final LocalMemoryRegion region;
    private final int count;
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    Slots(ProtectionZone zone, int count, Set<Privilege> rights) {
        this.count = count;
        region = zone.allocate((long) count * STRIDE + GUARD, rights);
        region.segment().fill(CANARY);
        for (int i = 0; i < count; i++) {
            free.add(i);
        }
    }

    LocalMemoryRegion region() {
        return region;
    }

    boolean isEmpty() {
        return free.isEmpty();
    }

    int take() {
        return free.remove();
    }

    void giveBack(int slot) {
        region.segment().asSlice(offset(slot), BYTES).fill(CANARY);
        free.add(slot);
    }

    static long offset(int slot) {
        return GUARD + (long) slot * STRIDE;
    }

    /** The number at the start of a slot, in the CPU's order. */
    long number(int slot) {
        return region.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, offset(slot));
    }

    byte at(long offset) {
        return region.segment().get(ValueLayout.JAVA_BYTE, offset);
    }

    /** No byte outside of the slots, and none of a free slot, has changed. */
    void check(String where) {
        for (int i = 0; i <= count; i++) {
            requireCanary(where, offset(i) - GUARD, GUARD);
        }
        for (int slot : free) {
            requireCanary(where, offset(slot), BYTES);
        }
    }

    private void requireCanary(String where, long from, int length) {
        for (long p = from; p < from + length; p++) {
            if (at(p) != CANARY) {
                throw new Finding(
                        Finding.Check.CANARY,
                        where + ": byte " + p + " was overwritten with " + at(p));
            }
        }
    }
}
