package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jdapl.verbs.access.HandleAccess;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.DataPath;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Guard;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvGid;
import org.jdapl.verbs.struct.IbvQp;
import org.jdapl.verbs.struct.IbvQpInitAttr;
import org.jspecify.annotations.Nullable;

/**
 * A send queue and a receive queue: {@code struct ibv_qp}.
 *
 * <p>It begins in state RESET and is brought to INIT, RTR and RTS by {@link #modify}, with what
 * both sides told each other; or made by the connection manager, which does that itself.
 *
 * <p>Thread-safe. Posting allocates nothing; from one thread it takes no lock and no atomic
 * instruction, from several a spin lock. What was posted and is not complete when it is closed has
 * no completion; bring it to state ERR first to have all of them flushed.
 */
public final class QueuePair implements AutoCloseable {

    static {
        HandleAccess.set(new Access());
    }

    /** What {@link #postSend} and {@link #postReceive} return when all was posted. */
    public static final int POSTED = 0;

    /** What they return when a queue is full: ENOMEM. */
    public static final int QUEUE_FULL = -12;

    private final ProtectionDomain domain;
    private final QueuePairOptions options;
    private final QueuePairCapacities capacities;
    private final long pointer;
    private final int number;
    private final boolean datagrams;
    private final Lifetime lifetime;
    private final Gates sendGates;
    private final Guard sendGate;
    private final Guard receiveGate;
    private final DataPath driver;

    /** The multicast groups that it is attached to: the kernel keeps it until it is detached. */
    private final Set<Group> groups = ConcurrentHashMap.newKeySet();

    private record Group(Gid gid, int lid) {
        Group {
            Checks.range("lid", lid, 0, 0xffff);
        }
    }

    private QueuePair(
            ProtectionDomain domain,
            QueuePairOptions options,
            QueuePairCapacities capacities,
            long pointer,
            Runnable destroy,
            @Nullable Lifetime owner) {
        this.domain = domain;
        this.options = options;
        this.capacities = capacities;
        this.pointer = pointer;
        number = Memory.getInt(pointer + IbvQp.QP_NUM);
        datagrams = options.type() == QueuePairType.UD;
        lifetime =
                Lifetime.of(
                        "queue pair " + number,
                        () -> free(destroy),
                        parents(domain, options, owner));
        sendGate = lifetime.guard();
        receiveGate = lifetime.guard();
        sendGates = domain.sendGates();
        sendGates.add(sendGate);
        driver = domain.context().dataPath();
        domain.context().elements().put(pointer, this);
    }

    private static Lifetime[] parents(
            ProtectionDomain domain, QueuePairOptions options, @Nullable Lifetime owner) {
        List<Lifetime> parents = new ArrayList<>();
        parents.add(domain.lifetime());
        parents.add(options.sendQueue().lifetime());
        if (options.receiveQueue() != options.sendQueue()) {
            parents.add(options.receiveQueue().lifetime());
        }
        SharedReceiveQueue shared = options.sharedReceives();
        if (shared != null) {
            parents.add(shared.lifetime());
        }
        if (owner != null) {
            parents.add(owner);
        }
        return parents.toArray(Lifetime[]::new);
    }

    /**
     * Makes a queue pair: {@code ibv_create_qp}.
     *
     * @param domain whose regions it reaches
     * @param options its service, its completion queues and how much it is to hold
     * @return the queue pair in state RESET, which the caller owns
     * @throws VerbsException if the device does not have this service, no more queue pairs, or not
     *     so large ones
     */
    public static QueuePair create(ProtectionDomain domain, QueuePairOptions options) {
        IbverbsLibrary library = domain.context().library();
        return make(
                domain,
                options,
                null,
                init -> library.createQp.pointer(domain.pointer(), init),
                pointer -> library.destroyQp.check(pointer));
    }

    /**
     * Makes a queue pair by what a library has for it.
     *
     * @param owner what it belongs to besides, such as a connection identifier
     * @param maker makes it of the {@code ibv_qp_init_attr} at an address
     * @param destroyer destroys it
     */
    static QueuePair make(
            ProtectionDomain domain,
            QueuePairOptions options,
            @Nullable Lifetime owner,
            LongUnaryOperator maker,
            LongConsumer destroyer) {
        String call = "QueuePair.create";
        SharedReceiveQueue shared = options.sharedReceives();
        try (var _ = domain.lifetime().use(call);
                var _ = options.sendQueue().lifetime().use(call);
                var _ = options.receiveQueue().lifetime().use(call);
                var _ = shared == null ? null : shared.lifetime().use(call);
                var _ = owner == null ? null : owner.use(call);
                Arena arena = Arena.ofConfined()) {
            long init = arena.allocate(IbvQpInitAttr.SIZE, 8).address();
            Memory.putLong(init + IbvQpInitAttr.SEND_CQ, options.sendQueue().pointer());
            Memory.putLong(init + IbvQpInitAttr.RECV_CQ, options.receiveQueue().pointer());
            Memory.putLong(init + IbvQpInitAttr.SRQ, shared == null ? 0 : shared.pointer());
            options.capacities().write(init + IbvQpInitAttr.CAP);
            Memory.putInt(init + IbvQpInitAttr.QP_TYPE, options.type().code());
            Memory.putInt(init + IbvQpInitAttr.SQ_SIG_ALL, options.signalAll() ? 1 : 0);
            long pointer = maker.applyAsLong(init);
            return new QueuePair(
                    domain,
                    options,
                    QueuePairCapacities.read(init + IbvQpInitAttr.CAP),
                    pointer,
                    () -> destroyer.accept(pointer),
                    owner);
        }
    }

