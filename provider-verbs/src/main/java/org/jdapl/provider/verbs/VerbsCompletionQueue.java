package org.jdapl.provider.verbs;

import java.util.Arrays;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.ProviderException;
import org.jdapl.verbs.CompletionOpcode;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.handle.Guard;

/**
 * A completion queue of the device, and before it a stash: completions that were taken off the
 * device's queue because their queue pair was about to be destroyed, whereupon some drivers throw
 * them away.
 */
final class VerbsCompletionQueue implements CompletionQueue {
    private static final int BATCH = 32;
    private static final int NO_QUEUE_PAIR = -1;

    /** What a queue has room for on a device that cannot make it deeper, if less is asked for. */
    private static final int FIXED_ROOM = 2048;

    private static final int RECEIVE_BIT = CompletionOpcode.RECV.code();
    private static final int SUCCESS = CompletionStatus.SUCCESS.code();
    private static final int FLUSHED = CompletionStatus.WR_FLUSH_ERR.code();
    private static final int RECEIVE = OperationKind.RECEIVE.ordinal();
    private static final int RECEIVE_WITH_IMMEDIATE =
            OperationKind.RECEIVE_WITH_IMMEDIATE.ordinal();
    private static final int RECEIVE_WRITE_IMMEDIATE =
            OperationKind.RECEIVE_WRITE_IMMEDIATE.ordinal();
    private static final int RECEIVE_WITH_INVALIDATE =
            OperationKind.RECEIVE_WITH_INVALIDATE.ordinal();
    private static final int SEND = OperationKind.SEND.ordinal();
    private static final int WRITE_IMMEDIATE = CompletionOpcode.RECV_RDMA_WITH_IMM.code();

    private final VerbsAdapter adapter;
    private final Object context;
    private final org.jdapl.verbs.CompletionQueue queue;
    private final int invalidatedFlags;
    private final int cutOffStatus;
    private final Guard gate = new Guard("completion queue");
    private final WorkCompletions batch = WorkCompletions.allocate(BATCH);
    private int depth;
    private int room;

    /** Queue pairs for datagrams whose receives complete here; replaced as a whole. */
    private volatile VerbsDatagramQueuePair[] datagrams = {};

    /** Whether the device's queue is no more; read and written inside of the gate. */
    private boolean retired;

    /** Calls of poll, by one thread at a time; read without order by {@link #lookForFailures}. */
    private int polls;

    private int pollsSeen;

    /** Whether the device will tell of the next completion, whatever it is. */
    private volatile boolean armed;

    /** Whether who waits is to be told of solicited messages, and of failures, alone. */
    private volatile boolean solicitedOnly;

    /** Taken off the device's queue; read and written inside of the gate. */
    private final Stash stash = new Stash();

    /** What is on its way to the stash; used inside of the gate. */
    private final Completions one = new Completions(1);

    VerbsCompletionQueue(VerbsAdapter adapter, int depth, Object context) {
        this.adapter = adapter;
        this.context = context;
        invalidatedFlags = adapter.traits().invalidatedFlags();
        cutOffStatus = adapter.traits().cutOffStatus();
        this.depth = depth;
        room = canGrow() ? room(depth) : Math.max(room(depth), FIXED_ROOM);
        queue =
                org.jdapl.verbs.CompletionQueue.create(
                        adapter.context(), room, adapter.completionChannel(), 0);
    }

    /** The runtime's completions, and some of our own. */
    private static int room(int depth) {
        return depth + VerbsQueuePair.OWN_REQUESTS;
    }

    private boolean canGrow() {
        return adapter.attributes().has(Capability.EVD_RESIZE);
    }

    org.jdapl.verbs.CompletionQueue verbs() {
        return queue;
    }

