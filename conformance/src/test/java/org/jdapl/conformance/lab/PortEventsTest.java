package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PortChange;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Links and addresses that change. Second, since it removes devices too: see {@link HotPlugTest}.
 */
@InLab
@Order(2)
final class PortEventsTest {

    private static final int ANOTHER = 9;

    @ParameterizedTest
    @EnumSource
    void aLinkThatGoesDownAndComesUpIsToldOnceEach(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry();
                Ends ends = Ends.connect(registry, device)) {
            ends.exchange();

            device.link("down");
            assertThat(linkChange(ends.here())).isEqualTo(PortChange.DOWN);
            assertThat(linkChange(ends.there())).isEqualTo(PortChange.DOWN);
            if (device == LabDevice.SIW) {
                requireEnds(ends); // at once
            } else {
                assertThat(ends.link().state()).isEqualTo(EndpointState.CONNECTED);
                use(ends.link());
                Ends.requireEnd(ends.link()); // though nobody takes the completion
            }

            device.link("up");
            assertThat(linkChange(ends.here())).isEqualTo(PortChange.UP);
            requireNoLinkChange(ends.here());
            if (device == LabDevice.RXE) {
                renew(device);
            }
        }
        try (AdapterRegistry registry = Ends.registry();
                Ends again = Ends.connect(registry, device)) {
            again.exchange();
        }
    }

    /**
     * A connection that ends while its link is down takes rxe's management queue pair with it: it
     * sends no message any more (Linux 6.1; no rping reaches another one then, either). Renewed
     * while adapters are open: librdmacm keeps a device that it has used, unless it is told.
     */
    private static void renew(LabDevice device) throws Exception {
        device.unplug().join();
        device.plug();
    }

    private static void requireEnds(Ends ends) throws InterruptedException {
        for (Link end : ends.links()) {
            Ends.requireEnd(end);
            assertThat(end.state()).isEqualTo(EndpointState.DISCONNECTED);
        }
    }

    private static void use(Link link) {
        Guarded source = link.party().memory(8, Party.LOCAL_RIGHTS, 1);
        link.endpoint().send(source.slice(0, 8), 1);
    }

    /** The next change of the link; those of addresses that come with it are passed over. */
    private static PortChange linkChange(Party party) throws InterruptedException {
        while (true) {
            PortChange change = Ends.async(party, AsyncEvent.PortChanged.class).change();
            if (change != PortChange.ADDRESSES) {
                return change;
            }
        }
    }

    private static void requireNoLinkChange(Party party) throws InterruptedException {
        for (Event e = quiet(party); e != null; e = quiet(party)) {
            assertThat(e)
                    .isInstanceOfSatisfying(
                            AsyncEvent.PortChanged.class,
                            c -> assertThat(c.change()).isEqualTo(PortChange.ADDRESSES));
        }
    }

    private static Event quiet(Party party) throws InterruptedException {
        return party.await(party.adapter().asyncEvents(), Bound.QUIET);
    }

    @ParameterizedTest
    @EnumSource
    void aNewAddressIsToldAndCanBeListenedAt(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry();
                Ends ends = Ends.connect(registry, device)) {
            device.address("add", ANOTHER);
            try {
                assertThat(change(ends.there())).isEqualTo(PortChange.ADDRESSES);
                InetAddress added = InetAddress.getByName(device.address(ANOTHER));
                Party.Listening listening =
                        ends.there()
                                .listen(
                                        new InetSocketAddress(added, 0),
                                        EndpointCreation.CONSUMER,
                                        PrivateDataFraming.FRAMED);
                assertThat(listening.address().getAddress()).isEqualTo(added);
                listening.point().close();
            } finally {
                device.address("del", ANOTHER);
            }
            assertThat(change(ends.there())).isEqualTo(PortChange.ADDRESSES);
            ends.exchange(); // the connection over the other address goes on
            assertThat(List.of(ends.link().state(), ends.far().state()))
                    .containsOnly(EndpointState.CONNECTED);
            assertThat(Stream.of(quiet(ends.there())).filter(e -> e != null)).isEmpty();
        }
    }

    private static PortChange change(Party party) throws InterruptedException {
        return Ends.async(party, AsyncEvent.PortChanged.class).change();
    }
}
