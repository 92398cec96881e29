/**
 * The conformance kit: rules with their tests, the targets that they run on, and what came of it.
 *
 * <p>A rule is declared once, as data, and tested by one method. {@link
 * org.jdapl.conformance.kit.RuleCatalogue} has all of them, and holds declarations and tests
 * together; {@link org.jdapl.conformance.kit.Trial} runs one; {@link org.jdapl.conformance.kit.Kit}
 * runs all of them on one target, in a worker JVM that may die, and writes the reports.
 */
package org.jdapl.conformance.kit;
