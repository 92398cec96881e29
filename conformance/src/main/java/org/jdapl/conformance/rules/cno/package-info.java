/** Rules about notification objects. */
package org.jdapl.conformance.rules.cno;
