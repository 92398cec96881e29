package org.jdapl.verbs.ffm;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls of the data path of one driver: functions that stand in the tables of its contexts. In
 * C they are inline functions of {@code verbs.h}; there is no symbol for them.
 *
 * <p>Each driver has a class of its own, a hidden one made from {@link DriverDataPath}, in which
 * the addresses are constants: the compiler then neither loads nor checks them, which is a fifth of
 * what a call costs in Java. A process has as many of them as it has drivers.
 *
 * <p>The functions return their error, so {@code errno} is not read. Polling is a critical call: it
 * never sleeps. Posting may (drivers without hardware make a system call of it), and a critical
 * call holds back every safepoint of the Java VM; so it is one only where {@link #isBrief}.
 */
public abstract class DataPath {
    private static final Map<Functions, DataPath> KNOWN = new ConcurrentHashMap<>();

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

    /**
     * The functions of a driver.
     *
     * @param postSend {@code post_send}
     * @param postReceive {@code post_recv}
     * @param postSharedReceive {@code post_srq_recv}
     * @param poll {@code poll_cq}
     * @param requestNotification {@code req_notify_cq}
     * @param brief whether posting is a critical call, see {@link #isBrief}
     */
    public record Functions(
            MemorySegment postSend,
            MemorySegment postReceive,
            MemorySegment postSharedReceive,
            MemorySegment poll,
            MemorySegment requestNotification,
            boolean brief) {}

    DataPath() {}

    /** The calls of a driver; the same for each of its contexts. */
    public static DataPath of(Functions functions) {
        return KNOWN.computeIfAbsent(functions, DataPath::make);
    }

    private static DataPath make(Functions functions) {
        try (InputStream in = DataPath.class.getResourceAsStream("DriverDataPath.class")) {
            if (in == null) {
                throw new IllegalStateException("the class file of DriverDataPath is missing");
            }
            MethodHandles.Lookup driver =
                    MethodHandles.lookup()
                            .defineHiddenClassWithClassData(in.readAllBytes(), functions, true);
            return (DataPath)
                    driver.findConstructor(driver.lookupClass(), MethodType.methodType(void.class))
                            .invoke();
        } catch (Throwable t) {
            throw Throwables.unexpected("DriverDataPath", t);
        }
    }

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

    /**
     * {@code post_send}.
     *
     * @param queue the {@code ibv_qp}
     * @param first the first work request
     * @param refused where to write the address of the first one that was refused
     * @return 0, or the negative error number, whichever sign the driver gives it
     */
    public abstract int postSend(long queue, long first, long refused);

    /** {@code post_recv}: as {@link #postSend}. */
    public abstract int postReceive(long queue, long first, long refused);

    /** {@code post_srq_recv} to an {@code ibv_srq}: as {@link #postSend}. */
    public abstract int postSharedReceive(long queue, long first, long refused);

    /**
     * {@code poll_cq}.
     *
     * @param queue the {@code ibv_cq}
     * @param max how many
     * @param completions room for so many {@code ibv_wc}
     * @return how many came; negative: it failed
     */
    public abstract int poll(long queue, int max, long completions);

    /**
     * {@code req_notify_cq}.
     *
     * @param queue the {@code ibv_cq}
     * @param solicitedOnly 1 for solicited completions and errors only
     * @return 0, or the error number
     */
    public abstract int requestNotification(long queue, int solicitedOnly);
}
