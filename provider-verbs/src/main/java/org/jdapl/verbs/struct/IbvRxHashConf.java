package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_rx_hash_conf}: how packets are spread over queues. */
public final class IbvRxHashConf {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_rx_hash_conf")
                    .u8("rx_hash_function")
                    .u8("rx_hash_key_len")
                    .pointer("rx_hash_key")
                    .u64("rx_hash_fields_mask");

    public static final long RX_HASH_FUNCTION = LAYOUT.offset("rx_hash_function");
    public static final long RX_HASH_KEY_LEN = LAYOUT.offset("rx_hash_key_len");
    public static final long RX_HASH_KEY = LAYOUT.offset("rx_hash_key");
    public static final long RX_HASH_FIELDS_MASK = LAYOUT.offset("rx_hash_fields_mask");
    public static final long SIZE = LAYOUT.size();

    private IbvRxHashConf() {}
}
