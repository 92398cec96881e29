package org.jdapl.conformance.rules.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.WorkRequest;

/**
 * Tests the rules of group SPI. The provider is not told of a mode of progress that it would know
 * of: the test drives, so that one mode is enough.
 */
final class SpiTests {

    private static final int LENGTH = 24;

    /** Ids that lose something where a provider keeps fewer bits, or a sign. */
    private static final long[] IDS = {
        0L, 1L, -2L, Long.MIN_VALUE, Long.MAX_VALUE, 0xFEDC_BA98_7654_3210L, 1L << 32, 0xFFFF_FFFFL
    };

    private interface Call {
        AutoCloseable make();
    }

    @Tests(value = "SPI-01", modes = ProgressMode.MANUAL)
    void tellsTheSameAttributes(Environment env) throws InterruptedException {
        Provider provider = env.subject().provider();
        ProviderAttributes ofProvider = provider.attributes();
        try (Bare bare = new Bare(env)) {
            AdapterAttributes first = bare.adapter.attributes();
            assertThat(first.adapterName()).isEqualTo(env.adapterName());
            Bare.End end = bare.new End();
            bare.drive();
            try (Bare other = new Bare(env)) {
                assertThat(other.adapter.attributes()).as("of another opening").isEqualTo(first);
            }
            end.close();
            for (int i = 0; i < 3; i++) {
                assertThat(bare.adapter.attributes()).as("read again").isEqualTo(first);
            }
        }
        assertThat(provider.attributes()).isEqualTo(ofProvider);
        assertThat(ofProvider.providerName()).isEqualTo(provider.name());
    }

    @Tests(value = "SPI-02", modes = ProgressMode.MANUAL)
    void hasOneOfEach(Environment env) {
        try (Bare bare = new Bare(env);
                Bare other = new Bare(env)) {
            Object manager = bare.adapter.connectionManager();
            Object waitSet = bare.adapter.waitSet();
            assertThat(bare.adapter.connectionManager()).isSameAs(manager);
            assertThat(bare.adapter.waitSet()).isSameAs(waitSet);
            assertThat(other.adapter.connectionManager()).isNotSameAs(manager);
            assertThat(other.adapter.waitSet()).isNotSameAs(waitSet);
        }
    }

    @Tests(value = "SPI-03", modes = ProgressMode.MANUAL)
    void agreesWithItsCapabilities(Environment env) throws Exception {
        try (Bare bare = new Bare(env);
                Arena arena = Arena.ofShared()) {
            Set<Capability> advertised = bare.adapter.attributes().capabilities();
            Bare.End end = bare.new End();
            for (Map.Entry<Capability, Call> call : optional(bare, end, arena).entrySet()) {
                assertThat(isThere(call.getValue()))
                        .as(call.getKey() + " is there")
                        .isEqualTo(advertised.contains(call.getKey()));
            }
            end.close();
        }
    }

    private static Map<Capability, Call> optional(Bare bare, Bare.End end, Arena arena) {
        Adapter adapter = bare.adapter;
        InetAddress here = InetAddress.getLoopbackAddress();
        Map<Capability, Call> calls = new EnumMap<>(Capability.class);
        calls.put(
                Capability.SHARED_RECEIVE_QUEUE,
                () ->
                        adapter.createSharedReceiveQueue(
                                bare.domain, SharedReceiveQueueAttributes.of(8, 1), "srq"));
        calls.put(Capability.MEMORY_WINDOW, () -> adapter.createMemoryWindow(bare.domain, false));
        calls.put(
                Capability.MEMORY_WINDOW_ENDPOINT,
                () -> adapter.createMemoryWindow(bare.domain, true));
        calls.put(
                Capability.ZERO_BASED_REGION,
                () ->
                        bare.domain.registerZeroBased(
                                arena.allocate(LENGTH, Long.BYTES),
                                Privilege.bits(List.of(Privilege.LOCAL_READ))));
        calls.put(
                Capability.UNRELIABLE_DATAGRAM,
                () ->
                        adapter.connectionManager()
                                .listenForDatagrams(new InetSocketAddress(here, 0), 1, "ud"));
        if (!adapter.attributes().has(Capability.MULTICAST)) { // else it wants one for datagrams
            calls.put(
                    Capability.MULTICAST,
                    () -> adapter.connectionManager().joinMulticast(end.pair, here, "group"));
        }
        if (adapter.attributes().has(Capability.EVD_RESIZE)) { // else it may have room to spare
            calls.put(
                    Capability.EVD_RESIZE,
                    () -> {
                        end.requests.grow(Bare.DEPTH + 1);
                        return () -> {};
                    });
        }
        return calls;
    }

    /** A call that fails for another reason, such as an address that is no group's, is there. */
    private static boolean isThere(Call call) throws Exception {
        try {
            call.make().close();
            return true;
        } catch (ProviderException e) {
            return e.code().type() != DatType.MODEL_NOT_SUPPORTED;
        }
    }

    @Tests(value = "SPI-04", modes = ProgressMode.MANUAL)
    void isWokenUp(Environment env) throws Exception {
        try (Bare bare = new Bare(env)) {
            bare.adapter.waitSet().wake();
            assertShort(env, bare, "a wait after a wake");

            Running<Boolean> waker =
                    env.start(
                            () -> {
                                env.time().sleep(Bound.QUIET);
                                bare.adapter.waitSet().wake();
                                return true;
                            });
            assertShort(env, bare, "a wait that is woken");
            assertThat(waker.result(Bound.LOCAL)).isTrue();
        }
    }

