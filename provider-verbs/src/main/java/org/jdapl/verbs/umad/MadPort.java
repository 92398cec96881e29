package org.jdapl.verbs.umad;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Optional;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction.Outcome;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.handle.Waiter;

/**
 * An open port, at which agents send and receive MADs: {@code umad_open_port}.
 *
 * <p>All agents of a port share its queue of arrived MADs, as {@code umad_recv} has it; a program
 * that wants them apart opens the port once for each.
 *
 * <p>Thread-safe. Closing it closes its agents and ends a wait in {@link #receive} with {@link
 * VerbsError#CLOSED}; closing it twice does nothing.
 */
public final class MadPort implements AutoCloseable {
    private static final long AGENT = UmadStructs.USER_MAD.offset("agent_id");
    private static final long STATUS = UmadStructs.USER_MAD.offset("status");
    private static final long LENGTH = UmadStructs.USER_MAD.offset("length");
    private static final long ADDRESS = UmadStructs.USER_MAD.offset("addr");

    /** What precedes the MAD. */
    static final long PREFIX = UmadStructs.USER_MAD.size();

    private static final int ENOSPC = 28;
    private static final int MAX_LENGTH = 16 << 20;

    private static final Duration FOREVER = Duration.ofDays(365);

    /** How long a look by the library's own poll lasts, between looks at interruption and end. */
    private static final int SLICE_MS = 10;

    private final UmadLibrary library;
    private final String device;
    private final int number;
    private final int portId;
    private final int descriptor;
    private final Lifetime lifetime;
    private final Waiter waiter = new Waiter();

    private MadPort(UmadLibrary library, String device, int number, int portId) {
        this.library = library;
        this.device = device;
        this.number = number;
        this.portId = portId;
        this.descriptor = (int) library.getFd.call(portId);
        this.lifetime = Lifetime.of("management port " + device + "/" + number, this::free);
        lifetime.onClosing(waiter::end);
    }

    /**
     * Opens a port.
     *
     * @param device the channel adapter's name, such as {@code mlx5_0}
     * @param number the port's number, from 1
     * @return the open port
     * @throws VerbsException {@link VerbsError#NO_DEVICE} if there is no such port or the kernel
     *     module {@code ib_umad} is not loaded, {@link VerbsError#NO_PERMISSION} if this user may
     *     not open {@code /dev/infiniband/umad*}, {@link VerbsError#UNAVAILABLE} without libibumad
     */
    public static MadPort open(String device, int number) {
        UmadLibrary library = UmadLibrary.get();
        try (Arena arena = Arena.ofConfined()) {
            long name = Umad.name(arena, device);
            Outcome opened = library.openPort.outcome(name, number);
            int portId = (int) opened.result();
            if (portId < 0) {
                throw refused(library, device + " port " + number, opened);
            }
            boolean kept = false;
            try {
                if (library.size.call() != PREFIX) {
                    throw VerbsException.failed(
                            library.openPort.name(),
                            Errno.EOPNOTSUPP,
                            "the kernel's MADs have no P_Key index: Linux 2.6.24 is the oldest");
                }
                MadPort port = new MadPort(library, device, number, portId);
                kept = true;
                return port;
            } finally {
                if (!kept) {
                    library.closePort.call(portId);
                }
            }
        }
    }

    /**
     * Opens the first port that is active, as the command-line tools do.
     *
     * @return the open port
     * @throws VerbsException as {@link #open}; {@link VerbsError#NO_DEVICE} too if no port is
     *     active
     */
    public static MadPort openFirstActive() {
        CaPort port = Umad.firstActivePort();
        return open(port.caName(), port.number());
    }

    private static VerbsException refused(UmadLibrary library, String what, Outcome opened) {
        int errno = UmadLibrary.errno(opened);
        String detail =
                switch (VerbsError.of(errno)) {
                    case NO_PERMISSION ->
                            what
                                    + ": this user may not open /dev/infiniband/umad*, which is"
                                    + " root's unless a udev rule says otherwise";
                    case NO_DEVICE, INVALID_ARGUMENT ->
                            what
                                    + ": there is no such port, or the kernel module ib_umad is"
                                    + " not loaded (modprobe ib_umad)";
                    default -> what;
                };
        return VerbsException.failed(library.openPort.name(), errno, detail);
    }

    /**
     * The channel adapter's name.
     *
     * @return its name
     */
    public String device() {
        return device;
    }

    /**
     * The port's number.
     *
     * @return from 1
     */
    public int number() {
        return number;
    }

    /**
     * Whether it can be used.
     *
     * @return false once it is being closed
     */
    public boolean isOpen() {
        return lifetime.isOpen();
    }

