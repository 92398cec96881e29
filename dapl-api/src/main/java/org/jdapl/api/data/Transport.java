package org.jdapl.api.data;

/** The kind of fabric under an adapter. */
public enum Transport {
    /** InfiniBand. */
    INFINIBAND,
    /** RDMA over Converged Ethernet. */
    ROCE,
    /** iWARP: RDMA over TCP (RFC 5040, 5041, 5044). */
    IWARP,
    /** Software only, with no counterpart in hardware. */
    SOFTWARE
}
