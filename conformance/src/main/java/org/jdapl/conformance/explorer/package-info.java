/**
 * The explorer: stories of two consumers, drawn from a seed and played on the simulated network,
 * held against a small model. {@code etc/explore} runs it; {@link
 * org.jdapl.conformance.explorer.Explorer} does it in a program.
 */
@NullMarked
package org.jdapl.conformance.explorer;

import org.jspecify.annotations.NullMarked;
