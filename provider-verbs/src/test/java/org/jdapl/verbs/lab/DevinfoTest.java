package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.DeviceAttributes;
import org.jdapl.verbs.ExtendedDeviceAttributes;
import org.jdapl.verbs.GidEntry;
import org.jdapl.verbs.PortAttributes;
import org.jdapl.verbs.Verbs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares what this library tells of the devices with what {@code ibv_devinfo -v} prints. */
@InLab
class DevinfoTest {
    private static final Pattern VALUE = Pattern.compile("^\\s*(\\w+):\\s+(\\S.*)$");
    private static final Pattern CAPABILITY = Pattern.compile("^\\t{5}([A-Z_0-9]+)$");
    private static final Pattern GID =
            Pattern.compile("^\\s*GID\\[\\s*(\\d+)\\]:\\s+(\\S+), (.*)$");

    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> capabilities = new ArrayList<>();
    private final List<String> gids = new ArrayList<>();

    private void readDevinfo(String device) {
        boolean inCapabilities = false;
        for (String line : Guest.run("ibv_devinfo", "-v", "-d", device).lines().toList()) {
            Matcher gid = GID.matcher(line);
            Matcher value = VALUE.matcher(line);
            Matcher capability = CAPABILITY.matcher(line);
            if (gid.matches()) {
                gids.add(gid.group(1) + " " + gid.group(2) + " " + gid.group(3));
            } else if (value.matches()) {
                inCapabilities = value.group(1).equals("device_cap_flags");
                values.put(value.group(1), value.group(2));
            } else if (inCapabilities && capability.matches()) {
                capabilities.add(capability.group(1));
            }
        }
    }

    /** Compares, and takes the value away, so that what is left was not compared. */
    private void assertValue(String name, Object expected) {
        assertThat(values.remove(name)).as(name).isEqualTo(String.valueOf(expected));
    }

