package org.jdapl.conformance.explorer;

import java.util.ArrayDeque;
import java.util.Locale;
import org.jdapl.api.BindCompletion;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.explorer.Finding.Check;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jspecify.annotations.Nullable;

/**
 * The model of one endpoint: what was posted and not completed, and what became of its connections.
 */
final class End {

    /**
     * A work request that has no completion yet.
     *
     * @param number its cookie; higher ones were posted later
     * @param kind what it is
     * @param length its length
     * @param from where in the source its data comes from; for a read the peer's source
     * @param slot where the data goes; -1 for none
     * @param quiet whether its success gives no completion
     * @param afterEnd whether the endpoint was disconnected already
     */
    record Posted(
            long number,
            OperationKind kind,
            int length,
            long from,
            int slot,
            boolean quiet,
            boolean afterEnd) {}

    /** A connection, from the call that starts it to its terminal event. */
    static final class Life {
        final long number;
        final boolean passive;
        final @Nullable Life former;
        final boolean formerTerminalSeen;
        boolean established;
        boolean gracefulAsked;
        @Nullable End peer;

        /** What was sent in it and has not been received, oldest first. */
        final ArrayDeque<Posted> sent = new ArrayDeque<>();

        /** The same of the peer, as the peer's life keeps it. */
        @Nullable Life other;

        Life(long number, boolean passive, @Nullable Life former, boolean formerTerminalSeen) {
            this.number = number;
            this.passive = passive;
            this.former = former;
            this.formerTerminalSeen = formerTerminalSeen;
        }
    }

    final Side side;
    final int index;
    final Endpoint endpoint;
    final ArrayDeque<Posted> requests = new ArrayDeque<>();
    final ArrayDeque<Posted> receives = new ArrayDeque<>();

    /** Connections whose terminal event has not been seen, oldest first. */
    final ArrayDeque<Life> lives = new ArrayDeque<>();

    private @Nullable Life current;
    private boolean terminalSeen;
    boolean closed;

    /** What its atomic operations add to; null before the first. */
    @Nullable Counter counter;

    private long lastOld = -1;

    End(Side side, int index, Endpoint endpoint) {
        this.side = side;
        this.index = index;
        this.endpoint = endpoint;
    }

    EndpointState state() {
        return endpoint.state();
    }

    /** The connection that there is, or was last. */
    @Nullable Life current() {
        return current;
    }

    Life begin(long number, boolean passive) {
        Life life = new Life(number, passive, current, terminalSeen);
        lives.add(life);
        current = life;
        terminalSeen = false;
        return life;
    }

    /** The call that began it was refused. */
    void unbegin(Life life) {
        lives.remove(life);
        if (current == life) {
            current = life.former;
            terminalSeen = life.formerTerminalSeen;
        }
    }

    static void marry(Life one, End first, Life two, End second) {
        one.other = two;
        one.peer = second;
        two.other = one;
        two.peer = first;
    }

    /** It was reset, and can begin anew. */
    void reset() {
        terminalSeen = false;
        current = null;
    }

    /** Whether its receives are those of its side's shared queue. */
    boolean draws() {
        return side.pool != null && !closed && endpoint.sharedReceiveQueue() != null;
    }

    /** How many receives the peer has, beyond the messages that are on their way to it. */
    int credits() {
        Life life = current;
        End peer = life == null ? null : life.peer;
        return life == null || peer == null || !peer.isIn(life.other)
                ? 0
                : peer.posted() - life.sent.size();
    }

    /** Receives that it can get; of a shared queue a part. */
    private int posted() {
        return draws() ? side.pooled() / side.drawing() : receives.size();
    }

    /** Whether it is in a life whose end has not been seen. */
    boolean isIn(@Nullable Life life) {
        return life != null && current == life && !terminalSeen && !closed;
    }

    // ---- completions

    void completed(EventBatch batch, int i, Tally tally) {
        OperationKind kind = batch.operation(i);
        if (kind == OperationKind.RECEIVE_WITH_INVALIDATE) {
            side.target(this).window().invalidated(toString(), batch.invalidatedKey(i));
        }
        completed(batch.cookie(i), kind, batch.status(i), batch.length(i), tally);
    }

    void bound(BindCompletion done, Tally tally) {
        completed(done.cookie(), OperationKind.BIND, done.status(), 0, tally);
        side.target(this)
                .window()
                .completed(toString(), done.cookie(), done.status() == CompletionStatus.SUCCESS);
    }

    private void completed(
            long number, OperationKind kind, CompletionStatus status, long length, Tally tally) {
        if (kind.isReceive() && find(receives, number) == null) {
            completedShared(number, kind, status, length, tally);
            return;
        }
        ArrayDeque<Posted> queue = kind.isReceive() ? receives : requests;
        Posted posted = find(queue, number);
        if (posted == null) {
            throw notOutstanding(kind, number, status, queue);
        }
        for (Posted head = queue.remove(); head.number() != number; head = queue.remove()) {
            Finding.require(
                    head.quiet(),
                    Check.ACCOUNT,
                    "{}: {} completed before {}, which was posted earlier",
                    this,
                    posted,
                    head);
        }
        ended(posted, kind, status, length, tally);
    }

