/** Rules about protection. */
package org.jdapl.conformance.rules.prt;
