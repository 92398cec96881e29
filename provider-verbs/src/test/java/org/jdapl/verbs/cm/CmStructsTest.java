package org.jdapl.verbs.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.verbs.c.CCompiler;
import org.jdapl.verbs.c.HeaderProbe;
import org.jdapl.verbs.cm.struct.CmStructs;
import org.junit.jupiter.api.Test;

class CmStructsTest {

    @Test
    void shouldHaveTheLayoutsAndConstantsOfTheInstalledHeader() {
        CCompiler.assume("rdma/rdma_cma.h");
        HeaderProbe probe =
                new HeaderProbe("rdma/rdma_cma.h", "netinet/in.h")
                        .structs(CmStructs.all())
                        .constants(CmStructs.constants())
                        .expect("sizeof(struct sockaddr_storage)", 128);

        assertThat(probe.differences()).isEmpty();
        assertThat(probe.count()).isGreaterThan(200);
    }

    @Test
    void shouldNumberItsEnumsAsTheHeaderDoes() {
        CCompiler.assume("rdma/rdma_cma.h");
        HeaderProbe probe = new HeaderProbe("rdma/rdma_cma.h");
        for (CmEventType type : CmEventType.values()) {
            probe.expect("RDMA_CM_EVENT_" + type, type.ordinal());
        }
        for (PortSpace space : PortSpace.values()) {
            probe.expect("RDMA_PS_" + space, space.value());
        }
        probe.expect("RDMA_MC_JOIN_FLAG_FULLMEMBER", MulticastMembership.FULL_MEMBER.ordinal())
                .expect(
                        "RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER",
                        MulticastMembership.SEND_ONLY_FULL_MEMBER.ordinal());

        assertThat(probe.differences()).isEmpty();
        assertThat(probe.count()).isEqualTo(22);
    }
}
