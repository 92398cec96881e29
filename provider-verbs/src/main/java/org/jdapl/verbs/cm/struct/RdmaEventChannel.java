package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** An event channel. */
public final class RdmaEventChannel {
    public static final Struct LAYOUT = Struct.of("struct rdma_event_channel").u32("fd");

    public static final long FD = LAYOUT.offset("fd");
    public static final long SIZE = LAYOUT.size();

    private RdmaEventChannel() {}
}