    @Override
    public int poll(Completions into, int max) {
        boolean entered = gate.enter("poll");
        try {
            polls++;
            int count = stash.isEmpty() ? 0 : stash.take(into, max);
            while (count < max && !retired) {
                int wanted = Math.min(max - count, BATCH);
                int polled = queue.poll(batch, wanted);
                for (int i = 0; i < polled; i++) {
                    if (translate(i, into, count)) {
                        count++;
                    }
                }
                if (polled < wanted) {
                    break;
                }
            }
            return count;
        } finally {
            gate.exit(entered);
        }
    }

    /** Translates one; false if it is none for the runtime. */
    private boolean translate(int i, Completions into, int at) {
        long id = batch.wrId(i);
        int status = batch.status(i);
        if (id == VerbsQueuePair.OWN_ID) {
            ownDone(batch.queuePairNumber(i), status);
            return false;
        }
        into.id[at] = id;
        into.queuePair[at] = batch.queuePairNumber(i);
        into.flags[at] = 0;
        into.length[at] = 0;
        into.vendorStatus[at] = 0;
        into.kind[at] = SEND;
        if (status != SUCCESS) {
            into.status[at] = StatusTable.completion(isFlushed(status) ? FLUSHED : status);
            into.vendorStatus[at] = status;
            if (isFlushed(status)) {
                flushed(i);
            }
            return true;
        }
        into.status[at] = SUCCESS;
        int opcode = batch.opcode(i);
        into.length[at] = Integer.toUnsignedLong(batch.byteLength(i));
        if ((opcode & RECEIVE_BIT) != 0) {
            received(i, opcode, into, at);
        }
        return true;
    }

    private boolean isFlushed(int status) {
        return status == FLUSHED || status == cutOffStatus;
    }

    private void received(int i, int opcode, Completions into, int at) {
        int flags = batch.flags(i);
        int kind = RECEIVE;
        // Which ones are, verbs do not tell: the device wakes for those that are.
        into.flags[at] |= Completions.SOLICITED;
        if ((flags & WorkCompletions.WITH_IMM) != 0) {
            into.flags[at] |= Completions.IMMEDIATE;
            into.immediate[at] = batch.immediate(i);
            kind = RECEIVE_WITH_IMMEDIATE;
        }
        if ((flags & invalidatedFlags) != 0) {
            into.flags[at] |= Completions.INVALIDATED;
            into.invalidatedKey[at] = Integer.toUnsignedLong(batch.invalidatedKey(i));
            adapter.invalidated(into.invalidatedKey[at]);
            kind = RECEIVE_WITH_INVALIDATE;
        }
        into.kind[at] = opcode == WRITE_IMMEDIATE ? RECEIVE_WRITE_IMMEDIATE : kind;
        for (VerbsDatagramQueuePair queuePair : datagrams) {
            if (queuePair.number() == into.queuePair[at]) {
                queuePair.received(batch, i, into, at);
            }
        }
        if (into.id[at] < 0) {
            VerbsQueuePair queuePair = adapter.queuePair(into.queuePair[at]);
            if (queuePair != null) {
                queuePair.sharedReceiveTaken();
            }
        }
    }

    /** Receives of a queue pair for datagrams complete here from now on. */
    synchronized void add(VerbsDatagramQueuePair queuePair) {
        VerbsDatagramQueuePair[] more = Arrays.copyOf(datagrams, datagrams.length + 1);
        more[datagrams.length] = queuePair;
        datagrams = more;
    }

    /** None of its completions is left. */
    synchronized void remove(VerbsDatagramQueuePair queuePair) {
        datagrams =
                Arrays.stream(datagrams)
                        .filter(other -> other != queuePair)
                        .toArray(VerbsDatagramQueuePair[]::new);
    }

    private void ownDone(int number, int status) {
        VerbsQueuePair queuePair = adapter.queuePair(number);
        if (queuePair != null) {
            queuePair.ownDone(status == SUCCESS);
        }
    }

    private void flushed(int i) {
        VerbsQueuePair queuePair = adapter.queuePair(batch.queuePairNumber(i));
        if (queuePair != null) {
            queuePair.foundFlushed();
        }
    }

