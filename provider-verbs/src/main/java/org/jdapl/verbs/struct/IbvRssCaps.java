package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_rss_caps}: how a device spreads packets over queues. */
public final class IbvRssCaps {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_rss_caps")
                    .u32("supported_qpts")
                    .u32("max_rwq_indirection_tables")
                    .u32("max_rwq_indirection_table_size")
                    .u64("rx_hash_fields_mask")
                    .u8("rx_hash_function");

    public static final long SUPPORTED_QPTS = LAYOUT.offset("supported_qpts");
    public static final long MAX_RWQ_INDIRECTION_TABLES =
            LAYOUT.offset("max_rwq_indirection_tables");
    public static final long MAX_RWQ_INDIRECTION_TABLE_SIZE =
            LAYOUT.offset("max_rwq_indirection_table_size");
    public static final long RX_HASH_FIELDS_MASK = LAYOUT.offset("rx_hash_fields_mask");
    public static final long RX_HASH_FUNCTION = LAYOUT.offset("rx_hash_function");
    public static final long SIZE = LAYOUT.size();

    private IbvRssCaps() {}
}
