/** Rules about RDMA read. */
package org.jdapl.conformance.rules.rdm;
