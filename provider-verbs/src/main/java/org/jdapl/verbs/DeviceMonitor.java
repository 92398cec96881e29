package org.jdapl.verbs;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jdapl.verbs.DeviceChange.Action;
import org.jdapl.verbs.DeviceChange.Subject;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.NetlinkSocket;
import org.jdapl.verbs.handle.Deadline;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.handle.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Hears of RDMA devices that come and go, from the kernel itself: a netlink socket for {@code
 * uevent}s. It needs no right; in a network namespace of a container there may be silence.
 *
 * <p>It tells what has changed since it was opened. What there is tells {@link Verbs#devices};
 * {@linkplain #open open} first, then look, so that nothing falls between. A device that was added
 * can be opened a moment later, when its file is there.
 *
 * <p>Thread-safe; several threads may wait, each change goes to one of them. Closing it ends their
 * waiting.
 *
 * {@snippet :
 * try (DeviceMonitor monitor = DeviceMonitor.open()) {
 *     monitor.awaitChange(Duration.ofMinutes(1)).ifPresent(System.out::println);
 * }
 * }
 */
public final class DeviceMonitor implements AutoCloseable {

    /** The kernel's own limit is 2048 bytes and the names of variables. */
    private static final int LONGEST = 8192;

    private static final Map<String, Action> ACTIONS =
            Map.of(
                    "add", Action.ADDED,
                    "remove", Action.REMOVED,
                    "change", Action.CHANGED,
                    "move", Action.CHANGED);

    private static final Map<String, Subject> SUBJECTS =
            Map.of(
                    "infiniband", Subject.DEVICE,
                    "infiniband_verbs", Subject.FILE,
                    "infiniband_mad", Subject.MANAGEMENT_FILE);

    private final NetlinkSocket socket = new NetlinkSocket(NetlinkSocket.UEVENT, 1, LONGEST);
    private final Waiter waiter = new Waiter();
    private final Lifetime lifetime = Lifetime.of("device monitor", this::free);

    private DeviceMonitor() {
        lifetime.onClosing(waiter::end);
    }

    /**
     * Begins to listen.
     *
     * @return the monitor, which the caller owns
     * @throws VerbsException if the system refuses the socket, as some sandboxes do
     */
    public static DeviceMonitor open() {
        return new DeviceMonitor();
    }

    private void free() {
        socket.close();
        waiter.free();
    }

    /**
     * Waits for a change.
     *
     * @param timeout how long
     * @return the change; empty if time ran out
     * @throws VerbsException {@link VerbsError#INTERRUPTED} if the thread is interrupted, whose
     *     status stays set; {@link VerbsError#CLOSED} if it is closed
     */
    public Optional<DeviceChange> awaitChange(Duration timeout) {
        long deadlineNs = Deadline.after(timeout);
        try (var _ = lifetime.use("awaitChange")) {
            while (true) {
                Optional<DeviceChange> change = take();
                if (change.isPresent()
                        || !waiter.await(
                                "awaitChange", lifetime.name(), socket.descriptor(), deadlineNs)) {
                    return change;
                }
            }
        }
    }

    /**
     * Takes a change if there is one.
     *
     * @return the change
     * @throws VerbsException {@link VerbsError#CLOSED} if it is closed
     */
    public Optional<DeviceChange> pollChange() {
        try (var _ = lifetime.use("pollChange")) {
            return take();
        }
    }

    /**
     * The descriptor, readable when the kernel told of a change, for those who wait on many: {@code
     * poll}, {@code epoll}. Most changes are of other devices than RDMA's: {@link #pollChange}
     * takes them away. It is the monitor's; do not close it.
     *
     * @return its number
     */
    public int descriptor() {
        return socket.descriptor();
    }

    private synchronized Optional<DeviceChange> take() {
        for (OptionalInt got = socket.receive(); got.isPresent(); got = socket.receive()) {
            DeviceChange change =
                    got.getAsInt() == NetlinkSocket.OVERRUN
                            ? new DeviceChange(Action.OVERRUN, Subject.DEVICE, "")
                            : parse(Memory.bytes(socket.buffer(), got.getAsInt()));
            if (change != null) {
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    /**
     * Reads a message: {@code action@path}, then {@code NAME=value}, each ended by a zero.
     *
     * @return null if it is not about RDMA
     */
    static @Nullable DeviceChange parse(byte[] message) {
        @Nullable Action action = null;
        @Nullable Subject subject = null;
        String name = "";
        for (String part : new String(message, StandardCharsets.UTF_8).split("\0")) {
            int equals = part.indexOf('=');
            String value = part.substring(equals + 1);
            switch (equals < 0 ? "" : part.substring(0, equals)) {
                case "ACTION" -> action = ACTIONS.get(value);
                case "SUBSYSTEM" -> subject = SUBJECTS.get(value);
                case "DEVPATH" -> name = value.substring(value.lastIndexOf('/') + 1);
                default -> {} // the other facts can be read in /sys
            }
        }
        return action == null || subject == null ? null : new DeviceChange(action, subject, name);
    }

    /** Ends waiting and closes the socket. Closing twice does nothing. */
    @Override
    public void close() {
        lifetime.close();
    }

    /**
     * The monitor, for a debugger.
     *
     * @return its name
     */
    @Override
    public String toString() {
        return lifetime.name();
    }
}
