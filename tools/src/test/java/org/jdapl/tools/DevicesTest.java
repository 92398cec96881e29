package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.GidEntry;
import org.jdapl.verbs.GidType;
import org.jdapl.verbs.LinkLayer;
import org.jdapl.verbs.Mtu;
import org.jdapl.verbs.PortAttributes;
import org.jdapl.verbs.PortState;
import org.junit.jupiter.api.Test;

/** Devices as {@code jdapl info --devices} prints them; the lab compares a whole one. */
class DevicesTest {

    private static PortAttributes port(int activeWidth, int activeSpeed, int maxVlNum) {
        return new PortAttributes(
                PortState.INIT,
                Mtu.MTU_4096,
                Mtu.MTU_1024,
                8,
                0x8001_0000,
                0xffff_ffffL,
                1,
                2,
                3,
                4,
                5,
                6,
                maxVlNum,
                7,
                18,
                9,
                activeWidth,
                activeSpeed,
                5,
                LinkLayer.INFINIBAND,
                0,
                0x30);
    }

    private static Map<String, Object> facts(PortAttributes port, boolean infiniBand) {
        Map<String, Object> facts = new LinkedHashMap<>();
        PortFacts.add(facts, port, infiniBand, true);
        return facts;
    }

    @Test
    void shouldNameAPortsFieldsAsIbvDevinfo() {
        assertThat(facts(port(2, 32, 4), true))
                .containsEntry("state", "PORT_INIT (2)")
                .containsEntry("max_mtu", "4096 (5)")
                .containsEntry("active_mtu", "1024 (3)")
                .containsEntry("port_lmc", "0x06")
                .containsEntry("link_layer", "InfiniBand")
                .containsEntry("max_msg_sz", "0xffffffff")
                .containsEntry("port_cap_flags", "0x80010000")
                .containsEntry("port_cap_flags2", "0x0030")
                .containsEntry("max_vl_num", "8 (4)")
                .containsEntry("active_width", "4X (2)")
                .containsEntry("active_speed", "25.0 Gbps (32)")
                .containsEntry("phys_state", "LINK_UP (5)")
                .hasSize(21);
    }

    @Test
    void shouldSayWhatHasNoMeaning() {
        assertThat(facts(port(3, 3, 0), false))
                .containsEntry("active_width", "invalid widthX (3)")
                .containsEntry("active_speed", "invalid speed (3)")
                .containsEntry("max_vl_num", "invalid value (0)")
                .doesNotContainKey("phys_state");
    }

    @Test
    void shouldWriteGidsByTheirType() {
        Gid gid = Gid.parse("fe80::1:2");
        List<Object> gids =
                PortFacts.gids(
                        List.of(
                                new GidEntry(gid, 1, 0, GidType.IB, 0),
                                new GidEntry(gid, 1, 1, GidType.ROCE_V2, 0),
                                new GidEntry(gid, 2, 0, GidType.ROCE_V1, 0)),
                        1);

        assertThat(gids).hasSize(2);
        assertThat(gids.toString())
                .contains("text=fe80:0000:0000:0000:0000:0000:0001:0002}")
                .contains("type=RoCE v2, text=fe80::1:2, RoCE v2}");
    }

    @Test
    void shouldPrintNamesAndValuesWithTheirPlaces() {
        Map<String, Object> device = new LinkedHashMap<>();
        device.put("hca_id", "mlx5_0");
        device.put("device_caps", List.of("XRC"));
        device.put("tso_caps", Map.of("max_tso", 0));
        Map<String, Object> port = new LinkedHashMap<>();
        port.put("port", 1);
        port.put("gids", List.of(Map.of("index", 7, "text", "::1")));
        device.put("ports", List.of(port));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new DevicesText(new PrintStream(out, true, StandardCharsets.UTF_8)).print(List.of(device));

        assertThat(out.toString(StandardCharsets.UTF_8).replaceAll(" {6,}", " > "))
                .isEqualTo(
                        """
                        hca_id: > mlx5_0
                            device_caps:
                                XRC
                            tso_caps:
                                max_tso: > 0
                            port: > 1
                                GID[  7]: > ::1

                        """
                                .replaceAll(" {6,}", " > "));
    }
}
