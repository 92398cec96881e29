/** The rules of group CNC: concurrency. */
package org.jdapl.conformance.rules.cnc;
