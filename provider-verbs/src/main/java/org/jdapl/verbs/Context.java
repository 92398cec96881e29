package org.jdapl.verbs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.DataPath;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvContext;

/**
 * An open device: {@code struct ibv_context}. Everything else is made from it.
 *
 * <p>Besides the queries it has the device's asynchronous events: what happens to ports and queues
 * apart from completions. A program that never takes them loses nothing but the news.
 *
 * <p>Thread-safe; several threads may wait for events, each event goes to one of them. Closing it
 * ends their waiting, and closes everything that was made from it, newest first.
 *
 * {@snippet :
 * try (Context context = Verbs.devices().getFirst().open()) {
 *     PortAttributes port = context.port(1);
 *     System.out.println(context.device().name() + " port 1 is " + port.state());
 * }
 * }
 */
public final class Context implements AutoCloseable {

    /** Contexts that other libraries opened. */
    private static final Map<Long, Context> ADOPTED = new ConcurrentHashMap<>();

    private final IbverbsLibrary library;
    private final Device device;
    private final long pointer;
    private final DataPath dataPath;
    private final DriverFunctions functions;
    private final Queries queries;
    private final AsyncEvents events;
    private final Lifetime lifetime;

    private Context(IbverbsLibrary library, Device device, long pointer, boolean adopted) {
        this.library = library;
        this.device = device;
        this.pointer = pointer;
        dataPath = DataPath.of(DriverOperations.of(pointer));
        functions = new DriverFunctions(pointer);
        queries = new Queries(library, functions, pointer);
        events = new AsyncEvents(library, pointer);
        lifetime = Lifetime.of("device " + device.name(), adopted ? this::leave : this::free);
        lifetime.onClosing(events::end);
    }

    static Context open(Device device) {
        IbverbsLibrary library = IbverbsLibrary.get();
        try (DeviceList list = DeviceList.get(library)) {
            long found =
                    list.find(device.name())
                            .orElseThrow(
                                    () ->
                                            VerbsException.of(
                                                    VerbsError.NO_DEVICE,
                                                    "ibv_open_device",
                                                    "there is no device " + device.name()));
            Device now = Device.read(library, found);
            long pointer = library.openDevice.pointerOrError(found);
            if (pointer < 0) {
                throw refused(now, (int) -pointer);
            }
            try {
                return new Context(library, now, pointer, false);
            } catch (RuntimeException | Error e) {
                long _ = library.closeDevice.call(pointer);
                throw e;
            }
        }
    }

    private static VerbsException refused(Device device, int errno) {
        String detail =
                errno == Errno.EACCES || errno == Errno.EPERM
                        ? "this user may not open " + device.filePath()
                        : device.filePath() + " could not be opened";
        return VerbsException.failed("ibv_open_device", errno, detail);
    }

    /**
     * The context of a device that another library opened and closes. The same object for the same
     * pointer, until it is closed, which leaves the device open.
     */
    static Context adopt(long pointer) {
        IbverbsLibrary library = IbverbsLibrary.get();
        return ADOPTED.computeIfAbsent(
                pointer, p -> new Context(library, Device.of(library, p), p, true));
    }

    private void free() {
        library.closeDevice.check(pointer);
        events.free();
    }

    private void leave() {
        ADOPTED.remove(pointer, this);
        events.free();
    }

    /**
     * The device that was opened.
     *
     * @return the device, as it was then
     */
    public Device device() {
        return device;
    }

    /**
     * What the device can: {@code ibv_query_device}.
     *
     * @return its attributes
     * @throws VerbsException if the context is closed, or the device has gone
     */
    public DeviceAttributes attributes() {
        try (var _ = lifetime.use("attributes")) {
            return queries.device();
        }
    }

    /**
     * What the device can beside that: {@code ibv_query_device_ex}.
     *
     * @return its attributes; empty if the driver or the library does not tell
     * @throws VerbsException if the context is closed, or the device has gone
     */
    public Optional<ExtendedDeviceAttributes> extendedAttributes() {
        try (var _ = lifetime.use("extendedAttributes")) {
            return queries.extended();
        }
    }

