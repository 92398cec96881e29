package org.jdapl.benchmarks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.middleware.CacheLimits;
import org.jdapl.middleware.CreditChannel;
import org.jdapl.middleware.CreditTerms;
import org.jdapl.middleware.Lease;
import org.jdapl.middleware.ReceivedMessage;
import org.jdapl.middleware.RegistrationCache;
import org.jdapl.middleware.SlabPool;
import org.jdapl.middleware.SlabPoolOptions;

/**
 * What the parts for middleware save and cost, each against the bare call in the same process: a
 * lease against an allocation, a cached registration against one that is made, a message there and
 * back with credits against one without. A thread polls for both sides of the connections.
 */
public final class Middleware {

    private static final int WARM_UPS = 6;
    private static final int RECEIVES = 8;
    private static final Set<Privilege> RIGHTS = EnumSet.of(Privilege.LOCAL_WRITE);

    private final Options options;
    private final int bytes;
    private final int trips;
    private final Allocations allocations = new Allocations();

    private Middleware(Options options) {
        this.options = options;
        this.bytes = options.number("bytes");
        this.trips = options.number("trips");
    }

    /**
     * Runs it.
     *
     * @param arguments see {@code etc/bench}
     */
    public static void main(String[] arguments) {
        new Middleware(
                        Options.parse(
                                arguments,
                                "progress",
                                "manual",
                                "bytes",
                                "256",
                                "pairs",
                                "21",
                                "trips",
                                "2000"))
                .measure();
    }

    private void measure() {
        System.out.printf(
                Locale.ROOT,
                "parts for middleware, %d bytes, progress %s, %d pairs of %d%n%s%n%s%n",
                bytes,
                options.text("progress"),
                options.number("pairs"),
                trips,
                Machine.line(),
                "                        bare us   part us   ratio [quartiles]      bytes allocated"
                        + " by the part");
        try (Fabric fabric = new Fabric(options)) {
            memory(fabric);
        }
        messages();
    }

    private void memory(Fabric fabric) {
        try (Arena arena = Arena.ofShared();
                SlabPool pool = new SlabPool(fabric.zone(), SlabPoolOptions.of(bytes, 1 << 20));
                RegistrationCache cache =
                        new RegistrationCache(fabric.zone(), new CacheLimits(1 << 20, 64))) {
            compare(
                    "lease and release",
                    () -> fabric.zone().allocate(bytes, RIGHTS).close(),
                    () -> pool.lease(bytes).close());
            MemorySegment memory = arena.allocate(bytes);
            compare(
                    "registration",
                    () -> fabric.zone().register(memory, RIGHTS).close(),
                    () -> cache.acquire(memory, RIGHTS).close());
        }
    }

    private void messages() {
        try (Fabric here = new Fabric(options);
                Fabric there = new Fabric(options)) {
            Side a = new Side(here);
            Side b = new Side(there);
            Credits withA = new Credits(here);
            Credits withB = new Credits(there);
            int port = there.listen();
            connect(a, port, there, b);
            connect(withA.side, port, there, withB.side);
            withA.channel.open(withB.terms);
            withB.channel.open(withA.terms);
            compare("round trip", () -> bareTrip(a, b), () -> creditTrip(withA, withB));
        }
    }

    private void compare(String what, Runnable bare, Runnable part) {
        int pairs = options.number("pairs");
        Pairs samples = Pairs.take(pairs, WARM_UPS, 0, sample(bare), sample(part));
        allocations.begin();
        repeat(part);
        double allocated = allocations.end() / (double) trips;
        Quantiles ratios = samples.ratios();
        System.out.printf(
                Locale.ROOT,
                "%-20s  %9.3f %9.3f   %5.3f [%5.3f, %5.3f]   %8.3f%n",
                what,
                samples.ofFirst().median(),
                samples.ofSecond().median(),
                ratios.median(),
                ratios.lowerQuartile(),
                ratios.upperQuartile(),
                allocated);
    }

    private Supplier<Double> sample(Runnable work) {
        return () -> {
            long start = System.nanoTime();
            repeat(work);
            return (System.nanoTime() - start) / 1e3 / trips;
        };
    }

    private void repeat(Runnable work) {
        for (int i = 0; i < trips; i++) {
            work.run();
        }
    }

