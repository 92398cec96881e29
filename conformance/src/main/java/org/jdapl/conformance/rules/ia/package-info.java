/** Rules about interface adapter. */
package org.jdapl.conformance.rules.ia;
