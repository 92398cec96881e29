package org.jdapl.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;

/**
 * Connects, exchanges a message and closes, ten thousand times by default, and watches what both
 * processes hold: threads, descriptors and memory. By turns the connection is ended in order, and
 * by closing the endpoint, at the connecting side. The first thousand are for warming up; growth
 * after them beyond stated bounds fails the program.
 */
public final class Churn {

    private static final int BYTES = 64;
    private static final int WORK = 8;
    private static final long RECEIVE = 1;
    private static final int LOOKS = 20;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STEP_LIMIT = Duration.ofMinutes(5);
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(5);
    private static final long SETTLE_STEP_MS = 20;

    // Bounds of growth after the first tenth. The Java VM's own compiling goes on for long and
    // shows in
    // resident memory, so that is bounded less tightly than what is counted exactly.
    private static final long MAX_THREADS = 1;
    private static final long MAX_DESCRIPTORS = 2;
    private static final long MAX_DIRECT_KIB = 512;
    private static final long MAX_NATIVE_KIB = 2_048;
    private static final long MAX_HEAP_KIB = 1_024;
    private static final long MAX_RESIDENT_KIB = 32_768;

    private static final String READY = "ready";
    private static final String SERVE = "serve";
    private static final String FOOTPRINT = "footprint";

    private final Options options;
    private final EventBatch batch;
    private final Fabric fabric;
    private final LocalMemoryRegion memory;
    private final EventDispatcher events;
    private final EventDispatcher connections;

    private Churn(Options options, Fabric fabric) {
        this.options = options;
        this.fabric = fabric;
        this.memory = fabric.zone().allocate(2L * BYTES, EnumSet.of(Privilege.LOCAL_WRITE));
        this.events = fabric.adapter().createEventDispatcher(WORK, EventStream.DTO);
        this.connections = fabric.adapter().createEventDispatcher(WORK, EventStream.CONNECTION);
        this.batch = fabric.adapter().createEventBatch(WORK);
    }

    /**
     * Runs it.
     *
     * @param arguments see {@code etc/bench}
     */
    public static void main(String[] arguments) {
        Options options = Options.parse(arguments, "count", "10000");
        boolean good = true;
        try (Fabric fabric = new Fabric(options)) {
            Churn program = new Churn(options, fabric);
            if (options.isPeer()) {
                program.answer();
            } else {
                good = program.measure();
            }
        }
        if (!good) {
            System.exit(1);
        }
    }

    // ---- the first Java VM

    private boolean measure() {
        int count = options.number("count");
        int step = Math.max(1, count / LOOKS);
        System.out.printf(
                Locale.ROOT,
                "connect and close %d times, progress %s%n%s%n%n%s%n",
                count,
                options.text("progress"),
                Machine.line(),
                "   done  a second          threads  descriptors   resident KiB     native KiB"
                        + "     direct KiB       heap KiB   (here, peer)");
        List<Footprint> here = new ArrayList<>();
        List<Footprint> there = new ArrayList<>();
        int base = 0;
        try (SecondJvm second = SecondJvm.start(Churn.class, options)) {
            int port = Integer.parseInt(second.expect(READY, START_LIMIT)[0]);
            for (int done = 0; done < count; ) {
                int now = Math.min(step, count - done);
                second.tell(SERVE + " " + now);
                long start = System.nanoTime();
                for (int i = 0; i < now; i++) {
                    visit(port, (i & 1) == 0);
                }
                double seconds = (System.nanoTime() - start) / 1e9;
                second.expect(SERVE, STEP_LIMIT);
                done += now;
                here.add(settled());
                second.tell(FOOTPRINT);
                there.add(Footprint.parse(second.expect(FOOTPRINT, STEP_LIMIT)));
                print(done, now / seconds, here.getLast(), there.getLast());
                if (done <= count / 10) {
                    base = here.size() - 1;
                }
            }
        }
        System.out.println();
        boolean good = judge("here", here, base);
        good &= judge("peer", there, base);
        return good;
    }

    private static void print(int done, double rate, Footprint here, Footprint there) {
        System.out.printf(
                Locale.ROOT,
                "%7d %9.0f %8d %7d %6d %5d %7d %7d %7d %7d %7d %6d %7d %6d%n",
                done,
                rate,
                here.threads(),
                there.threads(),
                here.descriptors(),
                there.descriptors(),
                here.residentKiB(),
                there.residentKiB(),
                here.nativeKiB(),
                there.nativeKiB(),
                here.directKiB(),
                there.directKiB(),
                here.heapKiB(),
                there.heapKiB());
    }

    private static boolean judge(String where, List<Footprint> looks, int base) {
        Footprint more = looks.getLast().since(looks.get(base));
        long resident = residentGrowth(looks.subList(base, looks.size()));
        System.out.printf(
                Locale.ROOT,
                "%s, growth after the first tenth: threads %+d, descriptors %+d, resident %+d KiB, native %+d"
                        + " KiB, direct %+d KiB, heap %+d KiB%n",
                where,
                more.threads(),
                more.descriptors(),
                resident,
                more.nativeKiB(),
                more.directKiB(),
                more.heapKiB());
        boolean good = within(where, "threads", more.threads(), MAX_THREADS);
        good &= within(where, "descriptors", more.descriptors(), MAX_DESCRIPTORS);
        good &= within(where, "resident KiB", resident, MAX_RESIDENT_KIB);
        good &= within(where, "native KiB", more.nativeKiB(), MAX_NATIVE_KIB);
        good &= within(where, "direct KiB", more.directKiB(), MAX_DIRECT_KIB);
        good &= within(where, "heap KiB", more.heapKiB(), MAX_HEAP_KIB);
        return good;
    }