    /**
     * Registers an agent: {@code umad_register2}, or {@code umad_register} and {@code
     * umad_register_oui} of older versions.
     *
     * @param registration the MADs that it sends and answers
     * @return the agent
     * @throws VerbsException {@link VerbsError#CLOSED}, {@link VerbsError#INVALID_ARGUMENT} for a
     *     class or a version that the kernel does not take, {@link VerbsError#BUSY} or {@link
     *     VerbsError#INVALID_ARGUMENT} if another agent answers the same methods, {@link
     *     VerbsError#NOT_SUPPORTED} for {@code userRmpp} with an old library
     */
    public MadAgent register(AgentRegistration registration) {
        try (var _ = lifetime.use("register")) {
            return MadAgent.register(library, portId, lifetime, registration);
        }
    }

    /**
     * Waits for a MAD to one of this port's agents: {@code umad_recv}. A question that nobody
     * answered comes back here too, with its {@link ReceivedMad#errno}.
     *
     * @param timeout how long at most; zero: only looks; a year or more: without end
     * @return what came; empty if nothing came in this time
     * @throws VerbsException {@link VerbsError#CLOSED} when the port is closed, before or while
     *     waiting; {@link VerbsError#INTERRUPTED} (the status stays set); {@link
     *     VerbsError#NO_DEVICE} if the device has gone away
     */
    public Optional<ReceivedMad> receive(Duration timeout) {
        long deadlineNs = deadline(timeout);
        int length = Mad.LENGTH;
        try (var _ = lifetime.use("receive")) {
            while (waiter.await("receive", lifetime.name(), descriptor, deadlineNs)) {
                try (Arena arena = Arena.ofConfined()) {
                    long mad = arena.allocate(PREFIX + length, 8).address();
                    long lengths = arena.allocate(Integer.BYTES, Integer.BYTES).address();
                    Memory.putInt(lengths, length);
                    Outcome outcome = library.receive.outcome(portId, mad, lengths, 0);
                    int found = Memory.getInt(lengths);
                    if ((int) outcome.result() >= 0) {
                        return Optional.of(copy(mad, found));
                    }
                    int errno = UmadLibrary.errno(outcome);
                    if (errno == ENOSPC && found > length && found <= MAX_LENGTH) {
                        length = found; // it waits for a larger buffer
                    } else if (errno != Errno.EAGAIN && errno != Errno.EINTR) {
                        throw VerbsException.failed(library.receive.name(), errno, lifetime.name());
                    } else if (!poll(deadlineNs)) {
                        return Optional.empty();
                    }
                }
            }
            return Optional.empty();
        }
    }

    private static long deadline(Duration timeout) {
        return timeout.compareTo(FOREVER) >= 0
                ? Long.MAX_VALUE
                : System.nanoTime() + Math.max(0, timeout.toNanos());
    }

    /**
     * The system said that there was something, and there was nothing: another thread was faster;
     * or the library's descriptors are simulated (by libumad2sim), of which the system knows
     * nothing. So the library itself is asked, for a moment.
     *
     * @return false: time ran out
     */
    private boolean poll(long deadlineNs) {
        long leftNs = deadlineNs - System.nanoTime();
        if (deadlineNs != Long.MAX_VALUE && leftNs <= 0) {
            return false;
        }
        long leftMs = deadlineNs == Long.MAX_VALUE ? SLICE_MS : (leftNs + 999_999) / 1_000_000;
        var _ = library.poll.outcome(portId, Math.min(SLICE_MS, leftMs));
        return true;
    }

    private static ReceivedMad copy(long mad, int length) {
        return new ReceivedMad(
                Memory.getInt(mad + AGENT),
                Memory.getInt(mad + STATUS),
                MadAddress.at(mad + ADDRESS),
                Mad.copyOf(Memory.bytes(mad + PREFIX, Math.max(length, Mad.HEADER_LENGTH))));
    }

    /** Puts a MAD after its prefix. */
    static void put(long place, MadAddress to, byte[] mad) {
        to.putAt(place + ADDRESS);
        Memory.putInt(place + LENGTH, mad.length);
        Memory.putBytes(place + PREFIX, mad);
    }

    private void free() {
        library.closePort.check(portId);
        waiter.free();
    }

    /**
     * Unregisters its agents and closes it: {@code umad_close_port}.
     *
     * @throws VerbsException if the kernel refused to unregister an agent; the port stays open
     */
    @Override
    public void close() {
        lifetime.close();
    }

    @Override
    public String toString() {
        return lifetime.name();
    }
}
