package org.jdapl.provider.soft.sim;

import java.util.HashSet;
import java.util.Set;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.provider.soft.memory.RegionNames;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.seam.RandomSource;

/** The names of regions, with the faults of a plan: refusals, and tags that come again at once. */
final class SimNames implements RegionNames {

    /** Where addresses start that depend on the slot alone. */
    private static final long FIRST_BASE = 1L << 32;

    private final RegionNames usual;
    private final Fabric fabric;
    private final boolean reuse;
    private final Set<Integer> slots = new HashSet<>();

    SimNames(RandomSource random, Fabric fabric) {
        this.usual = RegionNames.random(random);
        this.fabric = fabric;
        this.reuse = fabric.plan().reusesIdentifiers();
    }

    @Override
    public int indexOf(int slot) {
        return usual.indexOf(slot);
    }

    @Override
    public int slotOf(int index) {
        return usual.slotOf(index);
    }

    @Override
    public int nextKey() {
        return reuse ? 0 : usual.nextKey();
    }

    @Override
    public long nextBase(int slot) {
        if (reuse && !slots.add(slot)) {
            synchronized (fabric.timeline()) {
                fabric.count(Fault.EARLY_REUSE);
                fabric.tell("give the tag of slot " + slot + " again");
            }
        }
        return reuse ? FIRST_BASE + ((long) slot << 32) : usual.nextBase(slot);
    }

    @Override
    public int quarantine() {
        return reuse ? 0 : usual.quarantine();
    }

    @Override
    public void admit(long bytes) {
        synchronized (fabric.timeline()) {
            if (fabric.chance().hit(fabric.plan().refuseMemoryPpm())) {
                fabric.count(Fault.REFUSED_MEMORY);
                fabric.tell("refuse " + bytes + " bytes of memory");
                throw new ProviderException(
                        DatType.INSUFFICIENT_RESOURCES,
                        DatSubtype.RESOURCE_MEMORY_REGION,
                        "the fault plan refuses this registration of " + bytes + " bytes",
                        0);
            }
        }
    }
}
