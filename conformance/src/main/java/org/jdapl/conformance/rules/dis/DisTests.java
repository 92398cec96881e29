package org.jdapl.conformance.rules.dis;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;

/** Tests the rules of group DIS. */
final class DisTests {

    @Tests("DIS-02")
    void tellsTheSideThatDoesNothing(Environment env) throws InterruptedException {
        for (DisconnectMode way : DisconnectMode.values()) {
            Pair pair = env.connect();

            pair.far().disconnect(way);

            Seen event = pair.link().connectionEvent();
            event.require(ConnectionEvent.Disconnected.class);
            assertThat(event.byPeer()).isTrue();
            assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
            pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
        }
    }

    @Tests("DIS-04")
    void tellsTheEndOnce(Environment env) throws InterruptedException {
        for (DisconnectMode way : DisconnectMode.values()) {
            Pair pair = env.connect();

            pair.link().endpoint().disconnect(way);

            pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
            pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
            pair.link().endpoint().disconnect(way);
            Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);
            assertThat(pair.far().poll(Link.Queue.CONNECTIONS, Bound.QUIET)).isNull();
        }
    }
}
