/** Rules about atomic operations. */
package org.jdapl.conformance.rules.atm;
