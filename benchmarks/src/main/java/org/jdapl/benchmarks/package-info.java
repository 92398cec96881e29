/**
 * Programs that measure JDAPL against plain sockets, each with a main class of its own: {@link
 * org.jdapl.benchmarks.RoundTrip}, {@link org.jdapl.benchmarks.Stream}, {@link
 * org.jdapl.benchmarks.Endpoints} and {@link org.jdapl.benchmarks.Churn}. Each starts a second Java
 * VM, which is the peer and ends with the first. {@code etc/bench} runs them, {@code
 * docs/performance.md} says what they measure and has results.
 */
package org.jdapl.benchmarks;