    /**
     * Posts work requests to the send queue: {@code ibv_post_send}.
     *
     * @param requests the list
     * @param first the first of them
     * @param count how many, from 1
     * @return {@link #POSTED}; or the negative error number, {@link #QUEUE_FULL} among them. {@link
     *     SendWorkRequests#refused} tells which was the first that was not posted; those before it
     *     were
     * @throws VerbsException if the queue pair is closed, or an address handle, window or region of
     *     the requests
     * @throws IllegalStateException if a request lacks what its opcode needs: where a datagram
     *     goes, which window is bound; or if these are of another domain
     */
    public int postSend(SendWorkRequests requests, int first, int count) {
        boolean entered = sendGate.enter("postSend");
        try {
            long head = requests.range(first, count, datagrams, sendGates);
            return driver.postSend(pointer, head, requests.refusedWord());
        } finally {
            sendGate.exit(entered);
            Reference.reachabilityFence(requests);
        }
    }

    /**
     * Posts receives: {@code ibv_post_recv}.
     *
     * @param receives the list
     * @param first the first of them
     * @param count how many, from 1
     * @return {@link #POSTED}; or the negative error number, {@link #QUEUE_FULL} among them. {@link
     *     ReceiveWorkRequests#refused} tells which was the first that was not posted; those before
     *     it were
     * @throws VerbsException if the queue pair is closed
     * @throws IllegalStateException if it takes its receives from a shared queue
     */
    public int postReceive(ReceiveWorkRequests receives, int first, int count) {
        if (options.sharedReceives() != null) {
            throw new IllegalStateException("receives are posted to the shared receive queue");
        }
        boolean entered = receiveGate.enter("postReceive");
        try {
            long head = receives.range(first, count);
            return driver.postReceive(pointer, head, receives.refusedWord());
        } finally {
            receiveGate.exit(entered);
            Reference.reachabilityFence(receives);
        }
    }

    /**
     * Changes attributes, the state among them: {@code ibv_modify_qp}.
     *
     * @param attributes what to change
     * @throws VerbsException if the transition does not exist, needs other attributes, or the
     *     device refuses a value
     */
    public void modify(QueuePairAttributes attributes) {
        try (var _ = lifetime.use("modify")) {
            domain.context()
                    .library()
                    .modifyQp
                    .check(pointer, attributes.address(), attributes.mask());
        } finally {
            Reference.reachabilityFence(attributes);
        }
    }

    /**
     * Reads all attributes: {@code ibv_query_qp}.
     *
     * @return the attributes; which mean something depends on the state
     * @throws VerbsException if the device cannot tell
     */
    public QueuePairAttributes query() {
        QueuePairAttributes attributes = QueuePairAttributes.of();
        try (var _ = lifetime.use("query");
                Arena arena = Arena.ofConfined()) {
            long init = arena.allocate(IbvQpInitAttr.SIZE, 8).address();
            domain.context()
                    .library()
                    .queryQp
                    .check(pointer, attributes.address(), QueuePairAttributes.ALL, init);
        }
        return attributes;
    }

    /**
     * Receives what is sent to a multicast group: {@code ibv_attach_mcast}. The port has to have
     * joined the group too, which the connection manager does.
     *
     * @param group the group's GID
     * @param lid the group's LID; 0 on Ethernet
     * @throws VerbsException {@code NOT_SUPPORTED} if the device has no multicast; if it has no
     *     room, or this is no UD queue pair
     */
    public void attachMulticast(Gid group, int lid) {
        Group joined = new Group(group, lid);
        try (var _ = lifetime.use("attachMulticast")) {
            multicast(domain.context().library().attachMcast, joined);
            groups.add(joined);
        }
    }

    /**
     * Receives it no more: {@code ibv_detach_mcast}.
     *
     * @param group the group's GID
     * @param lid the group's LID; 0 on Ethernet
     * @throws VerbsException if it is not attached to the group
     */
    public void detachMulticast(Gid group, int lid) {
        Group left = new Group(group, lid);
        try (var _ = lifetime.use("detachMulticast")) {
            multicast(domain.context().library().detachMcast, left);
            groups.remove(left);
        }
    }

    private void multicast(CFunction function, Group group) {
        try (Arena arena = Arena.ofConfined()) {
            long gid = arena.allocate(IbvGid.SIZE, 8).address();
            Memory.putBytes(gid, group.gid().bytes());
            function.check(pointer, gid, group.lid());
        }
    }

    /**
     * Its number, which the other side needs.
     *
     * @return 24 bits
     */
    public int number() {
        return number;
    }

    /**
     * How it was made.
     *
     * @return the options
     */
    public QueuePairOptions options() {
        return options;
    }

    /**
     * How much it holds, which may be more than was asked for.
     *
     * @return the capacities
     */
    public QueuePairCapacities capacities() {
        return capacities;
    }

    /**
     * Whose regions it reaches.
     *
     * @return its domain
     */
    public ProtectionDomain domain() {
        return domain;
    }

    /**
     * Whether it can be used.
     *
     * @return false once it is closed, or being closed
     */
    public boolean isOpen() {
        return lifetime.isOpen();
    }

    /**
     * Detaches it from multicast groups, then frees it: {@code ibv_destroy_qp}. Waits for calls
     * under way. Completions that were in the completion queue stay there. Closing twice does
     * nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free(Runnable destroy) {
        for (Group group : List.copyOf(groups)) {
            multicast(domain.context().library().detachMcast, group);
            groups.remove(group);
        }
        destroy.run();
        domain.sendGates().remove(sendGate);
        domain.context().elements().remove(pointer, this);
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /**
     * The queue pair, for a debugger.
     *
     * @return its number and type
     */
    @Override
    public String toString() {
        return options.type() + " queue pair " + number;
    }
}
