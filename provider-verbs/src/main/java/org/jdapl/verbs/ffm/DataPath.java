package org.jdapl.verbs.ffm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * The calls of the data path: functions of a driver, called by the address that stands in the
 * context's table. In C they are inline functions of {@code verbs.h}; there is no symbol for them.
 *
 * <p>They return their error, so {@code errno} is not read. Only polling is a critical call: it
 * never sleeps. Posting may (drivers without hardware make a system call of it), and a critical
 * call holds back every safepoint of the Java VM.
 */
public final class DataPath {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong POINTER = ValueLayout.JAVA_LONG;

    private static final FunctionDescriptor POSTING =
            FunctionDescriptor.of(INT, POINTER, POINTER, POINTER);
    private static final MethodHandle POST = handle(POSTING);
    private static final MethodHandle POST_BRIEFLY = handle(POSTING, Linker.Option.critical(false));
    private static final MethodHandle POLL =
            handle(
                    FunctionDescriptor.of(INT, POINTER, INT, POINTER),
                    Linker.Option.critical(false));
    private static final MethodHandle NOTIFY = handle(FunctionDescriptor.of(INT, POINTER, INT));

    /** Drivers that post by writing to memory and to the device. */
    private static final List<String> BRIEF =
            List.of(
                    "libmlx5",
                    "libmlx4",
                    "libmthca",
                    "libirdma",
                    "libbnxt_re",
                    "libcxgb4",
                    "libefa",
                    "liberdma",
                    "libhns",
                    "libmana",
                    "libocrdma",
                    "libqedr",
                    "libvmw_pvrdma");

    private DataPath() {}

    /**
     * Whether a driver posts without a system call, as those of hardware do, so that the call may
     * be a critical one. The file that its function is in tells which driver it is; of an unknown
     * one nothing is assumed. The system property {@code org.jdapl.verbs.brief} names one more.
     */
    public static boolean isBrief(MemorySegment post) {
        String path = Posix.fileOf(post.address());
        String file = path.substring(path.lastIndexOf('/') + 1);
        String more = System.getProperty("org.jdapl.verbs.brief", "");
        return BRIEF.stream().anyMatch(file::startsWith)
                || (!more.isEmpty() && file.startsWith(more));
    }

    @SuppressWarnings("restricted") // the functions are those of verbs.h
    private static MethodHandle handle(FunctionDescriptor descriptor, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(descriptor, options);
    }

    /**
     * {@code post_send}, {@code post_recv} and {@code post_srq_recv}.
     *
     * @param function its address
     * @param brief what {@link #isBrief} says of it
     * @param queue the {@code ibv_qp} or {@code ibv_srq}
     * @param first the first work request
     * @param refused where to write the address of the first one that was refused
     * @return 0, or the negative error number, whichever sign the driver gives it
     */
    public static int post(
            MemorySegment function, boolean brief, long queue, long first, long refused) {
        try {
            int result =
                    brief
                            ? (int) POST_BRIEFLY.invokeExact(function, queue, first, refused)
                            : (int) POST.invokeExact(function, queue, first, refused);
            return result > 0 ? -result : result;
        } catch (Throwable t) {
            throw Throwables.unexpected("post", t);
        }
    }

    /**
     * {@code poll_cq}.
     *
     * @param function its address
     * @param queue the {@code ibv_cq}
     * @param max how many
     * @param completions room for so many {@code ibv_wc}
     * @return how many came; negative: it failed
     */
    public static int poll(MemorySegment function, long queue, int max, long completions) {
        try {
            return (int) POLL.invokeExact(function, queue, max, completions);
        } catch (Throwable t) {
            throw Throwables.unexpected("poll_cq", t);
        }
    }

    /**
     * {@code req_notify_cq}.
     *
     * @param function its address
     * @param queue the {@code ibv_cq}
     * @param solicitedOnly 1 for solicited completions and errors only
     * @return 0, or the error number
     */
    public static int requestNotification(MemorySegment function, long queue, int solicitedOnly) {
        try {
            return (int) NOTIFY.invokeExact(function, queue, solicitedOnly);
        } catch (Throwable t) {
            throw Throwables.unexpected("req_notify_cq", t);
        }
    }
}
