/** Rules about endpoint states. */
package org.jdapl.conformance.rules.eps;
