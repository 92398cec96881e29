package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.util.Objects;
import java.util.Set;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvMw;
import org.jdapl.verbs.struct.IbvMwBind;
import org.jdapl.verbs.struct.IbvMwBindInfo;

/**
 * A remote key that can be given to a part of a memory region, and taken back, faster than a region
 * is registered: {@code struct ibv_mw}.
 *
 * <p>A window of type 1 is bound by {@link #bind}, which chooses a new key. One of type 2 is bound
 * by a work request, {@link SendWorkRequests#bindWindow}, to a key that the program chooses; it
 * belongs to the queue pair until it is invalidated, by either side. Tell the window by {@link
 * #rkey(int)} which key it has then; some drivers need that for the next binding.
 *
 * <p>The region needs {@link AccessFlag#MW_BIND}. Close, or unbind, a window before the region and
 * before the queue pair that it was bound by: a region with a window cannot be deregistered, and
 * the kernel may wait long for a queue pair with one.
 *
 * <p>Thread-safe.
 */
public final class MemoryWindow implements AutoCloseable {
    private static final String KIND = "memory window";
    private static final int TAG = 0xff;

    private final ProtectionDomain domain;
    private final MemoryWindowType type;
    private final long pointer;
    private final CFunction deallocMw;
    private final Lifetime lifetime;
    private final PostedHandle posted = new PostedHandle(KIND);

    private MemoryWindow(ProtectionDomain domain, MemoryWindowType type, long pointer) {
        this.domain = domain;
        this.type = type;
        this.pointer = pointer;
        deallocMw = domain.context().functions().operation("dealloc_mw");
        lifetime = Lifetime.of(KIND, this::free, domain.lifetime());
    }

    /**
     * Allocates a window: {@code ibv_alloc_mw}.
     *
     * @param domain the domain of the regions that it is bound to
     * @param type how it is bound
     * @return the window, not bound, which the caller owns
     * @throws VerbsException {@code NOT_SUPPORTED} if the device has no windows of this type; if it
     *     has no more
     */
    public static MemoryWindow allocate(ProtectionDomain domain, MemoryWindowType type) {
        try (var _ = domain.lifetime().use("MemoryWindow.allocate")) {
            long pointer =
                    domain.context()
                            .functions()
                            .operation("alloc_mw")
                            .pointer(domain.pointer(), type.code());
            return new MemoryWindow(domain, type, pointer);
        }
    }

    /**
     * Binds a window of type 1 by the send queue of a queue pair: {@code ibv_bind_mw}. What was
     * bound before is not any more.
     *
     * @param queuePair whose send queue does it, and has a completion of it
     * @param wrId what the completion tells
     * @param flags {@link SendFlags} of the work request
     * @param region what it is bound to, of the same domain
     * @param offset from the region's beginning, in bytes
     * @param length in bytes; 0 takes the binding back
     * @param access what peers may do through it
     * @return the key, good once the work request is complete
     * @throws IndexOutOfBoundsException if it is not inside of the region
     * @throws IllegalStateException if the window is of type 2
     * @throws VerbsException if the queue is full, the domains differ, or something is closed
     */
    public int bind(
            QueuePair queuePair,
            long wrId,
            int flags,
            MemoryRegion region,
            long offset,
            long length,
            Set<AccessFlag> access) {
        if (type != MemoryWindowType.TYPE_1) {
            throw new IllegalStateException("a window of type 2 is bound by a work request");
        }
        if (region.domain() != domain) {
            throw new IllegalArgumentException("the region is of another domain");
        }
        Objects.checkFromIndexSize(offset, length, region.length());
        String call = "bind";
        try (var _ = lifetime.use(call);
                var _ = queuePair.lifetime().use(call);
                var _ = region.lifetime().use(call);
                Arena arena = Arena.ofConfined()) {
            region.posted().check(call);
            long bind = arena.allocate(IbvMwBind.SIZE, 8).address();
            Memory.putLong(bind + IbvMwBind.WR_ID, wrId);
            Memory.putInt(bind + IbvMwBind.SEND_FLAGS, flags);
            long info = bind + IbvMwBind.BIND_INFO;
            Memory.putLong(info + IbvMwBindInfo.MR, region.pointer());
            Memory.putLong(info + IbvMwBindInfo.ADDR, region.address() + offset);
            Memory.putLong(info + IbvMwBindInfo.LENGTH, length);
            Memory.putInt(info + IbvMwBindInfo.MW_ACCESS_FLAGS, AccessFlag.mask(access));
            domain.context()
                    .functions()
                    .operation("bind_mw")
                    .check(queuePair.pointer(), pointer, bind);
            return Memory.getInt(pointer + IbvMw.RKEY);
        }
    }

    /**
     * Its key. Of type 1: of the last binding. Of type 2: the one that it was given by {@link
     * #rkey(int)}, at first the device's.
     *
     * @return the remote key
     * @throws VerbsException if the window is closed
     */
    public int rkey() {
        try (var _ = lifetime.use("rkey")) {
            return Memory.getInt(pointer + IbvMw.RKEY);
        }
    }

    /**
     * Tells a window of type 2 to which key it was bound by a work request.
     *
     * @param rkey the remote key
     * @throws VerbsException if the window is closed
     */
    public void rkey(int rkey) {
        try (var _ = lifetime.use("rkey")) {
            Memory.putInt(pointer + IbvMw.RKEY, rkey);
        }
    }

    /**
     * The key after a key, for the next binding of type 2: {@code ibv_inc_rkey}. Only the lowest
     * byte is the program's.
     *
     * @param rkey a key
     * @return the same with the next lowest byte
     */
    public static int nextKey(int rkey) {
        return rkey & ~TAG | rkey + 1 & TAG;
    }

    /**
     * How it is bound.
     *
     * @return its type
     */
    public MemoryWindowType type() {
        return type;
    }

    /**
     * Of which domain are the regions that it is bound to.
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
     * Unbinds and frees it: {@code ibv_dealloc_mw}. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        posted.close(domain.sendGates());
        try {
            deallocMw.check(pointer);
        } catch (VerbsException e) {
            posted.reopen();
            throw e;
        }
    }

    PostedHandle posted() {
        return posted.use();
    }

    long pointer() {
        return pointer;
    }

    /**
     * The window, for a debugger.
     *
     * @return its kind and type
     */
    @Override
    public String toString() {
        return KIND + " of " + type;
    }
}
