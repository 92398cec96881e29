package org.jdapl.verbs.umad;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.verbs.c.CCompiler;
import org.jdapl.verbs.c.HeaderProbe;
import org.junit.jupiter.api.Test;

class UmadStructsTest {

    @Test
    void shouldHaveTheLayoutsAndConstantsOfTheInstalledHeaders() {
        CCompiler.assume("infiniband/umad.h", "infiniband/umad_types.h", "infiniband/umad_sm.h");
        HeaderProbe probe =
                new HeaderProbe(
                                "infiniband/umad.h",
                                "infiniband/umad_types.h",
                                "infiniband/umad_sm.h",
                                "infiniband/umad_sa.h")
                        .structs(UmadStructs.ALL)
                        .expect("UMAD_CA_NAME_LEN", UmadStructs.NAME_LENGTH)
                        .expect("UMAD_CA_MAX_PORTS", UmadStructs.CA_MAX_PORTS)
                        .expect("UMAD_USER_RMPP", MadAgent.FLAG_USER_RMPP)
                        .expect("UMAD_QKEY", Integer.toUnsignedLong(MadAddress.GENERAL_QKEY))
                        .expect("UMAD_CLASS_SUBN_LID_ROUTED", Mad.CLASS_SUBNET_LID_ROUTED)
                        .expect("UMAD_CLASS_SUBN_DIRECTED_ROUTE", Mad.CLASS_SUBNET_DIRECTED_ROUTE)
                        .expect("UMAD_CLASS_SUBN_ADM", Mad.CLASS_SUBNET_ADMINISTRATION)
                        .expect("UMAD_CLASS_PERF_MGMT", Mad.CLASS_PERFORMANCE)
                        .expect("UMAD_METHOD_GET", Mad.METHOD_GET)
                        .expect("UMAD_METHOD_SET", Mad.METHOD_SET)
                        .expect("UMAD_METHOD_SEND", Mad.METHOD_SEND)
                        .expect("UMAD_METHOD_TRAP", Mad.METHOD_TRAP)
                        .expect("UMAD_METHOD_RESP_MASK", Mad.RESPONSE)
                        .expect("UMAD_SA_METHOD_GET_TABLE", Mad.METHOD_GET_TABLE)
                        .expect("UMAD_SM_ATTR_NODE_INFO", NodeInfo.ATTRIBUTE)
                        .expect("UMAD_SM_ATTR_PORT_INFO", PortInfo.ATTRIBUTE)
                        .expect("UMAD_SA_ATTR_PATH_REC", PathRecord.ATTRIBUTE)
                        .expect("UMAD_SA_ATTR_NODE_REC", NodeRecord.ATTRIBUTE)
                        .expect("sizeof(struct umad_packet)", Mad.LENGTH)
                        .expect("offsetof(struct umad_hdr, attr_id)", Mad.ATTRIBUTE)
                        .expect("offsetof(struct umad_smp, hop_cnt)", SubnetManagement.HOP_COUNT)
                        .expect("offsetof(struct umad_smp, data)", SubnetManagement.DATA)
                        .expect(
                                "offsetof(struct umad_smp, initial_path)",
                                SubnetManagement.INITIAL_PATH)
                        .expect(
                                "offsetof(struct umad_sa_packet, comp_mask)",
                                SubnetAdministration.COMPONENT_MASK)
                        .expect("offsetof(struct umad_sa_packet, data)", SubnetAdministration.DATA);

        assertThat(probe.differences()).isEmpty();
        assertThat(probe.count()).isGreaterThan(100);
    }
}