    /**
     * What a port can and how it is: {@code ibv_query_port}.
     *
     * @param port its number, from 1
     * @return its attributes now
     * @throws VerbsException {@code INVALID_ARGUMENT} if there is no such port; if the context is
     *     closed, or the device has gone
     */
    public PortAttributes port(int port) {
        try (var _ = lifetime.use("port")) {
            return queries.port(port);
        }
    }

    /**
     * An entry of a port's table of GIDs: {@code ibv_query_gid}.
     *
     * @param port its number, from 1
     * @param index from 0 to the table's length less one
     * @return the GID; {@link Gid#ZERO} where the entry is not used
     * @throws VerbsException if there is no such entry, the context is closed, or the device has
     *     gone
     */
    public Gid gid(int port, int index) {
        try (var _ = lifetime.use("gid")) {
            return queries.gid(port, index);
        }
    }

    /**
     * The used entries of the tables of GIDs of all ports: {@code ibv_query_gid_table}. Libraries
     * before rdma-core 32 do not tell the types and interfaces.
     *
     * @return the entries, by port and index
     * @throws VerbsException if the context is closed, or the device has gone
     */
    public List<GidEntry> gidTable() {
        try (var _ = lifetime.use("gidTable")) {
            return queries.gidTable();
        }
    }

    /**
     * An entry of a port's table of P_Keys: {@code ibv_query_pkey}.
     *
     * @param port its number, from 1
     * @param index from 0 to the table's length less one
     * @return the P_Key, 16 bits; 0xffff is the default partition, 0 an unused entry
     * @throws VerbsException if there is no such entry, the context is closed, or the device has
     *     gone
     */
    public int pkey(int port, int index) {
        try (var _ = lifetime.use("pkey")) {
            return queries.pkey(port, index);
        }
    }

    /**
     * How many interrupt vectors completion queues can choose from.
     *
     * @return the number
     * @throws VerbsException if the context is closed
     */
    public int completionVectors() {
        try (var _ = lifetime.use("completionVectors")) {
            return Memory.getInt(pointer + IbvContext.NUM_COMP_VECTORS);
        }
    }

    /**
     * Waits for an asynchronous event, takes it and acknowledges it: {@code ibv_get_async_event}
     * and {@code ibv_ack_async_event}.
     *
     * @param timeout how long
     * @return the event; empty if time ran out
     * @throws VerbsException {@link VerbsError#INTERRUPTED} if the thread is interrupted, whose
     *     status stays set; {@link VerbsError#CLOSED} if the context is closed; {@link
     *     VerbsError#NO_DEVICE} if the device has gone and there are no more events
     */
    public Optional<AsyncEvent> awaitAsyncEvent(Duration timeout) {
        try (var _ = lifetime.use("awaitAsyncEvent")) {
            return events.await(lifetime.name(), timeout);
        }
    }

    /**
     * Takes an asynchronous event if there is one, and acknowledges it.
     *
     * @return the event
     * @throws VerbsException {@link VerbsError#CLOSED} if the context is closed; {@link
     *     VerbsError#NO_DEVICE} if the device has gone and there are no more events
     */
    public Optional<AsyncEvent> pollAsyncEvent() {
        try (var _ = lifetime.use("pollAsyncEvent")) {
            return events.poll();
        }
    }

    /**
     * The descriptor, readable when there is an asynchronous event, for those who wait on many:
     * {@code poll}, {@code epoll}. It is the context's; do not close it.
     *
     * @return its number
     */
    public int asyncDescriptor() {
        return events.descriptor();
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
     * Closes everything that was made from it, newest first, then the device: {@code
     * ibv_close_device}. Waits for calls under way. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses to free one of them; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    IbverbsLibrary library() {
        return library;
    }

    DataPath dataPath() {
        return dataPath;
    }

    DriverFunctions functions() {
        return functions;
    }

    /** The handles that asynchronous events can name, by their pointers. */
    Map<Long, AutoCloseable> elements() {
        return events.elements();
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /**
     * The context, for a debugger.
     *
     * @return the device's name
     */
    @Override
    public String toString() {
        return lifetime.name();
    }
}
