package org.jdapl.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.Struct;
import org.jdapl.verbs.struct.IbvContext;
import org.jdapl.verbs.struct.VerbsContext;

/**
 * The functions of the control path that stand in the tables of a context and are inline in C. The
 * newer ones are in the structure before it, which is as long as the library that made it says.
 */
final class DriverFunctions {
    /** What {@code abi_compat} has where there is such a structure: a pointer of ones only. */
    private static final long EXTENDED = -1;

    private final long context;

    /** Those of the {@code ibv_context} at an address. */
    DriverFunctions(long context) {
        this.context = context;
    }

    /**
     * A function of {@code struct ibv_context_ops}.
     *
     * @param member its name there, such as {@code bind_mw}
     * @return the function
     * @throws VerbsException if the driver lacks it
     */
    CFunction operation(String member) {
        return function(member, IbvContext.LAYOUT.offset("ops." + member))
                .orElseThrow(() -> missing(member));
    }

    /**
     * A function of {@code struct verbs_context}, if library and driver have it.
     *
     * @param member its name there, such as {@code advise_mr}
     */
    Optional<CFunction> find(String member) {
        if (Memory.getLong(context + IbvContext.ABI_COMPAT) != EXTENDED) {
            return Optional.empty();
        }
        Struct layout = VerbsContext.LAYOUT;
        // It grows at its beginning, so a member is found by how far it is from the end.
        long fromEnd = layout.size() - layout.offset(member);
        long begin = context - VerbsContext.CONTEXT;
        if (Memory.getLong(begin + VerbsContext.SZ) < fromEnd) {
            return Optional.empty();
        }
        return function(member, VerbsContext.LAYOUT.offset(member) - VerbsContext.CONTEXT);
    }

    /**
     * A function of {@code struct verbs_context}.
     *
     * @param member its name there, such as {@code advise_mr}
     * @return the function
     * @throws VerbsException if the library or the driver lacks it
     */
    CFunction get(String member) {
        return find(member).orElseThrow(() -> missing(member));
    }

    private Optional<CFunction> function(String member, long offset) {
        long address = Memory.getLong(context + offset);
        return address == Memory.NULL
                ? Optional.empty()
                : Optional.of(new CFunction("ibv_" + member, MemorySegment.ofAddress(address)));
    }

    private static VerbsException missing(String member) {
        return VerbsException.failed(
                "ibv_" + member, Errno.EOPNOTSUPP, "the driver of this device does not have it");
    }
}
