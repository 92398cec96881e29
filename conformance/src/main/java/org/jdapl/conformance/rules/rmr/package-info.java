/** Rules about remote memory regions. */
package org.jdapl.conformance.rules.rmr;
