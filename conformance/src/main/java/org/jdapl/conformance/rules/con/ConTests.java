package org.jdapl.conformance.rules.con;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;

/** Tests the rules of group CON. */
final class ConTests {

    @Tests("CON-01")
    void connectsBothWays(Environment env) throws InterruptedException {
        for (Pair pair : List.of(env.connect(), env.connectBack(LinkShape.PLAIN))) {
            assertThat(pair.link().state()).isEqualTo(EndpointState.CONNECTED);
            assertThat(pair.far().state()).isEqualTo(EndpointState.CONNECTED);
            pair.exchange();
        }
    }

    @Tests("CON-12")
    void answersARequestOnce(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        far.connect(listening.address());
        ConnectionRequest request = env.request(env.here(), listening);
        Link link = env.here().link(LinkShape.PLAIN);
        Link other = env.here().link(LinkShape.PLAIN);

        request.accept(link.endpoint());

        Expect.refused(
                () -> request.accept(other.endpoint()),
                DatType.INVALID_STATE,
                DatType.INVALID_HANDLE);
        Expect.refused(request::reject, DatType.INVALID_STATE, DatType.INVALID_HANDLE);
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
    }
}