    /**
     * It may return early for no reason, and so it is waited for as long as it takes to be sure.
     */
    private static void assertShort(Environment env, Bare bare, String what) {
        long start = env.time().now();
        bare.adapter.waitSet().await(Bound.EVENT.nanos());
        assertThat(env.time().since(start)).as(what).isLessThan(Bound.LOCAL.nanos());
    }

    @Tests(value = "SPI-05", modes = ProgressMode.MANUAL)
    void givesBackIds(Environment env) throws InterruptedException {
        try (Bare bare = new Bare(env)) {
            Bare.End one = bare.new End();
            Bare.End two = bare.new End();
            bare.connect(one, two, "listener", local(env));
            assertThat(one.pair.number()).isNotEqualTo(two.pair.number());
            for (long id : IDS) {
                long other = Long.rotateLeft(id, 1); // never -1, which is the provider's
                two.post(OperationKind.RECEIVE, other, 0, LENGTH, 0);
                one.post(OperationKind.SEND, id, LENGTH, LENGTH, WorkRequest.SIGNALED);
                bare.require(one.requests, id, OperationKind.SEND, one.pair);
                bare.require(two.receives, other, OperationKind.RECEIVE, two.pair);
            }
            close(bare, one, two);
        }
    }

    private static InetAddress local(Environment env) {
        return env.here().local(0).getAddress();
    }

    private static void close(Bare bare, Bare.End one, Bare.End two) {
        bare.adapter.connectionManager().disconnect(one.pair, false);
        one.close();
        two.close();
    }

    @Tests(value = "SPI-06", modes = ProgressMode.MANUAL)
    void tellsWhoDrives(Environment env) throws InterruptedException {
        try (Bare bare = new Bare(env)) {
            Bare.End one = bare.new End();
            Bare.End two = bare.new End();
            Object listener = new Object();
            bare.connect(one, two, listener, local(env));
            bare.adapter.connectionManager().disconnect(one.pair, true);
            bare.until(
                    () -> bare.told.count(Told.What.DISCONNECTED, two) > 0,
                    "the end of the connection");

            assertThat(bare.told.count(Told.What.REQUEST, listener)).isEqualTo(1);
            assertThat(bare.told.entries())
                    .allSatisfy(
                            entry -> {
                                assertThat(entry.driven()).as("driven: " + entry).isTrue();
                                assertThat(entry.by()).isSameAs(Thread.currentThread());
                            });
            one.close();
            two.close();
        }
    }

    @Tests(value = "SPI-07", modes = ProgressMode.MANUAL)
    void tellsOnceWhereArmed(Environment env) throws InterruptedException {
        try (Bare bare = new Bare(env)) {
            Bare.End one = bare.new End();
            Bare.End two = bare.new End();
            bare.connect(one, two, "listener", local(env));
            Object context = bare.contextOfReceives;

            exchange(bare, one, two, 1);
            bare.quietly();
            assertThat(bare.told.count(Told.What.READY, context)).as("not armed").isZero();

            two.receives.arm(false);
            exchange(bare, one, two, 2);
            exchange(bare, one, two, 3);
            bare.until(() -> bare.told.count(Told.What.READY, context) > 0, "news of a receive");
            bare.quietly();
            assertThat(bare.told.count(Told.What.READY, context)).as("armed once").isEqualTo(1);
            close(bare, one, two);
        }
    }

    private static void exchange(Bare bare, Bare.End from, Bare.End to, int id)
            throws InterruptedException {
        to.post(OperationKind.RECEIVE, id, 0, LENGTH, 0);
        from.post(OperationKind.SEND, id, LENGTH, LENGTH, WorkRequest.SIGNALED);
        bare.require(from.requests, id, OperationKind.SEND, from.pair);
        bare.require(to.receives, id, OperationKind.RECEIVE, to.pair);
    }

    @Tests(value = "SPI-08", modes = ProgressMode.MANUAL)
    void keepsQuietAfterAFlush(Environment env) throws InterruptedException {
        try (Bare bare = new Bare(env)) {
            Bare.End one = bare.new End();
            Bare.End two = bare.new End();
            bare.connect(one, two, "listener", local(env));
            two.post(OperationKind.RECEIVE, 1, 0, LENGTH, 0);
            one.post(OperationKind.SEND, 2, LENGTH, LENGTH, WorkRequest.SIGNALED);
            bare.require(one.requests, 2, OperationKind.SEND, one.pair);
            bare.quietly(); // the message has arrived, its completion is in the queue
            two.post(OperationKind.RECEIVE, 3, 0, LENGTH, 0);
            two.post(OperationKind.RECEIVE, 4, 0, LENGTH, 0);

            assertThat(two.pair.flush()).as("requests that are known to have succeeded").isZero();

            bare.require(two.receives, 1, OperationKind.RECEIVE, two.pair);
            bare.quietly();
            assertThat(bare.poll(two.receives)).as("completions after the flush").isZero();
            assertThat(bare.poll(two.requests)).isZero();
            one.close();
            two.close();
        }
    }
}
