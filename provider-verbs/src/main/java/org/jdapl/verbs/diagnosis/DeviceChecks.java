package org.jdapl.verbs.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The devices, whether libibverbs has drivers for them, their ports and addresses. */
final class DeviceChecks {
    private static final String DEVICES = "/sys/class/infiniband";
    private static final String VERBS = "/sys/class/infiniband_verbs";

    private static final String ACTIVE = "ACTIVE";
    private static final String IWARP = "RNIC";
    private static final String UNUSED_GID = "0000:0000:0000:0000:0000:0000:0000:0000";
    private static final String IPV4_GID = "0000:0000:0000:0000:0000:ffff:";
    private static final String LINK_LOCAL_GID = "fe80:";
    private static final int MAX_GIDS = 1024;

    private DeviceChecks() {}

    static void add(Machine machine, List<Check> checks) {
        List<String> devices = machine.list(DEVICES);
        if (devices.isEmpty()) {
            checks.add(
                    Check.failure(
                            "devices",
                            "The kernel has no RDMA device; adapters in software work without.",
                            "Load the driver of the hardware (lspci tells which), or make a device"
                                    + " in software, as root: modprobe rdma_rxe; rdma link add rxe0"
                                    + " type rxe netdev eth0."));
            return;
        }
        checks.add(Check.ok("devices", "The kernel has " + String.join(", ", devices) + "."));
        Optional<List<String>> driven = machine.natives().deviceNames();
        for (String device : devices) {
            driven.ifPresent(names -> checks.add(driver(machine, device, names)));
            for (String port : machine.list(DEVICES + "/" + device + "/ports")) {
                Port one = Port.read(machine, device, port);
                checks.add(state(one));
                if (one.isRoce()) {
                    checks.add(gids(machine, one));
                }
            }
        }
    }

    private static Check driver(Machine machine, String device, List<String> driven) {
        String name = "driver of " + device;
        if (driven.contains(device)) {
            return Check.ok(name, "libibverbs has a driver for " + device + ".");
        }
        boolean offered =
                machine.list(VERBS).stream()
                        .map(file -> machine.read(VERBS + "/" + file + "/ibdev"))
                        .anyMatch(ibdev -> ibdev.equals(Optional.of(device)));
        return offered
                ? Check.failure(
                        name,
                        "libibverbs has no driver for " + device + ".",
                        "Install ibverbs-providers of an rdma-core that knows the device.")
                : Check.failure(
                        name,
                        "The kernel offers " + device + " to no program.",
                        "As root: modprobe ib_uverbs. In a network namespace: see whether the"
                                + " device is in it (rdma dev).");
    }

    /**
     * A port as the kernel describes it.
     *
     * @param state such as {@code ACTIVE}
     * @param physicalState such as {@code LinkUp}
     * @param linkLayer {@code Ethernet} or {@code InfiniBand}
     * @param nodeType such as {@code CA} or {@code RNIC}
     */
    private record Port(
            String device,
            String number,
            String state,
            String physicalState,
            String linkLayer,
            String nodeType,
            String netDevice) {

        static Port read(Machine machine, String device, String number) {
            String port = folder(device, number);
            return new Port(
                    device,
                    number,
                    word(machine, port + "/state"),
                    word(machine, port + "/phys_state"),
                    machine.read(port + "/link_layer").orElse("unknown"),
                    word(machine, DEVICES + "/" + device + "/node_type"),
                    machine.read(port + "/gid_attrs/ndevs/0").orElse(""));
        }

        /** {@code 4: ACTIVE} is ACTIVE. */
        private static String word(Machine machine, String path) {
            String text = machine.read(path).orElse("unknown");
            return text.substring(text.indexOf(':') + 1).strip();
        }

        private static String folder(String device, String number) {
            return DEVICES + "/" + device + "/ports/" + number;
        }

        String folder() {
            return folder(device, number);
        }

        String name() {
            return device + " port " + number;
        }

        boolean isEthernet() {
            return linkLayer.equals("Ethernet");
        }

        boolean isRoce() {
            return isEthernet() && !nodeType.equals(IWARP);
        }
    }

    private static Check state(Port port) {
        String kind =
                port.nodeType().equals(IWARP) ? "iWARP" : port.isEthernet() ? "RoCE" : "InfiniBand";
        String where =
                port.name()
                        + " ("
                        + kind
                        + (port.netDevice().isEmpty() ? "" : ", " + port.netDevice())
                        + ")";
        String name = "port " + port.device() + "/" + port.number();
        if (port.state().equals(ACTIVE)) {
            return Check.ok(name, where + " is active.");
        }
        String sentence =
                where + " is not active: " + port.state() + ", link " + port.physicalState() + ".";
        return Check.warning(name, sentence, port.isEthernet() ? ethernet(port) : infiniBand(port));
    }

    private static String ethernet(Port port) {
        String end = " up; look at the cable and the switch.";
        return port.netDevice().isEmpty()
                ? "As root: ip link set INTERFACE (rdma link tells which)" + end
                : "As root: ip link set " + port.netDevice() + end;
    }

    private static String infiniBand(Port port) {
        return port.physicalState().equals("LinkUp")
                ? "The link is up, and no subnet manager has configured it: start opensm in the"
                        + " subnet."
                : "Look at the cable and the switch's port.";
    }

    /** RoCE finds a peer by GIDs that are made from the interface's IP addresses. */
    private static Check gids(Machine machine, Port port) {
        String name = "GIDs of " + port.device() + "/" + port.number();
        List<String> routable = new ArrayList<>();
        int linkLocal = 0;
        for (String index : machine.list(port.folder() + "/gids")) {
            if (routable.size() + linkLocal >= MAX_GIDS) {
                break;
            }
            String gid = machine.read(port.folder() + "/gids/" + index).orElse(UNUSED_GID);
            if (gid.startsWith(LINK_LOCAL_GID)) {
                linkLocal++;
            } else if (!gid.equals(UNUSED_GID)) {
                routable.add(address(gid));
            }
        }
        String addresses = String.join(", ", routable.stream().distinct().toList());
        if (!routable.isEmpty()) {
            return Check.ok(name, port.name() + " has GIDs for " + addresses + ".");
        }
        return Check.warning(
                name,
                linkLocal == 0
                        ? port.name() + " has no GID, so no peer can be reached."
                        : port.name()
                                + " has only link-local GIDs, so nobody can connect by IP address.",
                "Give its interface an address, as root: ip address add 192.0.2.1/24 dev "
                        + (port.netDevice().isEmpty() ? "INTERFACE" : port.netDevice())
                        + ".");
    }

    private static String address(String gid) {
        if (!gid.startsWith(IPV4_GID)) {
            return gid;
        }
        String hex = gid.substring(IPV4_GID.length()).replace(":", "");
        List<String> bytes = new ArrayList<>();
        for (int i = 0; i + 1 < hex.length(); i += 2) {
            bytes.add(String.valueOf(Integer.parseInt(hex.substring(i, i + 2), 16)));
        }
        return String.join(".", bytes);
    }
}
