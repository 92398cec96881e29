/** Rules about RDMA write. */
package org.jdapl.conformance.rules.wr;
