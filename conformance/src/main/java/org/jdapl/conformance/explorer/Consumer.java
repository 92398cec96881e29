package org.jdapl.conformance.explorer;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PrivateData;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.explorer.End.Life;
import org.jdapl.conformance.explorer.End.Posted;
import org.jdapl.conformance.explorer.Finding.Check;
import org.jdapl.core.EndpointStateTable;
import org.jdapl.core.EndpointStateTable.Effect;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jdapl.provider.soft.sim.Simulation;
import org.jspecify.annotations.Nullable;

/** Does what a story says on one side, and holds each call against the table of states. */
final class Consumer {

    private static final int NAME_BYTES = 12;

    /** One in so many steps takes an endpoint whatever its state is. */
    private static final int STUBBORN = 8;

    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_EVENTS = 200;
    private static final int BURST_SHIFT = 6;
    private static final long MAX_WAIT_NS = 3_000_000;
    private static final long TICK_NS = 5_000_000;

    private final Simulation simulation;
    private final Side here;
    private final Side there;
    private final AtomicLong numbers;
    private final Tally tally;
    private final EventBatch batch;

    Consumer(Simulation simulation, Side here, Side there, AtomicLong numbers, Tally tally) {
        this.simulation = simulation;
        this.here = here;
        this.there = there;
        this.numbers = numbers;
        this.tally = tally;
        this.batch = here.batch();
    }

    void play(Step step) throws InterruptedException {
        if (step.side() != here.number) {
            return;
        }
        tally.count("step " + step.action());
        End end = choose(step);
        int amount = step.amount();
        switch (step.action()) {
            case CONNECT -> connect(end, amount);
            case ANSWER -> answer(end, true);
            case REJECT -> answer(end, false);
            case SEND -> burst(step, n -> send(end, n, CompletionFlags.DEFAULT));
            case QUIET_SEND -> burst(step, n -> send(end, n, CompletionFlags.SUPPRESS));
            case INVALIDATE -> invalidate(end, amount);
            case RECEIVE -> burst(step, n -> receive(end, n));
            case WRITE -> write(end, amount, 0, false);
            case WRONG_KEY -> write(end, amount, 1L << (amount % 32), false);
            case OUT_OF_BOUNDS -> write(end, amount, 0, true);
            case STALE_KEY -> writeStale(end, amount);
            case READ -> read(end, amount);
            case ATOMIC -> burst(step, _ -> add(end));
            case BIND -> bind(end, amount);
            case SHARE -> here.target(end).shareAnew();
            case END_GRACEFUL -> disconnect(end, DisconnectMode.GRACEFUL);
            case END_ABRUPT -> disconnect(end, DisconnectMode.ABRUPT);
            case RESET -> reset(end);
            case CLOSE -> close(end);
            case RESERVE -> reserve(end);
            case RELEASE -> release(step.slot());
            case MODIFY -> modify(end);
            case LOOK -> look();
            case WAIT -> await(step.slot(), 1 + amount % MAX_WAIT_NS);
            case SLEEP -> simulation.sleep(Duration.ofNanos(amount * 10L));
            case LIST -> list(end, amount);
            case HAND_OFF -> handOff(amount);
            case RESIZE -> resize(step.slot(), amount);
            case WATCH -> here.bell.watch(dispatcher(step.slot()), amount % 4);
            case BELL -> listen(amount);
            case ARM -> arm(amount);
        }
        simulation.sleep(Duration.ofNanos(here.setup.paceNs()));
        if (here.setup.pollers() && step.slot() % 2 == 0) {
            here.requireAwake(simulation);
        }
    }

    /** Does a thing up to so many times, with amounts of its own each time. */
    private static void burst(Step step, IntConsumer action) {
        int times = 1 + (step.slot() >> BURST_SHIFT) % MOST_AT_ONCE;
        for (int i = 0; i < times; i++) {
            action.accept(step.amount() / (i + 1));
        }
    }