    private Finding notOutstanding(
            OperationKind kind,
            long number,
            CompletionStatus status,
            ArrayDeque<Posted> outstanding) {
        return new Finding(
                Check.ACCOUNT,
                this
                        + ": a completion of "
                        + kind
                        + " "
                        + number
                        + ", "
                        + status
                        + ", which is not outstanding; outstanding are "
                        + outstanding);
    }

    /** A receive of the shared queue: such complete in any order. */
    private void completedShared(
            long number, OperationKind kind, CompletionStatus status, long length, Tally tally) {
        Posted posted = side.takePooled(number);
        if (posted == null) {
            throw notOutstanding(kind, number, status, receives);
        }
        tally.count("completion shared " + kind + " " + status);
        ended(posted, kind, status, length, tally);
    }

    private void ended(
            Posted posted, OperationKind kind, CompletionStatus status, long length, Tally tally) {
        Finding.require(
                kind == posted.kind()
                        || kind == OperationKind.RECEIVE_WITH_INVALIDATE
                                && posted.kind() == OperationKind.RECEIVE,
                Check.ACCOUNT,
                "{}: the completion of {} says {}",
                this,
                posted,
                kind);
        Finding.require(
                !(terminalSeen && side.setup.oneDispatcher() && !posted.afterEnd()),
                Check.EVENT,
                "{}: {} completed with {} behind the terminal event",
                this,
                posted,
                status);
        tally.count("completion " + kind + " " + status);
        if (status == CompletionStatus.SUCCESS) {
            Life life = lives.peek();
            Finding.require(
                    !side.setup.oneDispatcher() || closed || life != null && life.established,
                    Check.EVENT,
                    "{}: {} succeeded before the connection was told to be there",
                    this,
                    posted);
            Finding.require(
                    !posted.afterEnd(),
                    Check.STATE,
                    "{}: {} succeeded although it was posted when disconnected",
                    this,
                    posted);
            succeeded(posted, kind, length);
        } else if (posted.afterEnd()) {
            Finding.require(
                    status == CompletionStatus.FLUSHED,
                    Check.STATE,
                    "{}: {}, posted when disconnected, ended with {}",
                    this,
                    posted,
                    status);
        }
        if (posted.slot() >= 0) {
            side.slots(posted.kind()).giveBack(posted.slot());
        }
    }

    private static @Nullable Posted find(ArrayDeque<Posted> queue, long number) {
        for (Posted p : queue) {
            if (p.number() == number) {
                return p;
            }
        }
        return null;
    }

    private void succeeded(Posted posted, OperationKind kind, long length) {
        switch (posted.kind()) {
            case RECEIVE -> received(posted, kind, length);
            case BIND -> {
                // It transfers nothing.
            }
            case FETCH_AND_ADD -> {
                requireLength(posted, posted.length(), length);
                added(posted);
            }
            case RDMA_READ -> {
                requireLength(posted, posted.length(), length);
                requireBytes(posted, posted.from(), length);
            }
            default -> requireLength(posted, posted.length(), length);
        }
    }

    /** Additions of one endpoint are done in the order of posting. */
    private void added(Posted posted) {
        Counter adds = counter;
        if (adds == null) {
            throw new Finding(Check.ACCOUNT, this + ": " + posted + " has added to nothing");
        }
        long old = side.slots(posted.kind()).number(posted.slot());
        adds.added(toString(), old);
        Finding.require(
                old > lastOld,
                Check.DATA,
                "{}: {} found {}, and an earlier addition {}",
                this,
                posted,
                old,
                lastOld);
        lastOld = old;
    }

    private void received(Posted posted, OperationKind kind, long length) {
        Life life = current;
        Life other = life == null ? null : life.other;
        Posted message = other == null ? null : other.sent.poll();
        if (message == null) {
            throw new Finding(
                    Check.ACCOUNT, this + ": " + posted + " received what nobody has sent");
        }
        Finding.require(
                (message.kind() == OperationKind.SEND_WITH_INVALIDATE)
                        == (kind == OperationKind.RECEIVE_WITH_INVALIDATE),
                Check.ACCOUNT,
                "{}: {} was told as {}",
                this,
                message,
                kind);
        requireLength(posted, message.length(), length);
        Finding.require(
                length <= posted.length(),
                Check.DATA,
                "{}: {} took a message of {} bytes",
                this,
                posted,
                length);
        requireBytes(posted, message.from(), length);
        side.target(this).arrived(message.number());
    }

