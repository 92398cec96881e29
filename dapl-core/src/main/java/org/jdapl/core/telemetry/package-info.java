/**
 * What the runtime tells of itself beside its API: to Java Flight Recorder, where the VM has it.
 * The package itself knows nothing of it; {@code .jfr} does, and is looked for by name.
 */
package org.jdapl.core.telemetry;