    /** Mostly an endpoint that can do it, sometimes any. */
    private End choose(Step step) {
        int all = here.ends.size();
        End any = here.ends.get(step.slot() % all);
        EndpointState fit = step.action().fit;
        if (fit != null && step.slot() % STUBBORN != 0) {
            for (int i = 0; i < all; i++) {
                End end = here.ends.get((step.slot() + i) % all);
                if (!end.closed && end.state() == fit) {
                    return end;
                }
            }
        }
        return any;
    }

    // ---- connections

    private void connect(End end, int amount) {
        ServicePoint point = choose(there, amount);
        if (point == null) {
            return;
        }
        ByteBuffer name = ByteBuffer.allocate(NAME_BYTES);
        Duration limit =
                amount % STUBBORN == 0 ? Duration.ofNanos(1L + amount) : Side.CONNECT_LIMIT;
        Life life = end.begin(numbers.incrementAndGet(), false);
        name.putInt(end.index).putLong(life.number);
        boolean done =
                call(
                        end,
                        Trigger.CONNECT,
                        () ->
                                end.endpoint.connect(
                                        point.localAddress(),
                                        ConnectOptions.within(limit)
                                                .withPrivateData(PrivateData.of(name.array()))));
        if (!done) {
            end.unbegin(life);
        }
    }

    private static @Nullable ServicePoint choose(Side side, int amount) {
        int all = side.listeners.size() + side.reserved.size();
        if (all == 0) {
            return null;
        }
        int which = amount % all;
        return which < side.listeners.size()
                ? side.listeners.get(which)
                : side.reserved.get(which - side.listeners.size());
    }

    private void answer(End chosen, boolean accept) {
        ConnectionRequest request = nextRequest();
        if (request == null) {
            return;
        }
        byte[] name = request.privateData().toByteArray();
        Finding.require(
                name.length == NAME_BYTES,
                Check.DATA,
                "{}: private data of {} bytes came",
                here.name,
                name.length);
        if (!accept) {
            reject(request);
        } else if (request.endpoint() == null) {
            accept(request, chosen, ByteBuffer.wrap(name), Trigger.ACCEPT);
        } else {
            End own = here.adoptOf(request.endpoint());
            modify(own);
            accept(request, own, ByteBuffer.wrap(name), Trigger.ACCEPT_OWN);
        }
    }

    private @Nullable ConnectionRequest nextRequest() {
        if (here.waiting.isEmpty() && !here.setup.pollers()) {
            here.look(batch);
        }
        return here.waiting.poll();
    }

    /** Hands a request over to another service point of this side, if that takes it. */
    private void handOff(int which) {
        ConnectionRequest request = nextRequest();
        if (request == null) {
            return;
        }
        ServicePoint target = choose(here, which);
        Endpoint own = request.endpoint();
        EndpointState before = own == null ? null : own.state();
        if (target == null || !handOff(request, target)) {
            reject(request);
            return;
        }
        Finding.require(
                request.isClosed(),
                Check.STATE,
                "{}: a request that was handed over to {} is open",
                here.name,
                target);
        if (own != null && before != null) {
            tally.cell(before, Trigger.REJECT_OWN);
            requireState(own, before, Trigger.REJECT_OWN);
        }
    }

    private boolean handOff(ConnectionRequest request, ServicePoint target) {
        try {
            request.handoff(target);
            tally.count("handed over to a " + target.handleKind());
            return true;
        } catch (DatException e) {
            tally.count("refused hand-off: " + e.type());
            Finding.require(
                    e.type() == DatType.INVALID_STATE
                            || e.type() == DatType.QUEUE_FULL
                            || isResource(e),
                    Check.REFUSAL,
                    "{}: a hand-off to {}: {}",
                    here.name,
                    target,
                    e);
            return false;
        }
    }

