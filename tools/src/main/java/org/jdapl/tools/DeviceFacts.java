package org.jdapl.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.DeviceAttributes;
import org.jdapl.verbs.DeviceCapability;
import org.jdapl.verbs.ExtendedDeviceAttributes;
import org.jdapl.verbs.GidEntry;
import org.jdapl.verbs.TransportType;

/** What an RDMA device says of itself, under the names that {@code ibv_devinfo} has for it. */
final class DeviceFacts {
    private static final List<String> ON_DEMAND =
            List.of(
                    "SUPPORT_SEND",
                    "SUPPORT_RECV",
                    "SUPPORT_WRITE",
                    "SUPPORT_READ",
                    "SUPPORT_ATOMIC",
                    "SUPPORT_SRQ");

    private final Map<String, Object> facts = new LinkedHashMap<>();

    private DeviceFacts() {}

    /** All of a device. */
    static Map<String, Object> of(Device device, boolean verbose) {
        DeviceFacts f = new DeviceFacts();
        f.put("hca_id", device.name());
        try (Context context = device.open()) {
            DeviceAttributes a = context.attributes();
            f.identity(device, a);
            if (verbose) {
                f.limits(a);
                context.extendedAttributes().ifPresent(f::extended);
                f.put("num_comp_vectors", context.completionVectors());
            }
            List<GidEntry> gids = verbose ? context.gidTable() : List.of();
            boolean infiniBand = device.transportType() == TransportType.IB;
            List<Object> ports = new ArrayList<>();
            for (int port = 1; port <= a.portCount(); port++) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("port", port);
                PortFacts.add(one, context.port(port), infiniBand, verbose);
                if (verbose) {
                    one.put("gids", PortFacts.gids(gids, port));
                }
                ports.add(one);
            }
            f.put("ports", ports);
        }
        return f.facts;
    }

    private void put(String name, Object value) {
        facts.put(name, value);
    }

    static String hex(String format, long value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** The bits of a mask by their names. */
    static List<String> names(long mask, List<String> bits) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < bits.size(); i++) {
            if ((mask >> i & 1) != 0) {
                names.add(bits.get(i));
            }
        }
        return names;
    }

    private void identity(Device device, DeviceAttributes a) {
        String transport =
                switch (device.transportType()) {
                    case IB -> "InfiniBand";
                    case IWARP -> "iWARP";
                    case USNIC -> "usNIC";
                    case USNIC_UDP -> "usNIC UDP";
                    case UNSPECIFIED -> "unspecified";
                    case UNKNOWN -> "invalid transport";
                };
        put("transport", transport + " (" + device.transportType().code() + ")");
        if (!a.firmwareVersion().isEmpty()) {
            put("fw_ver", a.firmwareVersion());
        }
        put("node_guid", a.nodeGuid().toString());
        put("sys_image_guid", a.systemImageGuid().toString());
        put("vendor_id", hex("0x%04x", Integer.toUnsignedLong(a.vendorId())));
        put("vendor_part_id", a.vendorPartId());
        put("hw_ver", hex("0x%X", Integer.toUnsignedLong(a.hardwareVersion())));
        boardId(device).ifPresent(id -> put("board_id", id));
        put("phys_port_cnt", a.portCount());
    }

    private static Optional<String> boardId(Device device) {
        try {
            String id = Files.readString(Path.of(device.systemPath(), "board_id")).strip();
            return id.isEmpty() ? Optional.empty() : Optional.of(id);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private void limits(DeviceAttributes a) {
        put("max_mr_size", hex("0x%x", a.maxMrSize()));
        put("page_size_cap", hex("0x%x", a.pageSizeCap()));
        put("max_qp", a.maxQp());
        put("max_qp_wr", a.maxQpWr());
        put("device_cap_flags", hex("0x%08x", Integer.toUnsignedLong(a.capabilityFlags())));
        put("device_caps", a.capabilities().stream().map(DeviceCapability::name).toList());
        put("max_sge", a.maxSge());
        put("max_sge_rd", a.maxSgeRead());
        put("max_cq", a.maxCq());
        put("max_cqe", a.maxCqe());
        put("max_mr", a.maxMr());
        put("max_pd", a.maxPd());
        put("max_qp_rd_atom", a.maxQpRdAtom());
        put("max_ee_rd_atom", a.maxEeRdAtom());
        put("max_res_rd_atom", a.maxResRdAtom());
        put("max_qp_init_rd_atom", a.maxQpInitRdAtom());
        put("max_ee_init_rd_atom", a.maxEeInitRdAtom());
        put(
                "atomic_cap",
                "ATOMIC_" + a.atomicCapability() + " (" + a.atomicCapability().code() + ")");
        put("max_ee", a.maxEe());
        put("max_rdd", a.maxRdd());
        put("max_mw", a.maxMw());
        put("max_raw_ipv6_qp", a.maxRawIpv6Qp());
        put("max_raw_ethy_qp", a.maxRawEthyQp());
        put("max_mcast_grp", a.maxMulticastGroups());
        put("max_mcast_qp_attach", a.maxMulticastQpAttach());
        put("max_total_mcast_qp_attach", a.maxTotalMulticastQpAttach());
        put("max_ah", a.maxAh());
        put("max_fmr", a.maxFmr());
        if (a.maxFmr() != 0) {
            put("max_map_per_fmr", a.maxMapPerFmr());
        }
        put("max_srq", a.maxSrq());
        if (a.maxSrq() != 0) {
            put("max_srq_wr", a.maxSrqWr());
            put("max_srq_sge", a.maxSrqSge());
        }
        put("max_pkeys", a.maxPkeys());
        put("local_ca_ack_delay", a.localCaAckDelay());
    }

    private void extended(ExtendedDeviceAttributes e) {
        ExtendedDeviceAttributes.OnDemand odp = e.onDemand();
        put(
                "general_odp_caps",
                names(odp.general(), List.of("ODP_SUPPORT", "ODP_SUPPORT_IMPLICIT")));
        put("rc_odp_caps", onDemand(odp.rc()));
        put("uc_odp_caps", onDemand(odp.uc()));
        put("ud_odp_caps", onDemand(odp.ud()));
        put("xrc_odp_caps", onDemand(odp.xrc()));
        if (e.completionTimestampMask() != 0) {
            put("completion timestamp_mask", hex("0x%016x", e.completionTimestampMask()));
        }
        if (e.clockKhz() != 0) {
            put("hca_core_clock", e.clockKhz() + "kHZ");
        }
        if (e.rawPacketCapabilities() != 0) {
            List<String> bits =
                    List.of(
                            "C-VLAN stripping offload",
                            "Scatter FCS offload",
                            "IP csum offload",
                            "Delay drop");
            put("raw packet caps", names(e.rawPacketCapabilities(), bits));
        }
        put("device_cap_flags_ex", hex("0x%X", e.capabilityFlags()));
        put("tso_caps", Map.of("max_tso", e.tso().maxBytes()));
        ExtendedDeviceAttributes.Spreading rss = e.rss();
        Map<String, Object> spreading = new LinkedHashMap<>();
        spreading.put("max_rwq_indirection_tables", rss.maxTables());
        spreading.put("max_rwq_indirection_table_size", rss.maxTableSize());
        spreading.put("rx_hash_function", hex("0x%x", rss.hashFunctions()));
        spreading.put("rx_hash_fields_mask", hex("0x%X", rss.hashFields()));
        put("rss_caps", spreading);
        put("max_wq_type_rq", e.maxReceiveWorkQueues());
        Map<String, Object> pacing = new LinkedHashMap<>();
        pacing.put("qp_rate_limit_min", e.pacing().minKbps() + "kbps");
        pacing.put("qp_rate_limit_max", e.pacing().maxKbps() + "kbps");
        put("packet_pacing_caps", pacing);
        rare(e);
    }

    private void rare(ExtendedDeviceAttributes e) {
        ExtendedDeviceAttributes.TagMatching tags = e.tagMatching();
        if (tags.maxTags() != 0) {
            Map<String, Object> matching = new LinkedHashMap<>();
            matching.put("max_rndv_hdr_size", tags.maxRendezvousHeader());
            matching.put("max_num_tags", tags.maxTags());
            matching.put("max_ops", tags.maxOperations());
            matching.put("max_sge", tags.maxSge());
            put("tag matching", matching);
        }
        if (e.maxModerationCount() != 0 && e.maxModerationPeriodUs() != 0) {
            Map<String, Object> moderation = new LinkedHashMap<>();
            moderation.put("max_cq_count", e.maxModerationCount());
            moderation.put("max_cq_period", e.maxModerationPeriodUs() + " us");
            put("cq moderation caps", moderation);
        }
        if (e.maxDeviceMemory() != 0) {
            put("maximum available device memory", e.maxDeviceMemory() + "Bytes");
        }
    }

    private static List<String> onDemand(int mask) {
        return mask == 0 ? List.of("NO SUPPORT") : names(Integer.toUnsignedLong(mask), ON_DEMAND);
    }
}
