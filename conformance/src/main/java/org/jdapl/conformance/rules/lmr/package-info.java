/** Rules about local memory. */
package org.jdapl.conformance.rules.lmr;
