package org.jdapl.examples.madquery;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jdapl.verbs.umad.CaInfo;
import org.jdapl.verbs.umad.CaPort;
import org.jdapl.verbs.umad.NodeInfo;
import org.jdapl.verbs.umad.NodeRecord;
import org.jdapl.verbs.umad.PathRecord;
import org.jdapl.verbs.umad.PortInfo;

/** Attributes as names and values, in the words of the diagnostic programs. */
final class MadText {
    private static final List<String> NODE_TYPES =
            List.of("?", "Channel Adapter", "Switch", "Router");
    private static final List<String> WIDTHS = List.of("1X", "4X", "8X", "12X", "2X");
    private static final List<String> SPEEDS = List.of("2.5 Gbps", "5.0 Gbps", "10.0 Gbps");
    private static final List<String> EXTENDED_SPEEDS =
            List.of("14.0625 Gbps", "25.78125 Gbps", "53.125 Gbps");
    private static final List<String> STATES =
            List.of("NoChange", "Down", "Initialize", "Armed", "Active");
    private static final List<String> PORT_STATES =
            List.of("?", "Down", "Initializing", "Armed", "Active");
    private static final List<String> PHYSICAL_STATES =
            List.of(
                    "NoChange",
                    "Sleep",
                    "Polling",
                    "Disabled",
                    "PortConfigurationTraining",
                    "LinkUp",
                    "LinkErrorRecovery",
                    "PhyTest");
    private static final List<String> LANES =
            List.of("?", "VL0", "VL0-1", "VL0-3", "VL0-7", "VL0-14");

    private final Map<String, String> fields = new LinkedHashMap<>();

    private MadText() {}

    private MadText put(String name, Object value) {
        fields.put(name, value.toString());
        return this;
    }

    private MadText flag(String name, boolean value) {
        return put(name, value ? 1 : 0);
    }

    private MadText hex(String name, int digits, long value) {
        return put(name, String.format(Locale.ROOT, "0x%0" + digits + "x", value));
    }

    private MadText choice(String name, List<String> words, int code) {
        return put(name, code < words.size() ? words.get(code) : "? (" + code + ")");
    }

    private MadText mask(String name, List<String> words, int mask, String none) {
        StringJoiner found = new StringJoiner(" or ").setEmptyValue(none);
        for (int i = 0; i < words.size(); i++) {
            if ((mask >> i & 1) != 0) {
                found.add(words.get(i));
            }
        }
        return put(name, found);
    }

    private static int mtu(int code) {
        return 128 << code;
    }

    static Map<String, String> of(CaInfo ca) {
        return new MadText()
                .put("CA", ca.name())
                .put("CA type", ca.type())
                .put("Firmware version", ca.firmwareVersion())
                .put("Hardware version", ca.hardwareVersion())
                .hex("Node GUID", 16, ca.nodeGuid())
                .hex("System image GUID", 16, ca.systemGuid())
                .fields;
    }

    static Map<String, String> of(CaPort port) {
        return new MadText()
                .put("Port", port.number())
                .choice("State", PORT_STATES, port.state())
                .choice("Physical state", PHYSICAL_STATES, port.physicalState())
                .put("Rate", port.rateGbps())
                .put("Base lid", port.baseLid())
                .put("LMC", port.lmc())
                .put("SM lid", port.smLid())
                .hex("Capability mask", 8, port.capabilityMask())
                .hex("Port GUID", 16, port.portGuid())
                .put("Link layer", port.linkLayer())
                .fields;
    }

    static Map<String, String> of(NodeInfo info) {
        return new MadText()
                .put("BaseVers", info.baseVersion())
                .put("ClassVers", info.classVersion())
                .choice("NodeType", NODE_TYPES, info.nodeType())
                .put("NumPorts", info.portCount())
                .hex("SystemGuid", 16, info.systemGuid())
                .hex("Guid", 16, info.nodeGuid())
                .hex("PortGuid", 16, info.portGuid())
                .put("PartCap", info.pKeyCapacity())
                .hex("DevId", 4, info.deviceId())
                .hex("Revision", 8, info.revision())
                .put("LocalPort", info.localPort())
                .hex("VendorId", 6, info.vendorId())
                .fields;
    }

    static Map<String, String> of(PortInfo p) {
        MadText text = new MadText();
        text.hex("GidPrefix", 16, p.gidPrefix())
                .put("Lid", p.lid())
                .put("SMLid", p.smLid())
                .hex("CapMask", 1, Integer.toUnsignedLong(p.capabilityMask()))
                .hex("DiagCode", 4, p.diagnosticCode())
                .put("MkeyLeasePeriod", p.mKeyLeasePeriodS())
                .put("LocalPort", p.localPort())
                .mask("LinkWidthEnabled", WIDTHS, p.linkWidthEnabled(), "?")
                .mask("LinkWidthSupported", WIDTHS, p.linkWidthSupported(), "?")
                .mask("LinkWidthActive", WIDTHS, p.linkWidthActive(), "?")
                .mask("LinkSpeedSupported", SPEEDS, p.linkSpeedSupported(), "?")
                .choice("LinkState", STATES, p.state())
                .choice("PhysLinkState", PHYSICAL_STATES, p.physicalState())
                .choice("LinkDownDefState", PHYSICAL_STATES, p.linkDownDefault())
                .put("ProtectBits", p.mKeyProtect())
                .put("LMC", p.lmc())
                .mask("LinkSpeedActive", SPEEDS, p.linkSpeedActive(), "?")
                .mask("LinkSpeedEnabled", SPEEDS, p.linkSpeedEnabled(), "?")
                .put("NeighborMTU", mtu(p.neighborMtu()))
                .put("SMSL", p.smSl())
                .choice("VLCap", LANES, p.vlCapability())
                .hex("InitType", 2, p.initType())
                .put("VLHighLimit", p.vlHighLimit())
                .put("VLArbHighCap", p.vlArbitrationHighCapacity())
                .put("VLArbLowCap", p.vlArbitrationLowCapacity())
                .hex("InitReply", 2, p.initTypeReply())
                .put("MtuCap", mtu(p.mtuCapability()))
                .put("VLStallCount", p.vlStallCount())
                .put("HoqLife", p.hoqLife())
                .choice("OperVLs", LANES, p.operationalVls());
        return counters(text, p).fields;
    }

