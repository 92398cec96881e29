package org.jdapl.verbs.struct;

/** Constants of {@code infiniband/verbs.h} for memory, by their names in C. */
public final class MemoryConstants {
    // Access rights
    public static final int IBV_ACCESS_LOCAL_WRITE = 1 << 0;
    public static final int IBV_ACCESS_REMOTE_WRITE = 1 << 1;
    public static final int IBV_ACCESS_REMOTE_READ = 1 << 2;
    public static final int IBV_ACCESS_REMOTE_ATOMIC = 1 << 3;
    public static final int IBV_ACCESS_MW_BIND = 1 << 4;
    public static final int IBV_ACCESS_ZERO_BASED = 1 << 5;
    public static final int IBV_ACCESS_ON_DEMAND = 1 << 6;
    public static final int IBV_ACCESS_HUGETLB = 1 << 7;
    public static final int IBV_ACCESS_RELAXED_ORDERING = 1 << 20;

    public static final int IBV_ACCESS_OPTIONAL_RANGE = 0x3ff00000;

    // What registering again changes
    public static final int IBV_REREG_MR_CHANGE_TRANSLATION = 1 << 0;
    public static final int IBV_REREG_MR_CHANGE_PD = 1 << 1;
    public static final int IBV_REREG_MR_CHANGE_ACCESS = 1 << 2;
    public static final int IBV_REREG_MR_FLAGS_SUPPORTED = 0x7;

    // How it fails
    public static final int IBV_REREG_MR_ERR_INPUT = -1;
    public static final int IBV_REREG_MR_ERR_DONT_FORK_NEW = -2;
    public static final int IBV_REREG_MR_ERR_DO_FORK_OLD = -3;
    public static final int IBV_REREG_MR_ERR_CMD = -4;
    public static final int IBV_REREG_MR_ERR_CMD_AND_DO_FORK_NEW = -5;

    // Memory windows
    public static final int IBV_MW_TYPE_1 = 1;
    public static final int IBV_MW_TYPE_2 = 2;

    // Advice
    public static final int IBV_ADVISE_MR_ADVICE_PREFETCH = 0;
    public static final int IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE = 1;
    public static final int IBV_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT = 2;
    public static final int IBV_ADVISE_MR_FLAG_FLUSH = 1;

    private MemoryConstants() {}
}
