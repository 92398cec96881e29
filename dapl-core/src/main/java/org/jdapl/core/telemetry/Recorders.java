package org.jdapl.core.telemetry;

/** Looks for Java Flight Recorder, which an image made by jlink may not have. */
final class Recorders {

    /** By name, so that nothing here needs the module {@code jdk.jfr}. */
    private static final String JFR = "org.jdapl.core.telemetry.jfr.JfrRecorder";

    private Recorders() {}

    static Recorder find() {
        try {
            Class.forName("jdk.jfr.Event");
            return Class.forName(JFR)
                    .asSubclass(Recorder.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            return new Recorder() {}; // the module is not there, or cannot be used in this VM
        }
    }
}
