/** The rules of group JAV: the Java platform. */
package org.jdapl.conformance.rules.jav;