    private void requireLength(Posted posted, long expected, long found) {
        Finding.require(
                expected == found,
                Check.DATA,
                "{}: {} has length {}, not {}",
                this,
                posted,
                found,
                expected);
    }

    private void requireBytes(Posted posted, long from, long length) {
        Slots slots = side.slots(posted.kind());
        long at = Slots.offset(posted.slot());
        for (long i = 0; i < length; i++) {
            byte found = slots.at(at + i);
            byte expected = Source.pattern(from + i);
            if (found != expected) {
                throw new Finding(
                        Check.DATA,
                        String.format(
                                "%s: byte %d of %s is %d, not %d",
                                this, i, posted, found, expected));
            }
        }
    }

    // ---- connection events

    void happened(ConnectionEvent event, Tally tally) {
        tally.count("event " + event.getClass().getSimpleName());
        if (closed) {
            return;
        }
        Life life = lives.peek();
        if (life == null) {
            throw new Finding(
                    Check.EVENT, this + ": " + event.describe() + " although nothing is going on");
        }
        EndpointState before =
                life.established
                        ? life.gracefulAsked
                                ? EndpointState.DISCONNECT_PENDING
                                : EndpointState.CONNECTED
                        : life.passive
                                ? EndpointState.COMPLETION_PENDING
                                : EndpointState.ACTIVE_CONNECTION_PENDING;
        if (event instanceof ConnectionEvent.Established) {
            Finding.require(
                    !life.established, Check.EVENT, "{}: established for a second time", this);
            tally.cell(before, Trigger.ESTABLISHED);
            life.established = true;
            return;
        }
        tally.cell(before, trigger(event, life));
        requireLegal(event, life);
        lives.remove();
        if (life == current) {
            terminalSeen = true;
            EndpointState now = endpoint.state();
            Finding.require(
                    now == EndpointState.DISCONNECTED,
                    Check.STATE,
                    "{}: is {} after {}",
                    this,
                    now,
                    event.describe());
            side.target(this).ended(toString());
        }
    }

    private void requireLegal(ConnectionEvent event, Life life) {
        boolean legal =
                switch (event) {
                    case ConnectionEvent.Established _ -> true;
                    case ConnectionEvent.Disconnected _ -> true;
                    case ConnectionEvent.Broken _ -> life.established || !life.passive;
                    case ConnectionEvent.PeerRejected _ -> !life.passive && !life.established;
                    case ConnectionEvent.NonPeerRejected _ -> !life.passive && !life.established;
                    case ConnectionEvent.Unreachable _ -> !life.passive && !life.established;
                    case ConnectionEvent.TimedOut _ -> !life.passive && !life.established;
                    case ConnectionEvent.AcceptCompletionError _ ->
                            life.passive && !life.established;
                    case ConnectionEvent.PeerResolved _, ConnectionEvent.MulticastJoined _ -> false;
                };
        Finding.require(
                legal,
                Check.EVENT,
                "{}: {} cannot be, {} and {}",
                this,
                event.getClass().getSimpleName(),
                life.passive ? "passive" : "active",
                life.established ? "established" : "not established");
    }

    private static Trigger trigger(ConnectionEvent event, Life life) {
        return switch (event) {
            case ConnectionEvent.Established _ -> Trigger.ESTABLISHED;
            case ConnectionEvent.Disconnected e ->
                    e.byPeer() || life.gracefulAsked
                            ? Trigger.DISCONNECTED_BY_TRANSPORT
                            : Trigger.DISCONNECT_ABRUPT;
            case ConnectionEvent.Broken _ -> Trigger.BROKEN;
            case ConnectionEvent.PeerRejected _ -> Trigger.PEER_REJECTED;
            case ConnectionEvent.NonPeerRejected _ -> Trigger.NON_PEER_REJECTED;
            case ConnectionEvent.Unreachable _ -> Trigger.UNREACHABLE;
            case ConnectionEvent.TimedOut _ -> Trigger.TIMED_OUT;
            case ConnectionEvent.AcceptCompletionError _ -> Trigger.BROKEN;
            case ConnectionEvent.PeerResolved _, ConnectionEvent.MulticastJoined _ ->
                    throw new IllegalArgumentException("no event of a connection: " + event);
        };
    }

    /** Whether all that was posted has completed, but for what succeeds quietly. */
    boolean isSettled() {
        return lives.isEmpty()
                && receives.isEmpty()
                && requests.stream().allMatch(Posted::quiet)
                && !(draws() && endpoint.receiveCounts().posted() > 0);
    }

    String open() {
        return this
                + " ("
                + (closed ? "closed" : state())
                + "): lives "
                + lives.size()
                + ", receives "
                + receives
                + ", requests "
                + requests;
    }

    @Override
    public String toString() {
        return side.name + " " + endpoint.toString().toLowerCase(Locale.ROOT);
    }
}
