package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_odp_caps}: which operations may use pages that are not locked. */
public final class IbvOdpCaps {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_odp_caps")
                    .u64("general_caps")
                    .u32("per_transport_caps.rc_odp_caps")
                    .u32("per_transport_caps.uc_odp_caps")
                    .u32("per_transport_caps.ud_odp_caps");

    public static final long GENERAL_CAPS = LAYOUT.offset("general_caps");
    public static final long PER_TRANSPORT_CAPS_RC_ODP_CAPS =
            LAYOUT.offset("per_transport_caps.rc_odp_caps");
    public static final long PER_TRANSPORT_CAPS_UC_ODP_CAPS =
            LAYOUT.offset("per_transport_caps.uc_odp_caps");
    public static final long PER_TRANSPORT_CAPS_UD_ODP_CAPS =
            LAYOUT.offset("per_transport_caps.ud_odp_caps");
    public static final long SIZE = LAYOUT.size();

    private IbvOdpCaps() {}
}
