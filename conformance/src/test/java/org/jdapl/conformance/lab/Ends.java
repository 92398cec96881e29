package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pump;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.provider.ib.IbProvider;
import org.jdapl.provider.iwarp.IwarpProvider;
import org.jspecify.annotations.Nullable;

/**
 * Two openings of one adapter, or of two, connected with each other.
 *
 * @param here the side that connects
 * @param there the side that listens
 * @param link its end here
 * @param far its end there
 * @param listening the service point there, which stays
 */
record Ends(Party here, Party there, Link link, Link far, Party.Listening listening)
        implements AutoCloseable {

    private static final int BYTES = 50;

    /** A registry with the providers of the kernel's devices alone. */
    static AdapterRegistry registry() {
        return new RegistryBuilder()
                .discover(false)
                .provider(new IbProvider())
                .provider(new IwarpProvider())
                .settings(Map.of())
                .build();
    }

    static Ends connect(AdapterRegistry registry, LabDevice device) throws InterruptedException {
        return connect(open(registry, device), open(registry, device));
    }

    /** Connects two openings, which it owns from then on. */
    static Ends connect(Party here, Party there) throws InterruptedException {
        Party.Listening listening = there.listen();
        Link link = here.link(LinkShape.PLAIN);
        Link far = there.link(LinkShape.PLAIN);
        link.endpoint().connect(listening.address(), ConnectOptions.within(Bound.TEST.duration()));
        listening.request(there).accept(far.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        return new Ends(here, there, link, far, listening);
    }

    static Party open(AdapterRegistry registry, LabDevice device) {
        return open(registry, device.adapter());
    }

    static Party open(AdapterRegistry registry, String adapter) {
        AdapterOptions options = AdapterOptions.defaults().withProgress(ProgressMode.AUTO);
        return Party.open(registry, adapter, options, new Pump());
    }

    List<Party> parties() {
        return List.of(here, there);
    }

    List<Link> links() {
        return List.of(link, far);
    }

    /** Demands that a message goes through in each direction. */
    void exchange() throws InterruptedException {
        send(link, far);
        send(far, link);
    }

    private static void send(Link from, Link to) throws InterruptedException {
        Guarded source = from.party().memory(BYTES, Party.LOCAL_RIGHTS, 1);
        Guarded sink = to.party().memory(BYTES, Party.LOCAL_RIGHTS, 2);
        to.endpoint().receive(sink.slice(0, BYTES), 1);
        from.endpoint().send(source.slice(0, BYTES), 2);
        from.done().requireSuccess(2, OperationKind.SEND, BYTES);
        to.received().requireSuccess(1, OperationKind.RECEIVE, BYTES);
        sink.requireContents(0, BYTES, 1, 0);
    }

    /** Demands exactly one event of the connection's end, at an end of it. */
    static void requireEnd(Link end) throws InterruptedException {
        Event event =
                Objects.requireNonNull(
                        end.party().await(end.connections(), Bound.EVENT), "no event of the end");
        assertThat(event)
                .isInstanceOfAny(ConnectionEvent.Broken.class, ConnectionEvent.Disconnected.class);
        assertThat(end.party().await(end.connections(), Bound.QUIET)).isNull();
    }

    /** The completions that are there, or come soon, until there are none. */
    static List<DtoCompletion> completions(Party party, EventDispatcher dispatcher)
            throws InterruptedException {
        List<DtoCompletion> all = new ArrayList<>();
        Bound bound = Bound.EVENT;
        for (Event e = party.await(dispatcher, bound);
                e != null;
                e = party.await(dispatcher, bound)) {
            all.add((DtoCompletion) e);
            bound = Bound.QUIET;
        }
        return all;
    }

    /** The next asynchronous event of a kind; others are passed over. */
    static <E extends AsyncEvent> E async(Party party, Class<E> kind) throws InterruptedException {
        while (true) {
            @Nullable Event event = party.await(party.adapter().asyncEvents(), Bound.EVENT);
            assertThat(event).as("an event of the kind " + kind.getSimpleName()).isNotNull();
            if (kind.isInstance(event)) {
                return kind.cast(event);
            }
        }
    }

    @Override
    public void close() {
        here.close();
        there.close();
    }
}
