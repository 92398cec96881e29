/** Rules about shared receive queues, and the watermarks of their endpoints. */
package org.jdapl.conformance.rules.srq;
