/** Rules about immediate data. */
package org.jdapl.conformance.rules.imm;
