/** The rules of group LIM: limits. */
package org.jdapl.conformance.rules.lim;
