package org.jdapl.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.struct.MemoryConstants;
import org.jspecify.annotations.Nullable;

/** The call of {@code ibv_rereg_mr}, whose result tells what the region is after an error. */
final class Reregistration {
    private Reregistration() {}

    static void call(
            Context context,
            long region,
            @Nullable ProtectionDomain domain,
            @Nullable MemorySegment segment,
            @Nullable Set<AccessFlag> access) {
        int flags =
                (domain == null ? 0 : MemoryConstants.IBV_REREG_MR_CHANGE_PD)
                        | (segment == null ? 0 : MemoryConstants.IBV_REREG_MR_CHANGE_TRANSLATION)
                        | (access == null ? 0 : MemoryConstants.IBV_REREG_MR_CHANGE_ACCESS);
        CFunction.Outcome outcome =
                context.library()
                        .reregMr
                        .outcome(
                                region,
                                flags,
                                domain == null ? 0 : domain.pointer(),
                                segment == null ? 0 : segment.address(),
                                segment == null ? 0 : segment.byteSize(),
                                access == null ? 0 : AccessFlag.mask(access));
        int result = (int) outcome.result();
        // The old memory could not be given back to child processes; the region is the new one.
        if (result != 0 && result != MemoryConstants.IBV_REREG_MR_ERR_DO_FORK_OLD) {
            boolean usable =
                    result == MemoryConstants.IBV_REREG_MR_ERR_INPUT
                            || result == MemoryConstants.IBV_REREG_MR_ERR_DONT_FORK_NEW;
            int errno = outcome.errno() > 0 ? outcome.errno() : Errno.EIO;
            throw VerbsException.failed(
                    "ibv_rereg_mr",
                    errno,
                    usable ? "the region is as before" : "the region cannot be used any more");
        }
    }
}