    /** Gives an endpoint the parts that it has, or lacks. */
    private void modify(End end) {
        List<EndpointChange> parts = here.parts();
        if (end.state() == EndpointState.TENTATIVE_CONNECTION_PENDING) {
            call(end, Trigger.MODIFY_ZONE, () -> end.endpoint.modify(parts.getFirst()));
        }
        call(end, Trigger.MODIFY, () -> end.endpoint.modify(parts.getLast()));
    }

    private void accept(ConnectionRequest request, End end, ByteBuffer name, Trigger trigger) {
        End asking = there.ends.get(name.getInt());
        Life other = asking.current();
        Life life = end.begin(numbers.incrementAndGet(), true);
        if (other != null && other.number == name.getLong()) {
            End.marry(life, end, other, asking);
        } // else it has given up meanwhile
        boolean done =
                call(
                        end,
                        trigger,
                        () ->
                                request.accept(
                                        trigger == Trigger.ACCEPT ? end.endpoint : null,
                                        PrivateData.EMPTY));
        if (!done) {
            end.unbegin(life);
            reject(request);
        }
    }

    private void disconnect(End end, DisconnectMode mode) {
        Life life = end.current();
        boolean graceful = mode == DisconnectMode.GRACEFUL;
        EndpointState before = end.state();
        if (life != null && graceful && before == EndpointState.CONNECTED) {
            life.gracefulAsked = true;
        }
        call(
                end,
                graceful ? Trigger.DISCONNECT_GRACEFUL : Trigger.DISCONNECT_ABRUPT,
                () -> end.endpoint.disconnect(mode));
    }

    private void reset(End end) {
        if (end.isSettled() || end.state() != EndpointState.DISCONNECTED) {
            if (call(end, Trigger.RESET, end.endpoint::reset)) {
                end.reset();
            }
        }
    }

    private void close(End end) {
        boolean done =
                call(
                        end,
                        Trigger.CLOSE,
                        () -> {
                            end.closed = true;
                            try {
                                end.endpoint.close();
                            } catch (DatException e) {
                                end.closed = false;
                                throw e;
                            }
                        });
        if (done) {
            end.lives.clear();
            here.target(end).ended(end.toString());
            here.replace(end);
        }
    }

    private void reserve(End end) {
        call(end, Trigger.RESERVE, () -> here.reserve(end));
    }

    private void release(int which) {
        if (!here.reserved.isEmpty()) {
            ReservedServicePoint point = here.reserved.get(which % here.reserved.size());
            here.reserved.remove(point);
            release(point);
        }
    }

    private void release(ReservedServicePoint point) {
        Endpoint endpoint = point.endpoint();
        EndpointState before = endpoint.state();
        boolean goneOrReservedAnew =
                endpoint.isClosed()
                        || here.reserved.stream()
                                .anyMatch(p -> !p.equals(point) && p.endpoint().equals(endpoint));
        quietly(point::close);
        if (!goneOrReservedAnew) {
            tally.cell(before, Trigger.RELEASE);
            requireState(endpoint, before, Trigger.RELEASE);
        }
    }

    private void reject(ConnectionRequest request) {
        Endpoint own = request.endpoint();
        EndpointState before = own == null ? null : own.state();
        quietly(request::reject);
        if (own != null && before != null) {
            tally.cell(before, Trigger.REJECT_OWN);
            requireState(own, before, Trigger.REJECT_OWN);
        }
    }

    private void requireState(Endpoint endpoint, EndpointState before, Trigger trigger) {
        EndpointStateTable.Rule rule = EndpointStateTable.rule(before, trigger);
        EndpointState after = endpoint.isClosed() ? null : endpoint.state();
        Finding.require(
                rule.effect() == Effect.REFUSED || after == rule.next(),
                Check.STATE,
                "{} {}: {} in {} led to {}",
                here.name,
                endpoint,
                trigger,
                before,
                after);
    }

    // ---- transfers

