package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvSge;
import org.jdapl.verbs.struct.MemoryConstants;
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

    private final Context context;
    private final long pointer;
    private final Lifetime lifetime;
    private final PostedHandle posted = new PostedHandle(KIND);
    private volatile Registration now;

    /** Set by the thread that closes it. */
    private boolean deregistered;

    private MemoryRegion(long pointer, Registration registration) {
        this.pointer = pointer;
        context = registration.domain().context();
        now = registration;
        lifetime = Lifetime.of(KIND, this::free, registration.domain().lifetime());
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
        return allocate(domain, length, access, arena -> arena.allocate(length, ALIGNMENT));
    }

    /**
     * Allocates memory of huge pages and registers it: {@code mmap} and {@code ibv_reg_mr}. Devices
     * translate its addresses faster. It is zeroed, and freed after the region was closed.
     *
     * @param domain who may use it
     * @param length in bytes, from 1; rounded up to whole pages for the allocation
     * @param pageSize in bytes, a power of two; 0: the system's default size
     * @param access what may be done to it
     * @return the region, which the caller owns
     * @throws VerbsException if not so many huge pages are free: the message says how to reserve
     *     them; or as for {@link #allocate}
     */
    public static MemoryRegion allocateHuge(
            ProtectionDomain domain, long length, long pageSize, Set<AccessFlag> access) {
        return allocate(domain, length, access, arena -> HugePages.map(length, pageSize, arena));
    }

    @SuppressWarnings("MustBeClosedChecker") // the region closes it
    private static MemoryRegion allocate(
            ProtectionDomain domain,
            long length,
            Set<AccessFlag> access,
            Function<Arena, MemorySegment> allocation) {
        if (length < 1) {
            throw new IllegalArgumentException("length=" + length);
        }
        Arena arena = Arena.ofShared();
        try {
            MemorySegment segment = allocation.apply(arena);
            return register(domain, segment, access, segment.address(), arena);
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
     * @throws VerbsException if the memory may not be locked, or the device has no more regions;
     *     {@code NOT_SUPPORTED} if it has no {@linkplain AccessFlag#ON_DEMAND on-demand} ones
     */
    public static MemoryRegion register(
            ProtectionDomain domain, MemorySegment segment, Set<AccessFlag> access) {
        return register(domain, segment, access, segment.address());
    }

    /**
     * Registers memory of the caller, with addresses of its own for work requests and peers: {@code
     * ibv_reg_mr_iova2}.
     *
     * @param domain who may use it
     * @param segment native memory, as for {@link #register(ProtectionDomain, MemorySegment, Set)}
     * @param access what may be done to it
     * @param address where it begins for work requests and peers; devices want the same offset in
     *     its page as the memory has
     * @return the region, which the caller owns
     * @throws IllegalArgumentException as without an address
     * @throws IllegalStateException if its arena is closed
     * @throws VerbsException if the memory may not be locked, or the device has no more regions
     */
    public static MemoryRegion register(
            ProtectionDomain domain, MemorySegment segment, Set<AccessFlag> access, long address) {
        Registration.check(segment, access);
        return register(domain, segment, access, address, null);
    }

    private static MemoryRegion register(
            ProtectionDomain domain,
            MemorySegment segment,
            Set<AccessFlag> access,
            long address,
            @Nullable Arena arena) {
        int mask = AccessFlag.mask(access);
        IbverbsLibrary library = domain.context().library();
        try (var _ = domain.lifetime().use("MemoryRegion.register")) {
            long length = segment.byteSize();
            // As the inline ibv_reg_mr of verbs.h does, only the newer function knows optional
            // flags.
            boolean simple =
                    address == segment.address() && !access.contains(AccessFlag.RELAXED_ORDERING);
            long at = segment.address();
            long pointer =
                    simple
                            ? library.regMr.pointerOrError(domain.pointer(), at, length, mask)
                            : library.regMrIova2.pointerOrError(
                                    domain.pointer(), at, length, address, mask);
            if (pointer < 0) {
                throw Registration.refused(domain, (int) -pointer, length, access);
            }
            return new MemoryRegion(
                    pointer,
                    Registration.of(domain, segment, access, arena, address, length, pointer));
        }
    }

    /**
     * Registers memory of another device, such as a graphics processor: {@code ibv_reg_dmabuf_mr}.
     * This process need not be able to touch it, so {@link #segment} is empty.
     *
     * @param domain who may use it
     * @param descriptor a dmabuf; it may be closed when this returned
     * @param offset in it, in bytes
     * @param length in bytes, from 1
     * @param access what may be done to it
     * @param address where it begins for work requests and peers
     * @return the region, which the caller owns
     * @throws VerbsException {@code NOT_SUPPORTED} if the driver, the kernel or the library (before
     *     rdma-core 34) cannot do it; if the descriptor is no dmabuf
     */
    public static MemoryRegion registerDmabuf(
            ProtectionDomain domain,
            int descriptor,
            long offset,
            long length,
            Set<AccessFlag> access,
            long address) {
        String call = "ibv_reg_dmabuf_mr";
        CFunction function =
                domain.context()
                        .library()
                        .regDmabufMr
                        .orElseThrow(() -> VerbsException.failed(call, Errno.EOPNOTSUPP));
        try (var _ = domain.lifetime().use("MemoryRegion.registerDmabuf")) {
            long pointer =
                    function.pointer(
                            domain.pointer(),
                            offset,
                            length,
                            address,
                            descriptor,
                            AccessFlag.mask(access));
            return new MemoryRegion(
                    pointer,
                    Registration.of(
                            domain, MemorySegment.NULL, access, null, address, length, pointer));
        }
    }

    /**
     * A region that swallows what is written and reads as zeros: {@code ibv_alloc_null_mr}. It
     * stands in scatter/gather elements for data that nobody wants. Its {@link #segment} is empty.
     *
     * @param domain who may use it
     * @return the region, which the caller owns; only its local key is good for anything
     * @throws VerbsException {@code NOT_SUPPORTED} if the driver does not have it
     */
    public static MemoryRegion allocateNull(ProtectionDomain domain) {
        try (var _ = domain.lifetime().use("MemoryRegion.allocateNull")) {
            long pointer =
                    domain.context().functions().get("alloc_null_mr").pointer(domain.pointer());
            return new MemoryRegion(
                    pointer,
                    Registration.of(
                            domain,
                            MemorySegment.NULL,
                            Set.of(AccessFlag.LOCAL_WRITE),
                            null,
                            0,
                            Long.MAX_VALUE,
                            pointer));
        }
    }

    /**
     * Changes what the region is, in place: {@code ibv_rereg_mr}. No work request may use it
     * meanwhile. Its keys may be others afterwards, so work requests are to be filled again.
     *
     * @param newDomain who may use it; null: as before
     * @param newSegment native memory of the caller; null: as before. What the region allocated is
     *     freed
     * @param newAccess what may be done to it; null: as before
     * @throws IllegalArgumentException if the memory is not native, or the domain of another
     *     context
     * @throws VerbsException {@code NOT_SUPPORTED} if the driver cannot do it: the region is as
     *     before. Where the message says that it cannot be used any more, it can only be closed
     */
    public void reregister(
            @Nullable ProtectionDomain newDomain,
            @Nullable MemorySegment newSegment,
            @Nullable Set<AccessFlag> newAccess) {
        Registration before = now;
        Set<AccessFlag> access = newAccess == null ? before.access() : newAccess;
        if (newSegment != null) {
            Registration.check(newSegment, access);
        }
        ProtectionDomain domain = newDomain == null ? before.domain() : newDomain;
        if (domain.context() != context) {
            throw new IllegalArgumentException("the domain is of another context");
        }
        String call = "reregister";
        try (var _ = lifetime.use(call);
                var _ = before.domain().lifetime().use(call);
                var _ = domain.lifetime().use(call)) {
            posted.check(call);
            Reregistration.call(context, pointer, newDomain, newSegment, newAccess);
            MemorySegment segment = newSegment == null ? before.segment() : newSegment;
            now =
                    Registration.of(
                            domain,
                            segment,
                            access,
                            newSegment == null ? before.arena() : null,
                            newSegment == null ? before.address() : newSegment.address(),
                            newSegment == null ? before.length() : newSegment.byteSize(),
                            pointer);
            if (domain != before.domain()) {
                lifetime.move(before.domain().lifetime(), domain.lifetime());
            }
        }
        Arena arena = before.arena();
        if (newSegment != null && arena != null) {
            arena.close();
        }
    }

    /**
     * Tells the device that a part of an {@linkplain AccessFlag#ON_DEMAND on-demand} region will be
     * used soon: {@code ibv_advise_mr}.
     *
     * @param advice how it will be used
     * @param offset from the region's beginning, in bytes
     * @param length in bytes, from 1
     * @param wait return when it was done, not at once
     * @throws IndexOutOfBoundsException if it is not inside of the region
     * @throws VerbsException {@code NOT_SUPPORTED} if the driver cannot do it; if the region is not
     *     an on-demand one
     */
    public void advise(MemoryAdvice advice, long offset, int length, boolean wait) {
        Registration region = now;
        Objects.checkFromIndexSize(offset, length, region.length());
        try (var _ = lifetime.use("advise");
                Arena arena = Arena.ofConfined()) {
            posted.check("advise");
            long element = arena.allocate(IbvSge.SIZE, 8).address();
            Memory.putLong(element + IbvSge.ADDR, region.address() + offset);
            Memory.putInt(element + IbvSge.LENGTH, length);
            Memory.putInt(element + IbvSge.LKEY, region.lkey());
            context.functions()
                    .get("advise_mr")
                    .check(
                            region.domain().pointer(),
                            advice.code(),
                            wait ? MemoryConstants.IBV_ADVISE_MR_FLAG_FLUSH : 0,
                            element,
                            1);
        }
    }

    /**
     * The memory.
     *
     * @return all of it; of an allocated region it is alive until the region was closed
     */
    public MemorySegment segment() {
        return now.segment();
    }

    /**
     * Where it begins, as work requests and peers name it.
     *
     * @return its address; 0 of a zero-based region
     */
    public long address() {
        return now.address();
    }

    /**
     * How long it is.
     *
     * @return in bytes
     */
    public long length() {
        return now.length();
    }

    /**
     * The key of scatter/gather elements.
     *
     * @return the local key
     */
    public int lkey() {
        return now.lkey();
    }

    /**
     * The key that peers need.
     *
     * @return the remote key
     */
    public int rkey() {
        return now.rkey();
    }

    /**
     * What may be done to it.
     *
     * @return the flags that it was registered with
     */
    public Set<AccessFlag> access() {
        return now.access();
    }

    /**
     * Who may use it.
     *
     * @return its domain
     */
    public ProtectionDomain domain() {
        return now.domain();
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
     * @throws IllegalStateException if its memory was allocated with it and is in use, such as by a
     *     read of a channel; the keys are invalid then, and closing it again frees the memory
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        Registration last = now;
        posted.close(last.domain().sendGates());
        deregister();
        Arena arena = last.arena();
        if (arena != null) {
            arena.close();
        }
    }

    /** Not again when it is closed a second time, since the memory was in use the first time. */
    private void deregister() {
        if (deregistered) {
            return;
        }
        try {
            context.library().deregMr.check(pointer);
        } catch (VerbsException e) {
            posted.reopen();
            throw e;
        }
        deregistered = true;
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
