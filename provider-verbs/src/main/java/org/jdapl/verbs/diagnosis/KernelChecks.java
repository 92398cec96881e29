package org.jdapl.verbs.diagnosis;

import java.util.List;
import java.util.Optional;
import org.jdapl.verbs.diagnosis.Check.Status;

/** The kernel's modules, the files by which they are called, and how namespaces share devices. */
final class KernelChecks {
    private static final String FILES = "/dev/infiniband";
    private static final String NETNS_MODE = "/sys/module/ib_core/parameters/netns_mode";

    private KernelChecks() {}

    /**
     * A module.
     *
     * @param name its name
     * @param trace what is there too when it is built into the kernel
     * @param absent how bad it is when it is not loaded
     * @param purpose what is impossible then
     */
    private record KernelModule(String name, String trace, Status absent, String purpose) {}

    private static final List<KernelModule> MODULES =
            List.of(
                    new KernelModule(
                            "ib_uverbs",
                            "/sys/class/infiniband_verbs",
                            Status.FAILURE,
                            "no program can use an RDMA device"),
                    new KernelModule(
                            "rdma_ucm",
                            "/sys/class/misc/rdma_cm",
                            Status.FAILURE,
                            "no program can connect by IP address"),
                    new KernelModule(
                            "ib_umad",
                            "/sys/class/infiniband_mad",
                            Status.WARNING,
                            "no program can send management datagrams (nothing else is affected)"),
                    new KernelModule(
                            "rdma_rxe",
                            "/sys/module/rdma_rxe",
                            Status.NOT_APPLICABLE,
                            "there is no RoCE device in software"),
                    new KernelModule(
                            "siw",
                            "/sys/module/siw",
                            Status.NOT_APPLICABLE,
                            "there is no iWARP device in software"));

    static void add(Machine machine, List<Check> checks) {
        for (KernelModule module : MODULES) {
            checks.add(module(machine, module));
        }
        checks.add(files(machine, "uverbs", Status.FAILURE, "RDMA devices"));
        checks.add(files(machine, "rdma_cm", Status.FAILURE, "connections by IP address"));
        checks.add(files(machine, "umad", Status.WARNING, "management datagrams"));
        checks.add(namespaces(machine));
    }

    static boolean loaded(Machine machine, String name, String trace) {
        return machine.exists("/sys/module/" + name)
                || machine.exists(trace)
                || machine.read("/proc/modules").stream()
                        .flatMap(String::lines)
                        .anyMatch(line -> line.startsWith(name + " "));
    }

    private static Check module(Machine machine, KernelModule module) {
        String name = "kernel module " + module.name();
        if (loaded(machine, module.name(), module.trace())) {
            return Check.ok(name, module.name() + " is loaded.");
        }
        String remedy =
                module.absent() == Status.NOT_APPLICABLE
                        ? "Where one is wanted: " + software(module.name())
                        : "As root: modprobe " + module.name() + ".";
        return new Check(
                name,
                module.absent(),
                module.name() + " is not loaded: " + module.purpose() + ".",
                remedy);
    }

    private static String software(String module) {
        String type = module.equals("siw") ? "siw" : "rxe";
        return "as root, modprobe "
                + module
                + "; rdma link add "
                + type
                + "0 type "
                + type
                + " netdev eth0 (or another interface).";
    }

    private static Check files(Machine machine, String prefix, Status needed, String purpose) {
        String name = "device files " + prefix;
        List<String> files =
                machine.list(FILES).stream()
                        .filter(file -> file.startsWith(prefix))
                        .map(file -> FILES + "/" + file)
                        .toList();
        if (files.isEmpty()) {
            boolean expected =
                    prefix.equals("rdma_cm")
                            ? machine.exists("/sys/class/misc/rdma_cm")
                            : !machine.list("/sys/class/infiniband").isEmpty();
            String sentence = "There is no " + FILES + "/" + prefix + "*.";
            return expected
                    ? new Check(
                            name,
                            needed,
                            sentence,
                            "Start udev; a container needs them handed in (docker run --device "
                                    + FILES
                                    + ").")
                    : Check.notApplicable(
                            name, sentence, "They come with the module and a device.");
        }
        List<String> closed = files.stream().filter(file -> !machine.usable(file)).toList();
        if (!closed.isEmpty()) {
            String file = closed.getFirst();
            return new Check(
                    name,
                    needed,
                    "This user may not open "
                            + String.join(", ", closed)
                            + " ("
                            + machine.owner(file)
                            + "), so there are no "
                            + purpose
                            + ".",
                    "Run as a user who may, add the user to the group of the file, or set its mode"
                            + " by a udev rule (KERNEL==\""
                            + prefix
                            + "*\", GROUP=\"rdma\", MODE=\"0660\").");
        }
        return Check.ok(name, "This user may open " + String.join(", ", files) + ".");
    }

    private static Check namespaces(Machine machine) {
        String name = "network namespaces";
        Optional<String> mode = machine.read(NETNS_MODE);
        if (mode.isEmpty()) {
            return Check.notApplicable(
                    name, "The kernel does not tell whether namespaces share RDMA devices.", "");
        }
        boolean shared = mode.get().equals("Y") || mode.get().equals("1");
        return Check.ok(
                name,
                shared
                        ? "Every network namespace sees all RDMA devices."
                        : "Each network namespace sees only its own RDMA devices (rdma dev set"
                                + " NAME netns NS moves one).");
    }
}