    private void send(End end, int amount, int flags) {
        send(
                end,
                amount,
                OperationKind.SEND,
                flags == CompletionFlags.SUPPRESS,
                (length, from, number) ->
                        end.endpoint.postSend(here.source.region(), from, length, number, flags));
    }

    /** Sends a message that ends the key of the peer's window, where it is bound. */
    private void invalidate(End end, int amount) {
        End peer = peer(end);
        Window.Way way = peer == null ? null : there.target(peer).window().way();
        if (way == null) {
            return;
        }
        send(
                end,
                amount,
                OperationKind.SEND_WITH_INVALIDATE,
                false,
                (length, from, number) ->
                        end.endpoint.post(
                                here.adapter
                                        .createWork(1)
                                        .addSegment(here.source.region(), from, length)
                                        .sendWithInvalidate(way.remote().key())
                                        .cookie(number)));
    }

    private interface Message {
        int post(int length, long from, long number);
    }

    private void send(End end, int amount, OperationKind kind, boolean quiet, Message message) {
        boolean careful = amount % 16 != 0;
        if (careful && end.credits() <= 0) {
            return;
        }
        int length = careful ? amount % 500 : amount % Slots.BYTES;
        long from = amount % (Source.BYTES - length);
        Life life = end.current();
        post(
                end,
                new Posted(numbers.incrementAndGet(), kind, length, from, -1, quiet, false),
                p -> {
                    if (life != null) {
                        life.sent.add(p);
                    }
                    return message.post(length, from, p.number());
                },
                p -> {
                    if (life != null) {
                        life.sent.remove(p);
                    }
                });
    }

    private void receive(End end, int amount) {
        Slots slots = here.slots(OperationKind.RECEIVE);
        if (slots.isEmpty()) {
            return;
        }
        int slot = slots.take();
        int length = amount % 8 == 0 ? amount % 500 : Slots.BYTES;
        Posted wanted =
                new Posted(
                        numbers.incrementAndGet(),
                        OperationKind.RECEIVE,
                        length,
                        0,
                        slot,
                        false,
                        false);
        Pool pool = here.pool;
        if (pool != null && end.draws()) {
            if (!pool.post(wanted, slots, tally)) {
                slots.giveBack(slot);
            }
            return;
        }
        post(
                end,
                wanted,
                p ->
                        end.endpoint.postReceive(
                                slots.region(), Slots.offset(slot), length, p.number()),
                _ -> slots.giveBack(slot));
    }

    /** The other end of its connection, as long as both are in it; else null. */
    private static @Nullable End peer(End end) {
        Life life = end.current();
        End peer = life == null ? null : life.peer;
        return life == null || peer == null || !peer.isIn(life.other) ? null : peer;
    }

    private void write(End end, int amount, long wrongKey, boolean beyond) {
        End peer = peer(end);
        if (peer == null) {
            return;
        }
        Target target = there.target(peer);
        Window.Way way = target.way(amount / 7);
        tally.count(way.equals(target.window().way()) ? "write by a window" : "write by a region");
        int room = (int) way.remote().length();
        int length = beyond ? amount % 2000 : Math.min(amount % 2000, room);
        int at = beyond ? Math.max(0, room - length / 2) : amount % (room - length + 1);
        int inside = wrongKey != 0 ? 0 : Math.min(length, room - at);
        write(end, target, way, at, length, amount, inside, wrongKey);
    }

    /** Writes by a key that is dead, which must change nothing. */
    private void writeStale(End end, int amount) {
        End peer = peer(end);
        Window.Way way = peer == null ? null : there.target(peer).window().dead();
        if (peer != null && way != null) {
            tally.count("write by a dead key");
            int length = Math.min(1 + amount % 2000, (int) way.remote().length());
            write(end, there.target(peer), way, 0, length, amount, 0, 0);
        }
    }

