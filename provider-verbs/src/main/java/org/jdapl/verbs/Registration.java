package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvMr;
import org.jspecify.annotations.Nullable;

/**
 * What a memory region is at a time: registering it again makes another one.
 *
 * @param domain who may use it
 * @param segment the memory
 * @param access what may be done to it
 * @param arena what holds the memory, if it is to be freed with the region
 * @param address where it begins for work requests and peers
 * @param length in bytes
 * @param lkey the local key
 * @param rkey the remote key
 */
record Registration(
        ProtectionDomain domain,
        MemorySegment segment,
        Set<AccessFlag> access,
        @Nullable Arena arena,
        long address,
        long length,
        int lkey,
        int rkey) {

    /** What was registered, with the keys that the library put into the {@code ibv_mr}. */
    static Registration of(
            ProtectionDomain domain,
            MemorySegment segment,
            Set<AccessFlag> access,
            @Nullable Arena arena,
            long address,
            long length,
            long pointer) {
        return new Registration(
                domain,
                segment,
                access.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(access)),
                arena,
                access.contains(AccessFlag.ZERO_BASED) ? 0 : address,
                length,
                Memory.getInt(pointer + IbvMr.LKEY),
                Memory.getInt(pointer + IbvMr.RKEY));
    }

    /** Refuses memory that no device can use. */
    static void check(MemorySegment segment, Set<AccessFlag> access) {
        if (!segment.isNative() || segment.byteSize() == 0) {
            throw new IllegalArgumentException("only native memory can be registered: " + segment);
        }
        if (segment.isReadOnly() && access.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException("read-only memory with LOCAL_WRITE: " + segment);
        }
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("the arena of the memory is closed");
        }
    }

    /** What to throw when {@code ibv_reg_mr} refused it. */
    static VerbsException refused(
            ProtectionDomain domain, int errno, long length, Set<AccessFlag> access) {
        String call = "ibv_reg_mr";
        if (errno == Errno.EINVAL
                && access.contains(AccessFlag.ON_DEMAND)
                && !hasOnDemand(domain.context())) {
            return VerbsException.failed(
                    call,
                    Errno.EOPNOTSUPP,
                    "this device has no on-demand memory: register it without ON_DEMAND");
        }
        boolean locking = errno == Errno.ENOMEM || errno == Errno.EAGAIN || errno == Errno.EPERM;
        return VerbsException.failed(call, errno, locking ? LockedMemory.advice(length) : "");
    }

    private static boolean hasOnDemand(Context context) {
        return context.extendedAttributes()
                .map(attributes -> attributes.onDemand().isSupported())
                .orElse(false);
    }
}
