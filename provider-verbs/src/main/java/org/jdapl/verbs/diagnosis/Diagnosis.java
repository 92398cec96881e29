package org.jdapl.verbs.diagnosis;

import java.util.ArrayList;
import java.util.List;

/**
 * All checks of this machine: the Java VM, the libraries, the kernel's modules and files, the
 * devices with their ports and addresses, and the limits of this process.
 *
 * <p>Thread-safe. It throws nothing: what cannot be read is a check that says so.
 */
public final class Diagnosis {
    private Diagnosis() {}

    /**
     * Looks at everything now.
     *
     * @return the checks, what others depend on first; never empty
     */
    public static List<Check> run() {
        return of(Machine.here());
    }

    static List<Check> of(Machine machine) {
        List<Check> checks = new ArrayList<>();
        LibraryChecks.add(machine, checks);
        KernelChecks.add(machine, checks);
        DeviceChecks.add(machine, checks);
        LimitChecks.add(machine, checks);
        return List.copyOf(checks);
    }

    /**
     * Whether nothing failed.
     *
     * @param checks what {@link #run} returned
     * @return false if one of them is a {@link Check.Status#FAILURE}
     */
    public static boolean passed(List<Check> checks) {
        return checks.stream().noneMatch(check -> check.status() == Check.Status.FAILURE);
    }
}