    private void write(
            End end,
            Target target,
            Window.Way way,
            int at,
            int length,
            int amount,
            int inside,
            long wrongKey) {
        long from = amount % (Source.BYTES - length);
        post(
                end,
                new Posted(
                        numbers.incrementAndGet(),
                        OperationKind.RDMA_WRITE,
                        length,
                        from,
                        -1,
                        false,
                        false),
                p -> {
                    if (inside > 0) {
                        target.posted(p.number(), way.base() + at, inside, from);
                    }
                    return end.endpoint.postWrite(
                            here.source.region(),
                            from,
                            length,
                            way.remote().address() + at,
                            way.remote().key() ^ wrongKey,
                            p.number(),
                            CompletionFlags.DEFAULT);
                },
                p -> target.refused(p.number()));
    }

    /** Binds the window over its target, or unbinds it. */
    private void bind(End end, int amount) {
        if (end.endpoint.protectionZone() == null) {
            return; // made by the runtime, and not complete yet
        }
        Window window = here.target(end).window();
        int length = amount % STUBBORN == 0 ? 0 : 1 + amount % 4000;
        int at = amount % (Target.BYTES - length);
        post(
                end,
                new Posted(
                        numbers.incrementAndGet(), OperationKind.BIND, length, 0, -1, false, false),
                p -> window.bind(end.endpoint, p.number(), at, length),
                _ -> {});
    }

    /** Adds one to the other side's counter. */
    private void add(End end) {
        Slots slots = here.slots(OperationKind.FETCH_AND_ADD);
        if (slots.isEmpty()) {
            return;
        }
        int slot = slots.take();
        RemoteRegion counter = there.counter.remote();
        end.counter = there.counter;
        there.counter.posted();
        post(
                end,
                new Posted(
                        numbers.incrementAndGet(),
                        OperationKind.FETCH_AND_ADD,
                        Long.BYTES,
                        0,
                        slot,
                        false,
                        false),
                p ->
                        end.endpoint.post(
                                here.adapter
                                        .createWork(1)
                                        .addSegment(slots.region(), Slots.offset(slot), Long.BYTES)
                                        .fetchAndAdd(counter.address(), counter.key(), 1)
                                        .cookie(p.number())),
                _ -> {
                    there.counter.refused();
                    slots.giveBack(slot);
                });
    }

    private void read(End end, int amount) {
        Slots slots = here.slots(OperationKind.RDMA_READ);
        if (slots.isEmpty()) {
            return;
        }
        int slot = slots.take();
        RemoteRegion remote = there.source.region().remoteRegion();
        int length = amount % Slots.BYTES;
        long from = amount % (Source.BYTES - length);
        post(
                end,
                new Posted(
                        numbers.incrementAndGet(),
                        OperationKind.RDMA_READ,
                        length,
                        from,
                        slot,
                        false,
                        false),
                p ->
                        end.endpoint.postRead(
                                slots.region(),
                                Slots.offset(slot),
                                length,
                                remote.address() + from,
                                remote.key(),
                                p.number(),
                                CompletionFlags.DEFAULT),
                _ -> slots.giveBack(slot));
    }

