/** Rules about events and completions. */
package org.jdapl.conformance.rules.evd;
