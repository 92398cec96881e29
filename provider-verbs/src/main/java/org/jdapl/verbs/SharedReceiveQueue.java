package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.DataPath;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Guard;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvSrqAttr;
import org.jdapl.verbs.struct.IbvSrqInitAttr;

/**
 * Receives that several queue pairs take from: {@code struct ibv_srq}.
 *
 * <p>Thread-safe; posting allocates nothing. Closing it closes the queue pairs that take from it.
 */
public final class SharedReceiveQueue implements AutoCloseable {
    private static final String KIND = "shared receive queue";
    private static final int MAX_WR = 1;
    private static final int LIMIT = 1 << 1;

    /**
     * How much a shared receive queue holds: {@code struct ibv_srq_attr}.
     *
     * @param maxWr receives outstanding
     * @param maxSge scatter/gather elements of a receive
     * @param limit an asynchronous event comes when fewer receives are left; 0: none comes
     */
    public record Attributes(int maxWr, int maxSge, int limit) {}

    private final ProtectionDomain domain;
    private final long pointer;
    private final Lifetime lifetime;
    private final Guard gate;
    private final DataPath driver;

    private SharedReceiveQueue(ProtectionDomain domain, long pointer) {
        this.domain = domain;
        this.pointer = pointer;
        lifetime = Lifetime.of(KIND, this::free, domain.lifetime());
        gate = lifetime.guard();
        driver = domain.context().dataPath();
        domain.context().elements().put(pointer, this);
    }

    /**
     * Makes a shared receive queue: {@code ibv_create_srq}.
     *
     * @param domain whose regions its receives use
     * @param maxWr receives outstanding, from 1
     * @param maxSge scatter/gather elements of a receive, from 1
     * @return the queue, which the caller owns; it may hold more than was asked for
     * @throws VerbsException if the device has no more, or not so large ones
     */
    public static SharedReceiveQueue create(ProtectionDomain domain, int maxWr, int maxSge) {
        try (var _ = domain.lifetime().use("SharedReceiveQueue.create");
                Arena arena = Arena.ofConfined()) {
            long init = arena.allocate(IbvSrqInitAttr.SIZE, 8).address();
            long attr = init + IbvSrqInitAttr.ATTR;
            Memory.putInt(attr + IbvSrqAttr.MAX_WR, maxWr);
            Memory.putInt(attr + IbvSrqAttr.MAX_SGE, maxSge);
            return new SharedReceiveQueue(
                    domain, domain.context().library().createSrq.pointer(domain.pointer(), init));
        }
    }

    /**
     * Posts receives: {@code ibv_post_srq_recv}.
     *
     * @param receives the list
     * @param first the first of them
     * @param count how many, from 1
     * @return 0; or the negative error number: -12 (ENOMEM) if the queue is full. {@link
     *     ReceiveWorkRequests#refused} tells which was the first that was not posted
     * @throws VerbsException if the queue is closed
     */
    public int postReceive(ReceiveWorkRequests receives, int first, int count) {
        boolean entered = gate.enter("postReceive");
        try {
            long head = receives.range(first, count);
            return driver.postSharedReceive(pointer, head, receives.refusedWord());
        } finally {
            gate.exit(entered);
            Reference.reachabilityFence(receives);
        }
    }

    /**
     * Asks for an asynchronous event when few receives are left: {@code ibv_modify_srq}. It comes
     * once; ask again after it.
     *
     * @param limit when fewer than that are left; 0: none comes
     * @throws VerbsException if the device cannot do it
     */
    public void limit(int limit) {
        modify(0, limit, LIMIT);
    }

    /**
     * Changes its size: {@code ibv_modify_srq}.
     *
     * @param maxWr receives outstanding
     * @throws VerbsException if the device cannot do it, or there are more by now
     */
    public void resize(int maxWr) {
        modify(maxWr, 0, MAX_WR);
    }

    private void modify(int maxWr, int limit, int mask) {
        try (var _ = lifetime.use("ibv_modify_srq");
                Arena arena = Arena.ofConfined()) {
            long attr = arena.allocate(IbvSrqAttr.SIZE, 8).address();
            Memory.putInt(attr + IbvSrqAttr.MAX_WR, maxWr);
            Memory.putInt(attr + IbvSrqAttr.SRQ_LIMIT, limit);
            domain.context().library().modifySrq.check(pointer, attr, mask);
        }
    }

    /**
     * How much it holds: {@code ibv_query_srq}.
     *
     * @return its attributes
     * @throws VerbsException if the device cannot tell
     */
    public Attributes attributes() {
        try (var _ = lifetime.use("ibv_query_srq");
                Arena arena = Arena.ofConfined()) {
            long attr = arena.allocate(IbvSrqAttr.SIZE, 8).address();
            domain.context().library().querySrq.check(pointer, attr);
            return new Attributes(
                    Memory.getInt(attr + IbvSrqAttr.MAX_WR),
                    Memory.getInt(attr + IbvSrqAttr.MAX_SGE),
                    Memory.getInt(attr + IbvSrqAttr.SRQ_LIMIT));
        }
    }

    /**
     * Whose regions its receives use.
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
     * Closes the queue pairs that take from it, then frees it: {@code ibv_destroy_srq}. Receives
     * that nobody took have no completion. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        domain.context().library().destroySrq.check(pointer);
        domain.context().elements().remove(pointer, this);
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /**
     * The queue, for a debugger.
     *
     * @return its kind and device
     */
    @Override
    public String toString() {
        return KIND + " on " + domain.context();
    }
}
