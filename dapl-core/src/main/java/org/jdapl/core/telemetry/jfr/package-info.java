/** The events of Java Flight Recorder. Only loaded where the module {@code jdk.jfr} is there. */
package org.jdapl.core.telemetry.jfr;