    private void assertHex(String name, String format, Object expected) {
        assertValue(name, String.format(format, expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe0", "siw0"})
    void shouldTellWhatDevinfoTells(String name) {
        readDevinfo(name);
        Device device = Verbs.device(name).orElseThrow();
        try (Context context = device.open()) {
            assertValue("hca_id", device.name());
            assertValue("node_guid", device.nodeGuid());
            assertThat(values.remove("transport"))
                    .endsWith("(" + device.transportType().code() + ")");
            compare(context.attributes());
            compare(context.extendedAttributes().orElseThrow());
            assertValue("num_comp_vectors", context.completionVectors());
            compare(context.port(1));
            assertThat(gids)
                    .isEqualTo(
                            name.equals("rxe0")
                                    ? context.gidTable().stream().map(DevinfoTest::line).toList()
                                    : List.of());
        }
        assertThat(values).as("not compared").isEmpty();
    }

    private static String line(GidEntry entry) {
        return entry.index()
                + " "
                + entry.gid()
                + " "
                + entry.type().name().replace("ROCE_V", "RoCE v");
    }

    private void compare(DeviceAttributes attributes) {
        assertThat(capabilities)
                .isEqualTo(attributes.capabilities().stream().map(Enum::name).toList());
        assertHex("device_cap_flags", "0x%08x", attributes.capabilityFlags());
        assertValue("fw_ver", attributes.firmwareVersion());
        assertValue("sys_image_guid", attributes.systemImageGuid());
        assertHex("vendor_id", "0x%04x", attributes.vendorId());
        assertValue("vendor_part_id", attributes.vendorPartId());
        assertHex("hw_ver", "0x%X", attributes.hardwareVersion());
        assertValue("phys_port_cnt", attributes.portCount());
        assertHex("max_mr_size", "0x%x", attributes.maxMrSize());
        assertHex("page_size_cap", "0x%x", attributes.pageSizeCap());
        assertValue("max_qp", attributes.maxQp());
        assertValue("max_qp_wr", attributes.maxQpWr());
        assertValue("max_sge", attributes.maxSge());
        assertValue("max_sge_rd", attributes.maxSgeRead());
        assertValue("max_cq", attributes.maxCq());
        assertValue("max_cqe", attributes.maxCqe());
        assertValue("max_mr", attributes.maxMr());
        assertValue("max_pd", attributes.maxPd());
        assertValue("max_qp_rd_atom", attributes.maxQpRdAtom());
        assertValue("max_ee_rd_atom", attributes.maxEeRdAtom());
        assertValue("max_res_rd_atom", attributes.maxResRdAtom());
        assertValue("max_qp_init_rd_atom", attributes.maxQpInitRdAtom());
        assertValue("max_ee_init_rd_atom", attributes.maxEeInitRdAtom());
        assertThat(values.remove("atomic_cap"))
                .isEqualTo(
                        "ATOMIC_%s (%d)",
                        attributes.atomicCapability(), attributes.atomicCapability().code());
        assertValue("max_ee", attributes.maxEe());
        assertValue("max_rdd", attributes.maxRdd());
        assertValue("max_mw", attributes.maxMw());
        assertValue("max_raw_ipv6_qp", attributes.maxRawIpv6Qp());
        assertValue("max_raw_ethy_qp", attributes.maxRawEthyQp());
        assertValue("max_mcast_grp", attributes.maxMulticastGroups());
        assertValue("max_mcast_qp_attach", attributes.maxMulticastQpAttach());
        assertValue("max_total_mcast_qp_attach", attributes.maxTotalMulticastQpAttach());
        assertValue("max_ah", attributes.maxAh());
        assertValue("max_fmr", attributes.maxFmr());
        assertValue("max_srq", attributes.maxSrq());
        values.remove("max_map_per_fmr");
        if (attributes.maxSrq() > 0) {
            assertValue("max_srq_wr", attributes.maxSrqWr());
            assertValue("max_srq_sge", attributes.maxSrqSge());
        }
        assertValue("max_pkeys", attributes.maxPkeys());
        assertValue("local_ca_ack_delay", attributes.localCaAckDelay());
    }

    private void compare(ExtendedDeviceAttributes attributes) {
        assertThat(attributes.onDemand().isSupported()).isFalse();
        assertHex("device_cap_flags_ex", "0x%X", attributes.capabilityFlags());
        assertValue("max_tso", attributes.tso().maxBytes());
        assertValue("max_rwq_indirection_tables", attributes.rss().maxTables());
        assertValue("max_rwq_indirection_table_size", attributes.rss().maxTableSize());
        assertHex("rx_hash_function", "0x%x", attributes.rss().hashFunctions());
        assertHex("rx_hash_fields_mask", "0x%X", attributes.rss().hashFields());
        assertValue("max_wq_type_rq", attributes.maxReceiveWorkQueues());
        assertValue("qp_rate_limit_min", attributes.pacing().minKbps() + "kbps");
        assertValue("qp_rate_limit_max", attributes.pacing().maxKbps() + "kbps");
    }

    private void compare(PortAttributes port) {
        assertValue("port", 1);
        assertValue("state", "PORT_" + port.state() + " (" + port.state().code() + ")");
        assertValue("max_mtu", port.maxMtu().bytes() + " (" + port.maxMtu().code() + ")");
        assertValue("active_mtu", port.activeMtu().bytes() + " (" + port.activeMtu().code() + ")");
        assertValue("sm_lid", port.smLid());
        assertValue("port_lid", port.lid());
        assertHex("port_lmc", "0x%02x", port.lmc());
        assertThat(values.remove("link_layer")).isEqualToIgnoringCase(port.linkLayer().name());
        assertHex("max_msg_sz", "0x%x", port.maxMessageSize());
        assertHex("port_cap_flags", "0x%08x", port.capabilityFlags());
        assertHex("port_cap_flags2", "0x%04x", port.capabilityFlags2());
        assertThat(values.remove("max_vl_num")).endsWith("(" + port.maxVlNum() + ")");
        assertHex("bad_pkey_cntr", "0x%x", port.badPkeyCounter());
        assertHex("qkey_viol_cntr", "0x%x", port.qkeyViolationCounter());
        assertValue("sm_sl", port.smServiceLevel());
        assertValue("pkey_tbl_len", port.pkeyTableLength());
        assertValue("gid_tbl_len", port.gidTableLength());
        assertValue("subnet_timeout", port.subnetTimeout());
        assertValue("init_type_reply", port.initTypeReply());
        assertValue("active_width", port.lanes() + "X (" + port.activeWidth() + ")");
        assertThat(values.remove("active_speed"))
                .isEqualTo("%.1f Gbps (%d)", port.laneMbps() / 1e3, port.activeSpeed());
        if (values.containsKey("phys_state")) {
            assertThat(values.remove("phys_state")).endsWith("(" + port.physicalState() + ")");
        }
    }
}
