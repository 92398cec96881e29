package org.jdapl.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jdapl.verbs.GidEntry;
import org.jdapl.verbs.GidType;
import org.jdapl.verbs.LinkLayer;
import org.jdapl.verbs.Mtu;
import org.jdapl.verbs.PortAttributes;
import org.jdapl.verbs.PortState;

/** What a port of an RDMA device says of itself, under the names of {@code ibv_devinfo}. */
final class PortFacts {
    private static final List<String> PHYSICAL_STATES =
            List.of(
                    "invalid physical state",
                    "SLEEP",
                    "POLLING",
                    "DISABLED",
                    "PORT_CONFIGURATION TRAINNING",
                    "LINK_UP",
                    "LINK_ERROR_RECOVERY",
                    "PHY TEST");
    private static final List<Integer> LANES = List.of(0, 1, 2, 4, 8, 15);

    private PortFacts() {}

    static void add(
            Map<String, Object> facts, PortAttributes p, boolean infiniBand, boolean verbose) {
        facts.put("state", state(p.state()));
        facts.put("max_mtu", mtu(p.maxMtu()));
        facts.put("active_mtu", mtu(p.activeMtu()));
        facts.put("sm_lid", p.smLid());
        facts.put("port_lid", p.lid());
        facts.put("port_lmc", DeviceFacts.hex("0x%02x", p.lmc()));
        facts.put("link_layer", p.linkLayer() == LinkLayer.ETHERNET ? "Ethernet" : "InfiniBand");
        if (!verbose) {
            return;
        }
        facts.put("max_msg_sz", DeviceFacts.hex("0x%x", p.maxMessageSize()));
        facts.put("port_cap_flags", flags("0x%08x", p.capabilityFlags()));
        facts.put("port_cap_flags2", flags("0x%04x", p.capabilityFlags2()));
        facts.put("max_vl_num", lanes(p.maxVlNum()));
        facts.put("bad_pkey_cntr", DeviceFacts.hex("0x%x", p.badPkeyCounter()));
        facts.put("qkey_viol_cntr", DeviceFacts.hex("0x%x", p.qkeyViolationCounter()));
        facts.put("sm_sl", p.smServiceLevel());
        facts.put("pkey_tbl_len", p.pkeyTableLength());
        facts.put("gid_tbl_len", p.gidTableLength());
        facts.put("subnet_timeout", p.subnetTimeout());
        facts.put("init_type_reply", p.initTypeReply());
        String width = p.lanes() == 0 ? "invalid width" : String.valueOf(p.lanes());
        facts.put("active_width", width + "X (" + p.activeWidth() + ")");
        facts.put("active_speed", speed(p) + " (" + p.activeSpeed() + ")");
        if (infiniBand) {
            int state = p.physicalState();
            String word = PHYSICAL_STATES.get(state < PHYSICAL_STATES.size() ? state : 0);
            facts.put("phys_state", word + " (" + state + ")");
        }
    }

    private static String state(PortState state) {
        boolean known = state.code() >= 1 && state.code() <= 4;
        return (known ? "PORT_" + state : "invalid state") + " (" + state.code() + ")";
    }

    private static String mtu(Mtu mtu) {
        return mtu.bytes() + " (" + mtu.code() + ")";
    }

    private static String flags(String format, int mask) {
        return DeviceFacts.hex(format, Integer.toUnsignedLong(mask));
    }

    private static String lanes(int code) {
        boolean known = code >= 1 && code < LANES.size();
        return (known ? String.valueOf(LANES.get(code)) : "invalid value") + " (" + code + ")";
    }

    private static String speed(PortAttributes p) {
        return p.laneMbps() == 0
                ? "invalid speed"
                : String.format(Locale.ROOT, "%.1f Gbps", p.laneMbps() / 1000.0);
    }

    /** The used entries of a port's table. */
    static List<Object> gids(List<GidEntry> table, int port) {
        List<Object> gids = new ArrayList<>();
        for (GidEntry entry : table) {
            if (entry.port() == port) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("index", entry.index());
                one.put("gid", entry.gid().toString());
                one.put("type", type(entry.type()));
                one.put("text", text(entry));
                gids.add(one);
            }
        }
        return gids;
    }

    private static String type(GidType type) {
        return switch (type) {
            case IB -> "IB";
            case ROCE_V1 -> "RoCE v1";
            case ROCE_V2 -> "RoCE v2";
            case UNKNOWN -> "unknown";
        };
    }

    /** As IPv6 writes it where it is an IP address, else group by group. */
    private static String text(GidEntry entry) {
        return switch (entry.type()) {
            case ROCE_V1 -> entry.gid().fullText() + ", RoCE v1";
            case ROCE_V2 -> entry.gid() + ", RoCE v2";
            case IB, UNKNOWN -> entry.gid().fullText();
        };
    }
}
