package org.jdapl.conformance.rules.spi;

import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Time;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Subject;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WorkRequest;

/**
 * An adapter that was opened at the provider itself, with two queue pairs that can be connected to
 * each other. The thread that uses it drives it. Closing it closes all that it made.
 */
final class Bare implements AutoCloseable {

    static final int DEPTH = 64;
    static final int BYTES = 4096;

    private static final int MOST = 16;
    private static final long LOOK_AGAIN_NS = TimeUnit.MICROSECONDS.toNanos(100);

    /** An end of the connection: its context is itself. */
    final class End {
        final CompletionQueue requests;
        final CompletionQueue receives;
        final QueuePair pair;

        End() {
            requests = adapter.createCompletionQueue(DEPTH, "requests");
            receives = adapter.createCompletionQueue(DEPTH, receivesContext());
            EndpointAttributes attributes =
                    EndpointAttributes.defaults().within(adapter.attributes());
            pair =
                    adapter.createQueuePair(
                            new QueuePairParameters(domain, requests, receives, null, attributes),
                            this);
        }

        /** What comes with news of its receives. */
        Object receivesContext() {
            return Bare.this.contextOfReceives;
        }

        void post(OperationKind kind, long id, int at, int length, int flags) {
            WorkRequest request = new WorkRequest(1);
            request.id = id;
            request.kind = kind;
            request.flags = flags;
            request.segments = 1;
            request.region[0] = region;
            request.offset[0] = at;
            request.length[0] = length;
            request.totalLength = length;
            int status =
                    kind == OperationKind.RECEIVE
                            ? pair.postReceive(request)
                            : pair.postSend(request);
            if (status != PostStatus.OK) {
                throw new AssertionError(kind + " was not taken: " + status);
            }
        }

        void close() {
            pair.close();
            requests.close();
            receives.close();
        }
    }

    final Told told = new Told();
    final Adapter adapter;
    final ProtectionDomain domain;
    final Object contextOfReceives = new Object();
    private final Time time;
    private final Arena arena = Arena.ofShared();
    private final MemoryRegion region;
    private final Completions batch = new Completions(MOST);

    /** Opens the adapter under test. */
    Bare(Environment env) {
        Subject subject = env.subject();
        String name = env.adapterName();
        time = env.time();
        adapter =
                subject.provider()
                        .open(
                                name.substring(name.indexOf(':') + 1),
                                new OpenParameters(
                                        name,
                                        ProgressMode.MANUAL,
                                        TransportAttributes.NONE,
                                        told,
                                        subject.clock(),
                                        subject.random()));
        domain = adapter.createProtectionDomain();
        region =
                domain.register(
                        arena.allocate(BYTES, Long.BYTES),
                        Privilege.bits(List.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE)));
    }

    /** Makes progress once. */
    void drive() {
        told.driven = true;
        try {
            adapter.progress();
        } finally {
            told.driven = false;
        }
    }

    /** Drives until something holds. */
    void until(BooleanSupplier condition, String what) throws InterruptedException {
        long start = time.now();
        while (!condition.getAsBoolean()) {
            if (time.since(start) > Bound.EVENT.nanos()) {
                throw new AssertionError(what + ": not within " + Bound.EVENT.millis() + " ms");
            }
            drive();
            time.sleep(LOOK_AGAIN_NS);
        }
    }

    /** Drives for a while in which nothing is expected. */
    void quietly() throws InterruptedException {
        long start = time.now();
        while (time.since(start) < Bound.QUIET.nanos()) {
            drive();
            time.sleep(LOOK_AGAIN_NS);
        }
    }

    /** Connects one end to the other. */
    void connect(End active, End passive, Object listenerContext, InetAddress local)
            throws InterruptedException {
        ConnectParameters parameters =
                new ConnectParameters(new byte[0], 0, 0, Bound.EVENT.nanos());
        try (Listener listener =
                adapter.connectionManager()
                        .listen(new InetSocketAddress(local, 0), 1, listenerContext)) {
            adapter.connectionManager().connect(active.pair, listener.localAddress(), parameters);
            until(() -> !told.requests().isEmpty(), "the request");
            IncomingConnection request = told.requests().remove();
            adapter.connectionManager().accept(request, passive.pair, parameters);
            until(
                    () ->
                            told.count(Told.What.ESTABLISHED, active) == 1
                                    && told.count(Told.What.ESTABLISHED, passive) == 1,
                    "the connection");
        }
    }

    /** Takes the one completion that must come, successful, with this id, kind and queue pair. */
    void require(CompletionQueue queue, long id, OperationKind kind, QueuePair pair)
            throws InterruptedException {
        int[] taken = new int[1];
        until(() -> (taken[0] = queue.poll(batch, MOST)) > 0, "the completion of " + kind);
        String got =
                taken[0]
                        + ": "
                        + Long.toHexString(batch.id[0])
                        + " "
                        + OperationKind.values()[batch.kind[0]]
                        + " of "
                        + batch.queuePair[0]
                        + ", status "
                        + CompletionStatus.of(batch.status[0]);
        String wanted =
                1
                        + ": "
                        + Long.toHexString(id)
                        + " "
                        + kind
                        + " of "
                        + pair.number()
                        + ", status "
                        + CompletionStatus.SUCCESS;
        if (!got.equals(wanted)) {
            throw new AssertionError("expected " + wanted + ", got " + got);
        }
    }

    /** How many completions are there now. */
    int poll(CompletionQueue queue) {
        return queue.poll(batch, MOST);
    }

    @Override
    public void close() {
        region.close();
        domain.close();
        adapter.close();
        arena.close();
    }
}
