package org.jdapl.conformance.rules.hot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.RegistryEvent;
import org.jdapl.api.RegistryWatch;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Link.Queue;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;

/** Tests the rules of group HOT. This side's device goes. */
final class HotTests {

    private static final int RECEIVES = 5;
    private static final int BYTES = 64;
    private static final Duration LONG = Bound.TEST.duration();

    @Tests("HOT-02")
    void endsAllWorkWithTheDevice(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        pair.exchange();
        Guarded memory = env.here().memory(BYTES, Party.LOCAL_RIGHTS, 1);

        pullOut(env);

        Expect.end(pair.link()).require(ConnectionEvent.Broken.class);
        Expect.quiet(pair.link(), Queue.CONNECTIONS);
        assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        int status = pair.link().endpoint().postSend(memory.region(), 0, BYTES, 7, 0);
        if (status == PostStatus.OK) {
            assertThat(pair.link().done().status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        Expect.quiet(pair.link(), Queue.REQUESTS);
        env.allowLeftovers(); // the peer may never hear of it
    }

    @Tests("HOT-03")
    void flushesWhatIsOutstanding(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded memory = env.here().memory(BYTES, Party.LOCAL_RIGHTS, 1);
        for (int i = 0; i < RECEIVES; i++) {
            pair.link().endpoint().receive(memory.slice(0, BYTES), i);
        }

        pullOut(env);

        Expect.end(pair.link());
        for (Seen seen : Expect.inOrder(pair.link(), Queue.RECEIVES, 0, RECEIVES)) {
            assertThat(seen.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        Expect.quiet(pair.link(), Queue.RECEIVES);
        assertThat(env.here().adapter().census().outstandingReceives()).isZero();
        memory.requireUntouched();
        env.allowLeftovers();
    }

    @Tests("HOT-04")
    void closesWhatIsLost(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Party.Listening listening = env.here().listen();
        Guarded memory = env.here().memory(BYTES, Party.LOCAL_RIGHTS, 1);

        pullOut(env);
        Expect.end(pair.link());

        long start = env.time().now();
        Expect.accepted(listening.point()::close);
        Expect.accepted(pair.link().endpoint()::close);
        Expect.accepted(memory::close);
        Expect.accepted(env.here().adapter()::close);
        assertThat(env.time().since(start)).isLessThanOrEqualTo(Bound.LOCAL.nanos());
        env.allowLeftovers();
    }

    @Tests(value = "HOT-05", modes = ProgressMode.AUTO)
    void wakesWhoWaits(Environment env) throws Exception {
        Party.Listening listening = env.here().listen();
        EventDispatcher async = env.here().adapter().asyncEvents();
        EventDispatcher unused = env.open().requestQueue();
        Running<Event> listener = env.start(() -> listening.requests().await(LONG));
        Running<Event> other = env.start(() -> unused.await(EventDispatcher.FOREVER));
        Running<Event> reader = env.start(() -> async.await(LONG));
        env.time().sleep(Bound.QUIET.nanos());

        env.removeDevice();

        assertThat(reader.result(Bound.EVENT)).isInstanceOf(AsyncEvent.AdapterCatastrophic.class);
        for (Running<Event> waiter : List.of(listener, other)) {
            assertThat(refusal(waiter)).isEqualTo(DatType.ABORT);
        }
        env.allowLeftovers();
    }

    /** Why a wait ended. */
    private static DatType refusal(Running<Event> waiter) throws Exception {
        try {
            Event event = waiter.result(Bound.EVENT);
            throw new AssertionError("the wait gave " + event);
        } catch (DatException e) {
            return e.code().type();
        }
    }

    @Tests("HOT-06")
    void opensADeviceThatComesBack(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        pullOut(env);
        Expect.end(pair.link());

        env.returnDevice();

        Party again = Expect.given(env::open);
        Pair anew =
                env.connect(
                        again,
                        env.there(),
                        again.link(LinkShape.PLAIN),
                        env.there().link(LinkShape.PLAIN));
        anew.exchange();
        Link lost = pair.link();
        assertThat(lost.state()).isEqualTo(EndpointState.DISCONNECTED);
        env.allowLeftovers();
    }

    @Tests(value = "HOT-09", modes = ProgressMode.AUTO)
    void tellsWhoWatches(Environment env) throws InterruptedException {
        String name = env.adapterName();
        try (RegistryWatch watch = env.registry().watch()) {
            env.removeDevice();
            assertThat(next(watch)).containsExactly("-" + name);
            env.returnDevice();
            assertThat(next(watch)).containsExactly("+" + name);
            assertThat(watch.poll()).isEmpty();
        }
    }

    private static List<String> next(RegistryWatch watch) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        for (RegistryEvent event : watch.await(Bound.EVENT.duration())) {
            String sign = event instanceof RegistryEvent.AdapterAdded ? "+" : "-";
            texts.add(sign + event.adapter().name());
        }
        return texts;
    }

    /** Takes the device away, and takes the word of it. */
    private static void pullOut(Environment env) throws InterruptedException {
        env.removeDevice();
        env.here()
                .next(env.here().adapter().asyncEvents(), Bound.EVENT)
                .require(AsyncEvent.AdapterCatastrophic.class);
    }
}