    private void failed(int i) {
        VerbsQueuePair queuePair = adapter.queuePair(batch.queuePairNumber(i));
        if (queuePair != null) {
            queuePair.foundFailed(batch.status(i));
        }
    }

    /**
     * Takes all completions off the device's queue, and keeps them for the runtime but for those of
     * a queue pair that say no more than that it was flushed: the runtime gives those itself.
     *
     * @param number the queue pair
     * @param keepReceives whether its flushed receives are kept, since nobody else knows of them
     */
    void rescue(int number, boolean keepReceives) {
        boolean entered = gate.enter("rescue");
        try {
            keep(number, keepReceives);
            tellOfStash();
        } finally {
            gate.exit(entered);
        }
    }

    /**
     * Takes what has completed and keeps it for the runtime where nobody has polled since the last
     * call, so that a queue pair that has failed is told of though nobody takes its completions. On
     * the driver's thread.
     */
    void lookForFailures() {
        int now = polls;
        boolean polled = now != pollsSeen;
        pollsSeen = now;
        if (polled || armed) { // somebody looks, or will; and its guard stays with that thread
            return;
        }
        boolean entered = gate.enter("lookForFailures");
        try {
            if (keep(NO_QUEUE_PAIR, true) || !solicitedOnly) {
                tellOfStash();
            }
        } finally {
            gate.exit(entered);
        }
    }

    /** Keeps all that has completed; the device's queue is used no more. */
    void retire() {
        boolean entered = gate.enter("retire");
        try {
            keep(NO_QUEUE_PAIR, true);
            tellOfStash();
            retired = true;
        } finally {
            gate.exit(entered);
        }
    }

    /** Whether there was one that failed. */
    private boolean keep(int number, boolean keepReceives) {
        boolean failures = false;
        int polled;
        do {
            polled = retired ? 0 : queue.poll(batch);
            for (int i = 0; i < polled; i++) {
                boolean wasFlushed =
                        batch.queuePairNumber(i) == number && batch.status(i) == FLUSHED;
                if (wasFlushed && !(keepReceives && batch.wrId(i) < -1)) {
                    if (batch.wrId(i) != VerbsQueuePair.OWN_ID) {
                        flushed(i);
                    }
                    continue;
                }
                if (translate(i, one, 0)) {
                    stash.add(one);
                    int status = batch.status(i);
                    failures |= status != SUCCESS;
                    if (status != SUCCESS && !isFlushed(status)) {
                        failed(i);
                    }
                }
            }
        } while (polled > 0);
        return failures;
    }

    private void tellOfStash() {
        if (!stash.isEmpty()) {
            adapter.tell(this::ready);
        }
    }

    /** The device has an event of it. */
    void ready() {
        armed = false;
        adapter.listener().completionReady(context);
    }

    @Override
    public void arm(boolean solicited) {
        try {
            solicitedOnly = solicited;
            armed = !solicited;
            queue.requestNotification(solicited);
        } catch (VerbsException e) {
            if (!adapter.isReleased()) { // else nothing comes any more
                throw StatusTable.control(e);
            }
        }
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public void grow(int newDepth) {
        boolean entered = gate.enter("grow");
        try {
            if (room(newDepth) > room) {
                makeRoom(room(newDepth));
            }
            depth = newDepth;
        } finally {
            gate.exit(entered);
        }
    }

    private void makeRoom(int wanted) {
        if (!canGrow()) {
            throw new ProviderException(
                    DatType.INSUFFICIENT_RESOURCES,
                    DatSubtype.RESOURCE_TEVD,
                    "the device cannot make a completion queue deeper than it was made, "
                            + room
                            + "; make the event dispatcher as deep as will be needed",
                    0);
        }
        Native.run(() -> queue.resize(wanted));
        room = wanted;
    }

    @Override
    public void close() {
        gate.close();
        adapter.forget(this);
        adapter.attempts().free(() -> Native.run(queue::close));
    }
}
