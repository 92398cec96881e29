/** Rules about protection zone. */
package org.jdapl.conformance.rules.pz;
