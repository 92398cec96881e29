package org.jdapl.core.fake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What connects the adapters of a fake provider. Its monitor guards all of their data. */
final class FakeFabric {

    final Map<Integer, FakeListener> listeners = new HashMap<>();
    private final List<FakeMemoryRegion> regions = new ArrayList<>();
    private int nextPort = 5000;
    private int nextNumber;

    int freePort() {
        while (listeners.containsKey(nextPort)) {
            nextPort++;
        }
        return nextPort++;
    }

    int nextNumber() {
        return ++nextNumber;
    }

    /** Remembers a region and gives it its key. */
    long add(FakeMemoryRegion region) {
        regions.add(region);
        return regions.size();
    }

    @Nullable FakeMemoryRegion region(long key) {
        return key < 1 || key > regions.size() ? null : regions.get((int) key - 1);
    }
}