    /**
     * Resident memory comes and goes with the compiler's: what stays is the least of several looks.
     */
    private static long residentGrowth(List<Footprint> looks) {
        int quarter = Math.max(1, looks.size() / 4);
        return least(looks.subList(looks.size() - quarter, looks.size()))
                - least(looks.subList(0, quarter));
    }

    private static long least(List<Footprint> looks) {
        return looks.stream().mapToLong(Footprint::residentKiB).min().orElse(0);
    }

    private static boolean within(String where, String what, long grown, long bound) {
        if (grown > bound) {
            System.out.println(
                    "FAILED: " + what + " " + where + " grew by " + grown + ", bound " + bound);
        }
        return grown <= bound;
    }

    private void visit(int port, boolean inOrder) {
        Endpoint endpoint = open();
        endpoint.connect(Fabric.loopback(port), ConnectOptions.within(Lane.LIMIT));
        expect(ConnectionEvent.Established.class);
        exchange(endpoint, true);
        if (inOrder) {
            endpoint.disconnect(DisconnectMode.GRACEFUL);
            expect(ConnectionEvent.Disconnected.class);
        }
        shut(endpoint);
    }

    // ---- the second Java VM

    private void answer() {
        FirstJvm first = new FirstJvm();
        first.say(READY, fabric.listen());
        while (true) {
            String[] command = first.next();
            if (command[0].equals(FOOTPRINT)) {
                first.say(FOOTPRINT, settled().words());
                continue;
            }
            int count = Integer.parseInt(command[1]);
            for (int i = 0; i < count; i++) {
                ConnectionRequest request = fabric.nextRequest();
                Endpoint endpoint = open();
                request.accept(endpoint);
                expect(ConnectionEvent.Established.class);
                exchange(endpoint, false);
                expect(ConnectionEvent.class);
                shut(endpoint);
            }
            first.say(SERVE);
        }
    }

    // ---- both

    private Endpoint open() {
        Endpoint endpoint =
                fabric.adapter()
                        .createEndpoint(
                                fabric.zone(),
                                events,
                                events,
                                connections,
                                fabric.attributes().toBuilder()
                                        .maxReceives(WORK / 2)
                                        .maxRequests(WORK / 2)
                                        .build());
        require(endpoint.postReceive(memory, BYTES, BYTES, RECEIVE));
        return endpoint;
    }

    /** A message there and one back. */
    private void exchange(Endpoint endpoint, boolean first) {
        if (first) {
            require(endpoint.postSend(memory, 0, BYTES, 0, CompletionFlags.DEFAULT));
            complete(2);
        } else {
            complete(1);
            require(endpoint.postReceive(memory, BYTES, BYTES, RECEIVE));
            require(endpoint.postSend(memory, 0, BYTES, 0, CompletionFlags.DEFAULT));
            complete(1);
        }
    }

    private void complete(int count) {
        for (int done = 0; done < count; ) {
            int n = await();
            if (n == 0) {
                throw new Failure("the peer was silent for " + Lane.LIMIT);
            }
            for (int i = 0; i < n; i++) {
                if (batch.status(i) == CompletionStatus.SUCCESS) {
                    done++;
                } else if (batch.cookie(i) != RECEIVE
                        || batch.status(i) != CompletionStatus.FLUSHED) {
                    throw new Failure("not a success: " + batch.event(i));
                } // else the peer has ended the connection already
            }
        }
    }

    private int await() {
        try {
            return events.await(batch, Lane.LIMIT.toNanos());
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    private <E extends ConnectionEvent> void expect(Class<E> type) {
        try {
            Event event = connections.await(Lane.LIMIT);
            if (!type.isInstance(event)) {
                throw new Failure("expected " + type.getSimpleName() + ", got " + event);
            }
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    /** Closes an endpoint and takes what it leaves behind. */
    private void shut(Endpoint endpoint) {
        endpoint.close();
        while (connections.dequeue() != null || events.poll(batch) > 0) {
            // Flushed receives, and the end of the connection where it was not waited for.
        }
    }

    /** What this process holds, once what was closed is gone. */
    private Footprint settled() {
        Footprint best = Footprint.now();
        long start = System.nanoTime();
        try {
            int unchanged = 0;
            while (unchanged < 3 && System.nanoTime() - start < SETTLE_LIMIT.toNanos()) {
                fabric.adapter().progress();
                Thread.sleep(SETTLE_STEP_MS);
                Footprint now = Footprint.now();
                unchanged = now.descriptors() == best.descriptors() ? unchanged + 1 : 0;
                best = now;
            }
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
        return best;
    }

    private static void require(int status) {
        if (status != PostStatus.OK) {
            throw new Failure("a post was refused: " + PostStatus.describe(status));
        }
    }
}
