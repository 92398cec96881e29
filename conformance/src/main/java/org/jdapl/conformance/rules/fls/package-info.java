/** Rules about flushing. */
package org.jdapl.conformance.rules.fls;
