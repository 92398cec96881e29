package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The hot calls allocate nothing in the steady state: exactly nothing, over many rounds. */
class AllocationTest {

    /**
     * {@code com.sun.management.ThreadMXBean.getCurrentThreadAllocatedBytes()}, as a handle: the
     * module under test does not read the module of the interface.
     */
    private static final MethodHandle ALLOCATED = allocated();

    private static final int ROUNDS = 20_000;

    /** Warm-up is over when a whole run allocates nothing; so many runs are enough for that. */
    private static final int RUNS = 20;

    private Rig rig;
    private Rig.Side a;
    private Rig.Side b;
    private EventBatch batch;

    @BeforeEach
    void open() throws InterruptedException {
        rig = Rig.manual().build();
        a = rig.side();
        b = rig.side();
        rig.connect(a, b);
        batch = rig.adapter.createEventBatch(16);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static MethodHandle allocated() {
        try {
            Object bean =
                    Class.forName("java.lang.management.ManagementFactory")
                            .getMethod("getThreadMXBean")
                            .invoke(null);
            Class<?> type = Class.forName("com.sun.management.ThreadMXBean");
            return MethodHandles.publicLookup()
                    .findVirtual(
                            type,
                            "getCurrentThreadAllocatedBytes",
                            MethodType.methodType(long.class))
                    .bindTo(bean);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static long allocatedBytes() {
        try {
            return (long) ALLOCATED.invokeExact();
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    private interface Round {
        void run(int i) throws InterruptedException;
    }

    /**
     * Runs until a whole run has allocated nothing, and then once more, which must not allocate
     * either: the compiler may allocate on this thread's account while it is at work.
     */
    private static void allocatesNothing(Round round) throws InterruptedException {
        long last = -1;
        int clean = 0;
        for (int run = 0; run < RUNS && clean < 2; run++) {
            long before = allocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                round.run(i);
            }
            last = allocatedBytes() - before;
            clean = last == 0 ? clean + 1 : 0;
        }
        assertThat(last).as("bytes allocated in %d rounds", ROUNDS).isZero();
        assertThat(clean).as("runs in a row that allocated nothing").isEqualTo(2);
    }

    private static void ok(int status) {
        if (status != PostStatus.OK) {
            throw new AssertionError(PostStatus.describe(status));
        }
    }

    private void takeOne(EventDispatcher events, int cookie) {
        if (events.poll(batch) != 1 || batch.cookie(0) != cookie || !batch.isCompletion(0)) {
            throw new AssertionError("event " + batch.size());
        }
    }

    @Test
    void theMeterItselfAllocatesNothing() throws InterruptedException {
        allocatesNothing(i -> {});
    }

    @Test
    void postAndPollAllocateNothing() throws InterruptedException {
        allocatesNothing(
                i -> {
                    // Length zero: the fake makes slices of memory for data.
                    ok(b.endpoint.postReceive(rig.memory, 0, 0, i));
                    ok(a.endpoint.postSend(rig.memory, 0, 0, i, 0));
                    takeOne(a.requests, i);
                    takeOne(b.receives, i);
                });
    }

    @Test
    void rdmaAllocatesNothing() throws InterruptedException {
        RemoteRegion there = rig.memory.remoteRegion();
        a.pair().mode = FakeQueuePair.Mode.AT_ONCE;
        allocatesNothing(
                i -> {
                    ok(a.endpoint.postWrite(rig.memory, 0, 0, there.address(), there.key(), i, 0));
                    takeOne(a.requests, i);
                    ok(a.endpoint.postRead(rig.memory, 0, 0, there.address(), there.key(), i, 0));
                    takeOne(a.requests, i);
                });
    }

    @Test
    void suppressedStreamsAllocateNothing() throws InterruptedException {
        allocatesNothing(
                i -> {
                    ok(b.endpoint.postReceive(rig.memory, 0, 0, i));
                    ok(a.endpoint.postSend(rig.memory, 0, 0, i, CompletionFlags.SUPPRESS));
                    takeOne(b.receives, i);
                });
    }

    @Test
    void preparedWorkAndListsAllocateNothing() throws InterruptedException {
        Work send =
                rig.adapter
                        .createWork(2)
                        .send()
                        .addSegment(rig.memory, 0, 4)
                        .addSegment(rig.memory, 8, 4);
        WorkList list = rig.adapter.createWorkList(2);
        for (int i = 0; i < 2; i++) {
            list.add(rig.adapter.createWork(1).receive().addSegment(rig.memory, 64, 64).cookie(i));
        }
        allocatesNothing(
                i -> {
                    if (b.endpoint.post(list) != 2) {
                        throw new AssertionError("list");
                    }
                    send.cookie(i).setSegment(0, rig.memory, i % 32, 4);
                    ok(a.endpoint.post(send));
                    ok(a.endpoint.post(send));
                    if (a.requests.poll(batch) != 2 || b.receives.poll(batch) != 2) {
                        throw new AssertionError("completions");
                    }
                });
    }

    @Test
    void waitingForCompletionsThatAreThereAllocatesNothing() throws InterruptedException {
        allocatesNothing(
                i -> {
                    ok(b.endpoint.postReceive(rig.memory, 0, 0, i));
                    ok(a.endpoint.postSend(rig.memory, 0, 0, i, 0));
                    if (a.requests.await(batch, 1_000_000_000L) != 1
                            || b.receives.await(batch, 1_000_000_000L) != 1) {
                        throw new AssertionError("completions");
                    }
                });
    }

    @Test
    void completionsByWayOfTheRingAllocateNothing() throws InterruptedException {
        allocatesNothing(
                i -> {
                    ok(b.endpoint.postReceive(rig.memory, 0, 0, i));
                    ok(a.endpoint.postSend(rig.memory, 0, 0, i, 0));
                    if (a.requests.size() != 1 || b.receives.size() != 1) {
                        throw new AssertionError("completions");
                    }
                    takeOne(a.requests, i);
                    takeOne(b.receives, i);
                });
    }

    @Test
    void emptyPollsAllocateNothing() throws InterruptedException {
        Rig.Side pending = rig.side();
        pending.endpoint.connect(
                rig.address(), org.jdapl.api.ConnectOptions.within(Rig.LIMIT)); // sets a timer
        allocatesNothing(
                i -> {
                    if (a.requests.poll(batch) != 0
                            || a.connections.poll(batch) != 0
                            || rig.adapter.progress() != 0 && i > 0) {
                        throw new AssertionError("events");
                    }
                });
    }

    @Test
    void refusedPostsAllocateNothing() throws InterruptedException {
        Rig.Side unconnected = rig.side();
        allocatesNothing(
                i -> {
                    if (unconnected.send(i) != PostStatus.INVALID_STATE
                            || a.endpoint.postSend(rig.memory, -1, 8, i, 0)
                                    != PostStatus.PROTECTION_VIOLATION) {
                        throw new AssertionError("not refused");
                    }
                });
    }

    @Test
    void flushedPostsAllocateNothing() throws InterruptedException {
        a.endpoint.disconnect(org.jdapl.api.DisconnectMode.ABRUPT);
        allocatesNothing(
                i -> {
                    ok(a.send(i));
                    takeOne(a.requests, i);
                });
    }

    @Test
    void notificationByObjectAllocatesNothing() throws InterruptedException {
        org.jdapl.api.NotificationObject cno = rig.adapter.createNotificationObject(null);
        EventDispatcher receives =
                rig.adapter.createEventDispatcher(16, Rig.streams(EventStream.DTO), cno);
        Rig.Side c =
                rig
                .new Side(
                        receives,
                        rig.events(EventStream.DTO),
                        rig.events(EventStream.CONNECTION),
                        EndpointAttributes.defaults());
        Rig.Side d = rig.side();
        rig.connect(d, c);
        allocatesNothing(
                i -> {
                    ok(c.endpoint.postReceive(rig.memory, 0, 0, i));
                    ok(d.endpoint.postSend(rig.memory, 0, 0, i, 0));
                    rig.adapter.progress();
                    if (cno.takeTrigger() != receives) {
                        throw new AssertionError("no trigger");
                    }
                    takeOne(receives, i);
                    takeOne(d.requests, i);
                });
    }
}
