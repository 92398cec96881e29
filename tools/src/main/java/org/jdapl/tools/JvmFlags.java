package org.jdapl.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The flags of the Java VM. The script {@code jdapl} has the same, and a test compares them. */
final class JvmFlags {

    /** Modules that call native code; those that are not there are left out. */
    static final List<String> NATIVE = List.of("org.jdapl.core", "org.jdapl.provider.verbs");

    /**
     * One collector thread, since a test is measured on as few cores as it needs; no file in the
     * temporary directory, which a killed process would leave behind; and nothing of the VM's own
     * on standard output.
     */
    static final List<String> FIXED =
            List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:+DisplayVMOutputToStderr");

    private JvmFlags() {}

    static List<String> forSecondProcess() {
        List<String> flags = new ArrayList<>(FIXED);
        List<String> present = NATIVE.stream().filter(name -> module(name).isPresent()).toList();
        if (!present.isEmpty()) {
            String names = String.join(",", present);
            flags.add("--add-modules=" + names);
            flags.add("--enable-native-access=" + names);
        }
        return flags;
    }

    private static Optional<Module> module(String name) {
        return ModuleLayer.boot().findModule(name);
    }
}
