package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvMr;
import org.jspecify.annotations.Nullable;

/**
 * Memory that a device may read and write: {@code struct ibv_mr}. Its local key stands in the
 * scatter/gather elements of work requests, its remote key is told to peers.
 *
 * <p>Best let the region {@linkplain #allocate allocate} its memory: then nobody can free it while
 * it is registered. Memory of an arena of the caller can be {@linkplain #register registered} too;
 * it must outlive the region. What happens otherwise is no crash of this process, since the kernel
 * keeps the pages; but the device may write where something else lives by then.
 *
 * <p>Thread-safe. Work posted before it is closed completes with an error, or has been done.
 */
public final class MemoryRegion implements AutoCloseable {
    private static final String KIND = "memory region";
    private static final long ALIGNMENT = 64;

    private final ProtectionDomain domain;
    private final MemorySegment segment;
    private final Set<AccessFlag> access;
    private final @Nullable Arena arena;
    private final long pointer;
    private final long address;
    private final int lkey;
    private final int rkey;
    private final Lifetime lifetime;
    private final PostedHandle posted = new PostedHandle(KIND);

    private MemoryRegion(
            ProtectionDomain domain,
            MemorySegment segment,
            Set<AccessFlag> access,
            @Nullable Arena arena,
            long pointer) {
        this.domain = domain;
        this.segment = segment;
        this.access = access;
        this.arena = arena;
        this.pointer = pointer;
        address = access.contains(AccessFlag.ZERO_BASED) ? 0 : segment.address();
        lkey = Memory.getInt(pointer + IbvMr.LKEY);
        rkey = Memory.getInt(pointer + IbvMr.RKEY);
        lifetime = Lifetime.of(KIND, this::free, domain.lifetime());
    }

    /**
     * Allocates memory and registers it: {@code ibv_reg_mr}. It is zeroed, aligned to 64 bytes, and
     * freed after the region was closed.
     *
     * @param domain who may use it
     * @param length in bytes, from 1
     * @param access what may be done to it
     * @return the region, which the caller owns
     * @throws VerbsException if there is not so much memory, or it may not be locked
     */
    public static MemoryRegion allocate(
            ProtectionDomain domain, long length, Set<AccessFlag> access) {
        if (length < 1) {
            throw new IllegalArgumentException("length=" + length);
        }
        Arena arena = Arena.ofShared();
        try {
            return register(domain, arena.allocate(length, ALIGNMENT), access, arena);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /**
     * Registers memory of the caller: {@code ibv_reg_mr}.
     *
     * @param domain who may use it
     * @param segment native memory, not read-only if the device is to write; its arena is to be
     *     closed after the region
     * @param access what may be done to it
     * @return the region, which the caller owns
     * @throws IllegalArgumentException if the segment is of the heap, empty, or read-only for a
     *     device that writes
     * @throws IllegalStateException if its arena is closed
     * @throws VerbsException if the memory may not be locked, or the device has no more regions
     */
    public static MemoryRegion register(
            ProtectionDomain domain, MemorySegment segment, Set<AccessFlag> access) {
        if (!segment.isNative() || segment.byteSize() == 0) {
            throw new IllegalArgumentException("only native memory can be registered: " + segment);
        }
        if (segment.isReadOnly() && access.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException("read-only memory with LOCAL_WRITE: " + segment);
        }
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("the arena of the memory is closed");
        }
        return register(domain, segment, access, null);
    }

    private static MemoryRegion register(
            ProtectionDomain domain,
            MemorySegment segment,
            Set<AccessFlag> access,
            @Nullable Arena arena) {
        int mask = AccessFlag.mask(access);
        IbverbsLibrary library = domain.context().library();
        try (var _ = domain.lifetime().use("MemoryRegion.register")) {
            long address = segment.address();
            long length = segment.byteSize();
            // As the inline ibv_reg_mr of verbs.h does, only the newer function knows optional
            // flags.
            long pointer =
                    access.contains(AccessFlag.RELAXED_ORDERING)
                            ? library.regMrIova2.pointerOrError(
                                    domain.pointer(), address, length, address, mask)
                            : library.regMr.pointerOrError(domain.pointer(), address, length, mask);
            if (pointer < 0) {
                throw refused((int) -pointer, length);
            }
            return new MemoryRegion(
                    domain,
                    segment,
                    access.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(access)),
                    arena,
                    pointer);
        }
    }

    private static VerbsException refused(int errno, long length) {
        String detail =
                errno == Errno.ENOMEM || errno == Errno.EAGAIN || errno == Errno.EPERM
                        ? LockedMemory.advice(length)
                        : "";
        return VerbsException.failed("ibv_reg_mr", errno, detail);
    }

    /**
     * The memory.
     *
     * @return all of it; of an allocated region it is alive until the region was closed
     */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Where it begins, as work requests and peers name it.
     *
     * @return its address; 0 of a zero-based region
     */
    public long address() {
        return address;
    }

    /**
     * How long it is.
     *
     * @return in bytes
     */
    public long length() {
        return segment.byteSize();
    }

    /**
     * The key of scatter/gather elements.
     *
     * @return the local key
     */
    public int lkey() {
        return lkey;
    }

    /**
     * The key that peers need.
     *
     * @return the remote key
     */
    public int rkey() {
        return rkey;
    }

    /**
     * What may be done to it.
     *
     * @return the flags that it was registered with
     */
    public Set<AccessFlag> access() {
        return access;
    }

    /**
     * Who may use it.
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
     * Makes its keys invalid: {@code ibv_dereg_mr}; then frees the memory if it was allocated with
     * it. Closing twice does nothing.
     *
     * @throws VerbsException if a window is bound to it; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        posted.close(domain.sendGates());
        try {
            domain.context().library().deregMr.check(pointer);
        } catch (VerbsException e) {
            posted.reopen();
            throw e;
        }
        if (arena != null) {
            arena.close();
        }
    }

    PostedHandle posted() {
        return posted.use();
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /**
     * The region, for a debugger.
     *
     * @return its length
     */
    @Override
    public String toString() {
        return KIND + " of " + length() + " bytes";
    }
}
