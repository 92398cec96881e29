/** The rules of group LIF: life cycle and leaks. */
package org.jdapl.conformance.rules.lif;
