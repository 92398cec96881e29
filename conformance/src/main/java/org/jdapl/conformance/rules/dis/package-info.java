/** Rules about disconnect. */
package org.jdapl.conformance.rules.dis;
