package org.jdapl.verbs.diagnosis;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.verbs.diagnosis.Check.Status;
import org.jdapl.verbs.diagnosis.Natives.Access;

/** The Java VM's flag, the libraries and their drivers. */
final class LibraryChecks {
    private static final String DRIVERS = "/etc/libibverbs.d";
    private static final String DRIVER_SUFFIX = ".driver";

    private LibraryChecks() {}

    /**
     * A library that is bound.
     *
     * @param soname its name for the dynamic linker
     * @param debianPackage which package brings it
     * @param purpose what is impossible without it
     * @param needed how bad that is
     * @param old functions that rdma-core 28 has
     * @param newer functions that came later
     * @param newerPurpose what these are for
     */
    private record Bound(
            String soname,
            String debianPackage,
            String purpose,
            Status needed,
            List<String> old,
            List<String> newer,
            String newerPurpose) {}

    private static final List<Bound> BOUND =
            List.of(
                    new Bound(
                            "libibverbs.so.1",
                            "libibverbs1",
                            "RDMA devices",
                            Status.FAILURE,
                            List.of(
                                    "ibv_get_device_list",
                                    "ibv_open_device",
                                    "ibv_query_port",
                                    "ibv_create_qp",
                                    "ibv_reg_mr_iova2"),
                            List.of(
                                    "ibv_get_device_index",
                                    "_ibv_query_gid_ex",
                                    "_ibv_query_gid_table",
                                    "ibv_reg_dmabuf_mr"),
                            "the types of GIDs and memory of other devices (dma-buf)"),
                    new Bound(
                            "librdmacm.so.1",
                            "librdmacm1",
                            "connections by IP address",
                            Status.FAILURE,
                            List.of(
                                    "rdma_create_event_channel",
                                    "rdma_create_id",
                                    "rdma_resolve_addr",
                                    "rdma_join_multicast_ex",
                                    "rdma_init_qp_attr",
                                    "rdma_establish"),
                            List.of("rdma_reject_ece"),
                            "enhanced connection establishment"),
                    new Bound(
                            "libibumad.so.3",
                            "libibumad3",
                            "management datagrams of InfiniBand",
                            Status.WARNING,
                            List.of("umad_open_port", "umad_register", "umad_recv"),
                            List.of("umad_register2", "umad_get_ca_device_list"),
                            "registering agents with flags"));

    static void add(Machine machine, List<Check> checks) {
        checks.add(access(machine.natives()));
        boolean granted = machine.natives().access() != Access.DENIED;
        for (Bound bound : BOUND) {
            checks.add(granted ? library(machine.natives(), bound) : unknown(bound));
        }
        checks.add(drivers(machine));
    }

    private static Check access(Natives natives) {
        String name = "native access";
        String flag = "--enable-native-access=" + natives.moduleName();
        return switch (natives.access()) {
            case GRANTED ->
                    Check.ok(name, "Java may call native code from " + natives.moduleName() + ".");
            case WARNED ->
                    Check.warning(
                            name,
                            "Java warns of native calls from "
                                    + natives.moduleName()
                                    + "; a later Java refuses them.",
                            "Start Java with " + flag + ".");
            case DENIED ->
                    Check.failure(
                            name,
                            "Java may not call native code from " + natives.moduleName() + ".",
                            "Start Java with " + flag + ".");
        };
    }

    private static Check unknown(Bound bound) {
        return Check.notApplicable(
                name(bound),
                bound.soname() + " could not be looked for without native access.",
                "");
    }

    private static String name(Bound bound) {
        return "library " + bound.soname();
    }

    private static Check library(Natives natives, Bound bound) {
        List<String> functions = new ArrayList<>(bound.old());
        functions.addAll(bound.newer());
        Natives.Library library = natives.library(bound.soname(), bound.debianPackage(), functions);
        if (!library.refusal().isEmpty()) {
            return new Check(
                    name(bound),
                    bound.needed(),
                    bound.soname()
                            + " was not found or cannot be loaded, so there are no "
                            + bound.purpose()
                            + "; nothing else is affected.",
                    "Install "
                            + bound.debianPackage()
                            + " (of rdma-core), or set LD_LIBRARY_PATH to where it is.");
        }
        List<String> tooOld = new ArrayList<>(bound.old());
        tooOld.retainAll(library.missing());
        String file = library.file().orElse(bound.soname());
        if (!tooOld.isEmpty()) {
            return new Check(
                    name(bound),
                    bound.needed(),
                    file + " is too old: it has no " + String.join(", ", tooOld) + ".",
                    upgrade(bound));
        }
        List<String> lacking = new ArrayList<>(bound.newer());
        lacking.retainAll(library.missing());
        if (!lacking.isEmpty()) {
            return Check.warning(
                    name(bound),
                    file
                            + " has no "
                            + String.join(", ", lacking)
                            + ": without are "
                            + bound.newerPurpose()
                            + "; nothing else is affected.",
                    "Where that is needed: " + upgrade(bound));
        }
        return Check.ok(name(bound), file + " is there and has every function.");
    }

    private static String upgrade(Bound bound) {
        return "install " + bound.debianPackage() + " of a newer rdma-core (28 at least).";
    }

    /** Each file names one driver library that libibverbs loads. */
    private static Check drivers(Machine machine) {
        String name = "drivers of libibverbs";
        List<String> drivers =
                machine.list(DRIVERS).stream()
                        .filter(file -> file.endsWith(DRIVER_SUFFIX))
                        .map(file -> file.substring(0, file.length() - DRIVER_SUFFIX.length()))
                        .sorted()
                        .toList();
        if (drivers.isEmpty()) {
            return Check.failure(
                    name,
                    "There is no driver in " + DRIVERS + ", so libibverbs finds no device.",
                    "Install ibverbs-providers (of rdma-core).");
        }
        return Check.ok(name, "libibverbs has drivers for " + String.join(", ", drivers) + ".");
    }
}
