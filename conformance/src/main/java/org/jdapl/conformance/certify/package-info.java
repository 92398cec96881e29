/** The command {@code jdapl certify}. {@code docs/certification.md} tells how it is used. */
package org.jdapl.conformance.certify;
