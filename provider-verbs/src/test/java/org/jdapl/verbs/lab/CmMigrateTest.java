package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jdapl.verbs.lab.CmEnds.RXE;
import static org.jdapl.verbs.lab.CmEnds.SIW;
import static org.jdapl.verbs.lab.CmEnds.next;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@InLab
class CmMigrateTest {

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW})
    void shouldTellTheEndOfAConnectionOnTheNewChannel(String host) {
        try (CmEnds ends = new CmEnds(host);
                EventChannel other = EventChannel.create()) {
            ends.server.attach("mine");
            ends.server.migrate(other);
            assertThat(ends.server.channel()).isSameAs(other);
            ends.serverChannel.close();
            assertThat(ends.listener.isOpen()).isFalse();
            assertThat(ends.server.isOpen()).isTrue();

            ends.client.disconnect();
            ConnectionId told = next(other, CmEventType.DISCONNECTED).id();
            assertThat(told).isSameAs(ends.server);
            assertThat(told.attachment()).isEqualTo("mine");
        }
    }

    @Test
    void shouldTakeWaitingEventsAlong() {
        try (EventChannel from = EventChannel.create();
                EventChannel to = EventChannel.create()) {
            ConnectionId id = ConnectionId.create(from, PortSpace.TCP);
            id.resolveAddress(null, new InetSocketAddress(RXE, 7), CmEnds.RESOLVING);
            next(from, CmEventType.ADDR_RESOLVED);
            id.resolveRoute(CmEnds.RESOLVING);
            id.migrate(to);
            assertThat(next(to, CmEventType.ROUTE_RESOLVED).id()).isSameAs(id);
            assertThat(from.awaitEvent(Duration.ofMillis(200))).isEmpty();
            id.migrate(to);
            assertThat(id.channel()).isSameAs(to);
        }
    }
}
