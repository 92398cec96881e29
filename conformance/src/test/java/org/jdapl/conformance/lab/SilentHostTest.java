package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A host that answers nothing. The kernel tries for long: TCP's retries take siw two minutes, those
 * of the connection manager rxe one; neither can be called off.
 */
@InLab
final class SilentHostTest {

    private static final int HOST = 99;
    private static final int PORT = 7471;
    private static final Duration LIMIT = Duration.ofSeconds(2);

    @ParameterizedTest
    @EnumSource
    void aConnectEndsAtItsTimeLimitAndCanBeClosed(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry()) {
            Party here = Ends.open(registry, device);
            Link link = connect(here, device, LIMIT);

            link.connectionEvent().require(ConnectionEvent.TimedOut.class);
            requirePrompt(link.endpoint()::close);
            requirePrompt(here::close);
            usable(registry, device);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAdapterIsClosedWhileItConnects(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry()) {
            Party here = Ends.open(registry, device);
            Link link = connect(here, device, Duration.ofMinutes(5));
            assertThat(here.await(link.connections(), Bound.GIVE_UP)).isNull();

            requirePrompt(here::close);
            usable(registry, device);
        }
    }

    private static Link connect(Party here, LabDevice device, Duration limit) throws Exception {
        Link link = here.link(LinkShape.PLAIN);
        InetSocketAddress remote = new InetSocketAddress(device.silent(HOST), PORT);
        link.endpoint().connect(remote, ConnectOptions.within(limit));
        return link;
    }

    private static void requirePrompt(Runnable call) {
        long start = System.nanoTime();
        call.run();
        assertThat(System.nanoTime() - start).as("ns").isLessThan(Bound.LOCAL.nanos());
    }

    private static void usable(AdapterRegistry registry, LabDevice device)
            throws InterruptedException {
        try (Ends ends = Ends.connect(registry, device)) {
            ends.exchange();
        }
    }
}
