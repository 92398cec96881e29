package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_wc}: a work completion. */
public final class IbvWc {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_wc")
                    .u64("wr_id")
                    .u32("status")
                    .u32("opcode")
                    .u32("vendor_err")
                    .u32("byte_len")
                    .union("", Struct.of("").u32("imm_data"), Struct.of("").u32("invalidated_rkey"))
                    .u32("qp_num")
                    .u32("src_qp")
                    .u32("wc_flags")
                    .u16("pkey_index")
                    .u16("slid")
                    .u8("sl")
                    .u8("dlid_path_bits");

    public static final long WR_ID = LAYOUT.offset("wr_id");
    public static final long STATUS = LAYOUT.offset("status");
    public static final long OPCODE = LAYOUT.offset("opcode");
    public static final long VENDOR_ERR = LAYOUT.offset("vendor_err");
    public static final long BYTE_LEN = LAYOUT.offset("byte_len");
    public static final long IMM_DATA = LAYOUT.offset("imm_data");
    public static final long INVALIDATED_RKEY = LAYOUT.offset("invalidated_rkey");
    public static final long QP_NUM = LAYOUT.offset("qp_num");
    public static final long SRC_QP = LAYOUT.offset("src_qp");
    public static final long WC_FLAGS = LAYOUT.offset("wc_flags");
    public static final long PKEY_INDEX = LAYOUT.offset("pkey_index");
    public static final long SLID = LAYOUT.offset("slid");
    public static final long SL = LAYOUT.offset("sl");
    public static final long DLID_PATH_BITS = LAYOUT.offset("dlid_path_bits");
    public static final long SIZE = LAYOUT.size();

    private IbvWc() {}
}
