package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_tso_caps}: how far a device cuts packets itself. */
public final class IbvTsoCaps {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_tso_caps").u32("max_tso").u32("supported_qpts");

    public static final long MAX_TSO = LAYOUT.offset("max_tso");
    public static final long SUPPORTED_QPTS = LAYOUT.offset("supported_qpts");
    public static final long SIZE = LAYOUT.size();

    private IbvTsoCaps() {}
}
