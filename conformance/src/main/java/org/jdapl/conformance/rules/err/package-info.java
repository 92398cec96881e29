/** Rules about error reporting. */
package org.jdapl.conformance.rules.err;
