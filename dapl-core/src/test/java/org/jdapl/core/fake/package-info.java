/**
 * A provider in memory for tests of the runtime. It is deterministic: nothing happens but what a
 * test or a post causes. Each call can be made to fail or to run something first, and what the
 * contract forbids the runtime is recorded as a violation.
 */
package org.jdapl.core.fake;
