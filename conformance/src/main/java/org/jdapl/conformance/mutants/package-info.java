/**
 * Faults on purpose: a provider or a runtime that is broken in exactly one way, and what the rules
 * say of it. A rule that no mutant fails proves nothing.
 */
package org.jdapl.conformance.mutants;