    /** With MANUAL progress one thread must look after both sides. */
    private static void connect(Side active, int port, Fabric listener, Side passive) {
        active.endpoint.connect(Fabric.loopback(port), ConnectOptions.within(Lane.LIMIT));
        while (!listener.isAsked()) {
            active.endpoint.adapter().progress();
            listener.adapter().progress();
        }
        listener.nextRequest().accept(passive.endpoint);
        while (active.connections.size() == 0 || passive.connections.size() == 0) {
            active.endpoint.adapter().progress();
            listener.adapter().progress();
        }
        established(active.connections);
        established(passive.connections);
    }

    private static void established(EventDispatcher events) {
        if (!(events.dequeue() instanceof ConnectionEvent.Established)) {
            throw new Failure("not connected");
        }
    }

    // ---- without credits

    private void bareTrip(Side from, Side to) {
        bareMessage(from, to);
        bareMessage(to, from);
    }

    private void bareMessage(Side from, Side to) {
        from.post(from.endpoint.postSend(from.memory, 0, bytes, 0, CompletionFlags.DEFAULT));
        long want = to.received + 1;
        while (to.received < want) {
            to.poll();
            from.poll();
        }
    }

    /** One end of a connection; the first receives are posted when it is made. */
    private final class Side {
        final Endpoint endpoint;
        final EventDispatcher events;
        final EventDispatcher connections;
        final EventBatch batch;
        final LocalMemoryRegion memory;
        long received;

        Side(Fabric fabric) {
            this(fabric, true);
        }

        Side(Fabric fabric, boolean posts) {
            events = fabric.adapter().createEventDispatcher(4 * RECEIVES, EventStream.DTO);
            connections = fabric.adapter().createEventDispatcher(8, EventStream.CONNECTION);
            endpoint =
                    fabric.adapter()
                            .createEndpoint(
                                    fabric.zone(),
                                    events,
                                    events,
                                    connections,
                                    fabric.attributes());
            batch = fabric.adapter().createEventBatch(RECEIVES);
            memory = fabric.zone().allocate((1L + RECEIVES) * bytes, RIGHTS);
            for (int slot = 1; posts && slot <= RECEIVES; slot++) {
                receive(slot);
            }
        }

        private void receive(long slot) {
            post(endpoint.postReceive(memory, slot * bytes, bytes, slot));
        }

        void post(int status) {
            if (status != PostStatus.OK) {
                throw new Failure("a post was refused: " + PostStatus.describe(status));
            }
        }

        void poll() {
            int n = events.poll(batch);
            for (int i = 0; i < n; i++) {
                if (batch.status(i) != CompletionStatus.SUCCESS) {
                    throw new Failure("not a success: " + batch.event(i));
                }
                if (batch.operation(i).isReceive()) {
                    received++;
                    receive(batch.cookie(i));
                }
            }
        }
    }

    // ---- with credits

    private void creditTrip(Credits from, Credits to) {
        creditMessage(from, to);
        creditMessage(to, from);
    }

    private void creditMessage(Credits from, Credits to) {
        Lease buffer = from.pool.lease(CreditChannel.HEADER_BYTES + bytes);
        if (from.channel.trySend(buffer, bytes, 0) != PostStatus.OK) {
            throw new Failure("no credit");
        }
        long want = to.received + 1;
        while (to.received < want) {
            to.poll();
            from.poll();
        }
    }

    /** One end of a channel. */
    private final class Credits implements CreditChannel.Listener {
        final Side side;
        final SlabPool pool;
        final CreditTerms terms = new CreditTerms(RECEIVES, bytes);
        final CreditChannel channel;
        long received;

        Credits(Fabric fabric) {
            side = new Side(fabric, false);
            pool =
                    new SlabPool(
                            fabric.zone(),
                            SlabPoolOptions.of(CreditChannel.HEADER_BYTES + bytes, 16 << 20));
            channel = new CreditChannel(side.endpoint, pool, terms, RECEIVES, this);
        }

        void poll() {
            int n = side.events.poll(side.batch);
            for (int i = 0; i < n; i++) {
                if (!channel.dispatch(side.batch, i)) {
                    throw new Failure("not the channel's: " + side.batch.event(i));
                }
            }
        }

        @Override
        public void received(CreditChannel of, ReceivedMessage message) {
            received++;
            message.release();
        }

        @Override
        public void sent(CreditChannel of, Lease buffer, long cookie, CompletionStatus status) {
            if (status != CompletionStatus.SUCCESS) {
                throw new Failure("not a success: " + status);
            }
            buffer.close();
        }
    }
}
