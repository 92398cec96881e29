package org.jdapl.conformance.rules.eps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Tests;

/** Tests the rules of group EPS. */
final class EpsTests {

    @Tests("EPS-01")
    void isUnconnectedAtFirst(Environment env) {
        Link link = env.here().link(LinkShape.PLAIN);

        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        EndpointAttributes asked = LinkShape.PLAIN.attributes();
        EndpointAttributes given = link.endpoint().attributes();
        assertThat(given.maxReceives()).isGreaterThanOrEqualTo(asked.maxReceives());
        assertThat(given.maxRequests()).isGreaterThanOrEqualTo(asked.maxRequests());
    }

    @Tests("EPS-06")
    void takesNoRequestBeforeItIsConnected(Environment env) throws InterruptedException {
        Link link = env.here().link(LinkShape.PLAIN);
        Guarded memory = env.here().memory(8, Party.LOCAL_RIGHTS, 1);

        for (int status :
                List.of(
                        link.endpoint().postSend(memory.region(), 0, 8, 1, CompletionFlags.DEFAULT),
                        link.endpoint()
                                .postWrite(memory.region(), 0, 8, 1, 1, 2, CompletionFlags.DEFAULT),
                        link.endpoint()
                                .postRead(
                                        memory.region(), 0, 8, 1, 1, 3, CompletionFlags.DEFAULT))) {
            assertThat(status).isEqualTo(PostStatus.INVALID_STATE);
        }

        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        Expect.quiet(link, Link.Queue.REQUESTS);
        env.connect(env.here(), env.there(), link, env.there().link(LinkShape.PLAIN)).exchange();
    }
}