    private static MadText counters(MadText text, PortInfo p) {
        return text.flag("PartEnforceInb", p.partitionEnforcementInbound())
                .flag("PartEnforceOutb", p.partitionEnforcementOutbound())
                .flag("FilterRawInb", p.filterRawInbound())
                .flag("FilterRawOutb", p.filterRawOutbound())
                .put("MkeyViolations", p.mKeyViolations())
                .put("PkeyViolations", p.pKeyViolations())
                .put("QkeyViolations", p.qKeyViolations())
                .put("GuidCap", p.guidCapacity())
                .flag("ClientReregister", p.clientReregister())
                .put("McastPkeyTrapSuppressionEnabled", p.multicastPKeyTrapSuppression())
                .put("SubnetTimeout", p.subnetTimeout())
                .put("RespTimeVal", p.responseTime())
                .put("LocalPhysErr", p.localPhysicalErrors())
                .put("OverrunErr", p.overrunErrors())
                .put("MaxCreditHint", p.maxCreditHint())
                .put("RoundTrip", p.linkRoundTripLatency())
                .hex("CapabilityMask2", 1, p.capabilityMask2())
                .mask(
                        "LinkSpeedExtActive",
                        EXTENDED_SPEEDS,
                        p.linkSpeedExtendedActive(),
                        "No Extended Speed")
                .mask("LinkSpeedExtSupported", EXTENDED_SPEEDS, p.linkSpeedExtendedSupported(), "0")
                .mask("LinkSpeedExtEnabled", EXTENDED_SPEEDS, p.linkSpeedExtendedEnabled(), "0");
    }

    static Map<String, String> of(PathRecord p) {
        return new MadText()
                .hex("service_id", 16, p.serviceId())
                .put("dgid", gid(p.destinationPrefix(), p.destinationGuid()))
                .put("sgid", gid(p.sourcePrefix(), p.sourceGuid()))
                .put("dlid", p.destinationLid())
                .put("slid", p.sourceLid())
                .hex("hop_flow_raw", 1, hopFlowRaw(p))
                .hex("tclass", 1, p.trafficClass())
                .hex("num_path_revers", 1, (p.reversible() ? 0x80 : 0) | p.pathCount())
                .put("pkey", String.format(Locale.ROOT, "0x%X", p.pKey()))
                .hex("qos_class", 1, p.qosClass())
                .hex("sl", 1, p.serviceLevel())
                .hex("mtu", 1, p.mtuSelector() << 6 | p.mtu())
                .hex("rate", 1, p.rateSelector() << 6 | p.rate())
                .hex("pkt_life", 1, p.packetLifeTimeSelector() << 6 | p.packetLifeTime())
                .hex("preference", 1, p.preference())
                .fields;
    }

    private static long hopFlowRaw(PathRecord p) {
        return (p.rawTraffic() ? 1L << 31 : 0) | (long) p.flowLabel() << 8 | p.hopLimit();
    }

    static Map<String, String> of(NodeRecord node) {
        NodeInfo info = node.info();
        return new MadText()
                .put("lid", node.lid())
                .hex("base_version", 1, info.baseVersion())
                .hex("class_version", 1, info.classVersion())
                .choice("node_type", NODE_TYPES, info.nodeType())
                .put("num_ports", info.portCount())
                .hex("sys_guid", 16, info.systemGuid())
                .hex("node_guid", 16, info.nodeGuid())
                .hex("port_guid", 16, info.portGuid())
                .hex("partition_cap", 1, info.pKeyCapacity())
                .hex("device_id", 1, info.deviceId())
                .put("revision", String.format(Locale.ROOT, "0x%X", info.revision()))
                .put("port_num", info.localPort())
                .hex("vendor_id", 1, info.vendorId())
                .put("NodeDescription", node.description())
                .fields;
    }

    /** As IPv6 writes it. */
    private static String gid(long prefix, long guid) {
        StringBuilder groups = new StringBuilder();
        for (long half : new long[] {prefix, guid}) {
            for (int shift = 48; shift >= 0; shift -= 16) {
                groups.append(Long.toHexString(half >>> shift & 0xffff)).append(':');
            }
        }
        groups.setLength(groups.length() - 1);
        return groups.toString().replaceFirst("(^|:)0(:0)+(:|$)", "::");
    }
}
