package org.jdapl.provider.soft;

import org.jdapl.provider.soft.iwarp.IwarpWire;
import org.jdapl.provider.soft.memory.RegionNames;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.seam.StreamNetwork;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.OpenParameters;

/** Opens adapters over a network of the test's. */
public final class TestAdapters {

    private TestAdapters() {}

    public static Adapter over(
            StreamNetwork network, RegionNames names, OpenParameters parameters) {
        RegionTable regions = new RegionTable(names);
        return new SoftAdapter(regions, new IwarpWire(network, regions, parameters), parameters);
    }
}