    /** Sends several messages with one post. */
    private void list(End end, int amount) {
        int count = 2 + amount % (MOST_AT_ONCE - 1);
        Life life = end.current();
        if (life == null || end.credits() < count) {
            return;
        }
        EndpointState before = end.state();
        int outstanding = end.requests.size();
        WorkList list = here.adapter.createWorkList(count);
        List<Posted> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = amount / (i + 1) % 500;
            Posted posted =
                    new Posted(
                            numbers.incrementAndGet(),
                            OperationKind.SEND,
                            length,
                            amount % (Source.BYTES - length),
                            -1,
                            false,
                            before == EndpointState.DISCONNECTED);
            all.add(posted);
            list.add(
                    here.adapter
                            .createWork(1)
                            .send()
                            .addSegment(here.source.region(), posted.from(), length)
                            .cookie(posted.number()));
        }
        end.requests.addAll(all);
        life.sent.addAll(all);
        int accepted = end.endpoint.post(list);
        tally.cell(before, Trigger.POST_REQUEST);
        tally.count("posted of a list: " + accepted);
        List<Posted> refused = all.subList(accepted, count);
        refused.forEach(end.requests::removeLastOccurrence);
        refused.forEach(life.sent::remove);
        if (before == end.state()) {
            int status = accepted == count ? PostStatus.OK : list.refusal();
            requireLegal(
                    end, before, Trigger.POST_REQUEST, outstanding + accepted, status, "a list");
        }
    }

    private interface Post {
        int post(Posted posted);
    }

    private interface Undo {
        void undo(Posted posted);
    }

    /** Posts, and holds the answer against what the table and the queue's size say. */
    private void post(End end, Posted wanted, Post call, Undo undo) {
        boolean receive = wanted.kind() == OperationKind.RECEIVE;
        Trigger trigger = receive ? Trigger.POST_RECEIVE : Trigger.POST_REQUEST;
        var queue = receive ? end.receives : end.requests;
        EndpointState before = end.state();
        int outstanding = queue.size();
        Posted posted =
                new Posted(
                        wanted.number(),
                        wanted.kind(),
                        wanted.length(),
                        wanted.from(),
                        wanted.slot(),
                        wanted.quiet(),
                        before == EndpointState.DISCONNECTED);
        queue.add(posted);
        int status = call.post(posted);
        EndpointState after = end.state();
        tally.cell(before, trigger);
        if (status != PostStatus.OK) {
            queue.removeLastOccurrence(posted);
            undo.undo(posted);
            tally.count("refused " + wanted.kind() + ": " + PostStatus.describe(status));
        }
        if (before == after) { // else it may have met either state
            requireLegal(end, before, trigger, outstanding, status, wanted.kind());
        }
    }

    /** Holds the answer to a post against what the table and the queue's size say. */
    private static void requireLegal(
            End end,
            EndpointState before,
            Trigger trigger,
            int outstanding,
            int status,
            Object what) {
        Effect effect = EndpointStateTable.rule(before, trigger).effect();
        boolean legal =
                switch (effect) {
                    case REFUSED -> status == PostStatus.INVALID_STATE;
                    case DONE, FLUSHED ->
                            status == PostStatus.OK
                                    || (status == PostStatus.QUEUE_FULL
                                            && outstanding >= Side.QUEUE);
                    default -> false;
                };
        Finding.require(
                legal,
                Check.REFUSAL,
                "{}: a post of {} in {} with {} outstanding: {}",
                end,
                what,
                before,
                outstanding,
                PostStatus.describe(status));
    }

    // ---- calls

    /** Calls, and holds the outcome against the table. Whether it was done. */
    private boolean call(End end, Trigger trigger, Runnable action) {
        EndpointState before = end.state();
        Effect effect = EndpointStateTable.rule(before, trigger).effect();
        try {
            action.run();
        } catch (DatException e) {
            tally.cell(before, trigger);
            tally.count("refused " + trigger + ": " + e.type());
            Finding.require(e.type() != DatType.INTERNAL_ERROR, Check.INTERNAL, "{}: {}", end, e);
            Finding.require(
                    effect == Effect.REFUSED
                            || before != end.state()
                            || isResource(e)
                            || (trigger == Trigger.MODIFY && !end.receives.isEmpty()),
                    Check.REFUSAL,
                    "{}: {} in {} was refused: {}",
                    end,
                    trigger,
                    before,
                    e);
            return false;
        }
        tally.cell(before, trigger);
        Finding.require(
                effect != Effect.REFUSED || before != afterwards(end),
                Check.REFUSAL,
                "{}: {} in {} was not refused",
                end,
                trigger,
                before);
        return effect == Effect.DONE;
    }

    private static @Nullable EndpointState afterwards(End end) {
        return end.closed ? null : end.state();
    }

    /** Refusals that have nothing to do with the endpoint's state. */
    private static boolean isResource(DatException e) {
        return e.type() == DatType.INSUFFICIENT_RESOURCES
                || e.type() == DatType.INVALID_ADDRESS
                || e.type() == DatType.INVALID_HANDLE
                || e.type() == DatType.CONN_QUAL_IN_USE;
    }

    private void quietly(Runnable call) {
        try {
            call.run();
        } catch (DatException e) {
            tally.count("refused: " + e.type() + " " + e.subtype());
            Finding.require(
                    e.type() != DatType.INTERNAL_ERROR, Check.INTERNAL, "{}: {}", here.name, e);
        }
    }

    // ---- events

    private void look() throws InterruptedException {
        if (here.setup.pollers()) {
            here.requireAwake(simulation);
        } else {
            here.look(batch);
        }
    }

    private void await(int which, long nanos) throws InterruptedException {
        if (here.setup.pollers()) {
            simulation.sleep(Duration.ofNanos(nanos));
        } else {
            here.await(batch, dispatcher(which), nanos);
        }
    }

    private EventDispatcher dispatcher(int which) {
        return here.dispatchers().get(which % here.dispatchers().size());
    }

    /** Waits for the notification object; where threads wait for the events there is no need to. */
    private void listen(int amount) throws InterruptedException {
        if (!here.setup.pollers()) {
            here.bell.await(batch, 1 + amount % MAX_WAIT_NS, tally);
        }
    }

    // ---- sizes

    private void arm(int amount) {
        Pool pool = here.pool;
        if (pool != null) {
            pool.arm(amount);
        }
    }

    private void resize(int which, int amount) {
        Pool pool = here.pool;
        if (pool != null && which % 2 == 0) {
            pool.resize(amount, tally);
            return;
        }
        EventDispatcher dispatcher = dispatcher(which);
        int depth = 1 + amount % MOST_EVENTS;
        try {
            dispatcher.resize(depth);
            tally.count("dispatcher resized");
            Finding.require(
                    dispatcher.depth() >= depth,
                    Check.STATE,
                    "{}: {} has depth {}, not {}",
                    here.name,
                    dispatcher,
                    dispatcher.depth(),
                    depth);
        } catch (DatException e) {
            tally.count("refused resizing of a dispatcher: " + e.type());
            Finding.require(
                    e.type() == DatType.INVALID_STATE
                            && (here.setup.pollers() || dispatcher.size() > depth),
                    Check.REFUSAL,
                    "{}: making {} one of {} events: {}",
                    here.name,
                    dispatcher,
                    depth,
                    e);
        }
    }

    /** Ends what is going on. */
    void finish() {
        List.copyOf(here.waiting).forEach(this::reject);
        here.waiting.clear();
        List.copyOf(here.reserved).forEach(this::release);
        here.reserved.clear();
        for (End end : List.copyOf(here.ends)) {
            EndpointState state = end.state();
            Effect effect = EndpointStateTable.rule(state, Trigger.DISCONNECT_ABRUPT).effect();
            if (state == EndpointState.ACTIVE_CONNECTION_PENDING) {
                continue; // its time limit must end it
            }
            if (effect == Effect.DONE) {
                disconnect(end, DisconnectMode.ABRUPT);
            } else if (state == EndpointState.UNCONNECTED && !end.receives.isEmpty()) {
                close(end);
            }
        }
    }

    /** Takes what comes, or leaves it to the poller. */
    void drain() throws InterruptedException {
        here.async();
        if (here.setup.pollers()) {
            simulation.sleep(Duration.ofNanos(TICK_NS));
        } else if (here.look(batch) == 0) {
            here.await(batch, here.dispatchers().get(1), TICK_NS);
        }
    }
}
