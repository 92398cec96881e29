/**
 * The structures of {@code rdma/rdma_cma.h}, {@code infiniband/sa.h} and of socket addresses: a
 * class each, named after the structure, with its offsets. Not exported.
 */
package org.jdapl.verbs.cm.struct;
