package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_OPTION_ID;
import static org.jdapl.verbs.struct.DeviceConstants.IBV_EVENT_COMM_EST;

import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jdapl.verbs.cm.struct.RdmaAddr;
import org.jdapl.verbs.cm.struct.RdmaCmId;
import org.jdapl.verbs.cm.struct.RdmaRoute;
import org.jdapl.verbs.cm.struct.SockaddrIn6;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.RdmacmLibrary;
import org.jdapl.verbs.handle.Lifetime;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection, or one that listens: {@code struct rdma_cm_id}, the socket of RDMA.
 *
 * <p>A client resolves an address, then a route, makes a queue pair, and connects. A server binds
 * and listens; each request brings a new identifier, on which it makes a queue pair and accepts, or
 * which it rejects. Each step is answered by an event on the {@link EventChannel}.
 *
 * <pre>
 *   create --resolveAddress--> ADDR_RESOLVED --resolveRoute--> ROUTE_RESOLVED --connect--> ESTABLISHED
 *   create --bind, listen--> CONNECT_REQUEST (a new one) --accept--> ESTABLISHED
 *   ESTABLISHED --disconnect, here or there--> DISCONNECTED
 * </pre>
 *
 * <p>From the moment that its address is resolved, or it came with a request, or it was bound to an
 * address that is a device's, it belongs to that device; its protection domain and queues have to be
 * made on its context.
 *
 * <p>Thread-safe; calls on one identifier are made one after the other. Closing it closes its queue
 * pair; it is also closed with its channel. Nothing that the other side does or leaves undone can
 * keep it from closing.
 */
public final class ConnectionId implements AutoCloseable {
    private static final AtomicLong SERIALS = new AtomicLong();
    private static final AtomicLong JOINS = new AtomicLong();

    /** All that are open, by the library's pointer; changed with the channel's lock held. */
    private static final Map<Long, ConnectionId> BY_POINTER = new ConcurrentHashMap<>();

    private final RdmacmLibrary library;
    private final long pointer;
    private final PortSpace portSpace;
    private final Lifetime lifetime;
    private final Map<Long, InetSocketAddress> joins = new ConcurrentHashMap<>();

    /** Held during a call of the library. Taken before the channel's lock, never after it. */
    private final ReentrantLock calls = new ReentrantLock();

    /** Changed with {@link #calls} and the locks of both channels held. */
    private volatile EventChannel channel;

    private volatile @Nullable Object attachment;

    private ConnectionId(EventChannel channel, long pointer, PortSpace portSpace) {
        this.library = channel.library();
        this.channel = channel;
        this.pointer = pointer;
        this.portSpace = portSpace;
        lifetime = Lifetime.of("connection identifier " + SERIALS.incrementAndGet(), this::free);
        BY_POINTER.put(pointer, this);
        channel.add(this);
    }

    /**
     * Makes an identifier: {@code rdma_create_id}.
     *
     * @param channel where its events go
     * @param portSpace what kind of service it is for
     * @return the identifier, which the caller owns
     * @throws VerbsException if the channel is closed, or the kernel has no memory for it
     */
    public static ConnectionId create(EventChannel channel, PortSpace portSpace) {
        try (var _ = channel.lifetime().use("ConnectionId.create");
                Arena arena = Arena.ofConfined()) {
            long out = arena.allocate(Long.BYTES, Long.BYTES).address();
            channel.library()
                    .createId
                    .check(channel.pointer(), out, Memory.NULL, portSpace.value());
            return new ConnectionId(channel, Memory.getLong(out), portSpace);
        }
    }

    /** The identifier of a request that was just taken; the channel's lock is held. */
    static ConnectionId child(long pointer, ConnectionId listener) {
        ConnectionId child = new ConnectionId(listener.channel, pointer, listener.portSpace);
        child.attachment = listener.attachment;
        return child;
    }

    /** The open identifier that the library knows by a pointer; its channel's lock is held. */
    static ConnectionId of(long pointer) {
        return Objects.requireNonNull(BY_POINTER.get(pointer), "an event of a closed identifier");
    }

    /** The group of a join that is under way or done. */
    @Nullable InetSocketAddress joined(long key) {
        return joins.get(key);
    }

    /**
     * Gives it a local address: {@code rdma_bind_addr}. With an address of a device it belongs to
     * that device from now on; with a wildcard it stands for all.
     *
     * @param local address and port; port 0: any that is free
     * @throws VerbsException {@link VerbsError#ADDRESS_IN_USE} if another identifier has the port;
     *     {@link VerbsError#ADDRESS_NOT_AVAILABLE} or {@link VerbsError#NO_DEVICE} if no device has
     *     the address; {@link VerbsError#INVALID_ARGUMENT} if it is bound already; {@link
     *     VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the address is unresolved
     */
    public void bind(InetSocketAddress local) {
        try (Arena arena = Arena.ofConfined()) {
            call("bind", library.bindAddr, sockaddr(arena, local));
        }
    }

    /**
     * Waits for connection requests, or for look-ups of a datagram service: {@code rdma_listen}. It
     * must be bound.
     *
     * @param backlog how many requests may be pending, at the most; 0: as the system has it
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if it is in no state to listen;
     *     {@link VerbsError#ADDRESS_IN_USE} if somebody else listens there; {@link
     *     VerbsError#CLOSED} if it is closed
     */
    public void listen(int backlog) {
        call("listen", library.listen, backlog);
    }

    /**
     * Looks for the device and the address by which a destination is reached: {@code
     * rdma_resolve_addr}. The answer is {@link CmEventType#ADDR_RESOLVED} or {@link
     * CmEventType#ADDR_ERROR}, within the time.
     *
     * @param source the local address; null: what the routing table says
     * @param destination who is to be reached
     * @param timeout how long to look, 1 ms to 24 days
     * @throws VerbsException {@link VerbsError#ADDRESS_NOT_AVAILABLE} or {@link
     *     VerbsError#NO_DEVICE} if it is clear at once that there is no way; {@link
     *     VerbsError#INVALID_ARGUMENT} if it was resolved before; {@link VerbsError#CLOSED} if it
     *     is closed
     * @throws IllegalArgumentException if an address is unresolved or the time out of range
     */
    public void resolveAddress(
            @Nullable InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        try (Arena arena = Arena.ofConfined()) {
            long from = source == null ? Memory.NULL : sockaddr(arena, source);
            call(
                    "resolveAddress",
                    library.resolveAddr,
                    from,
                    sockaddr(arena, destination),
                    millis(timeout));
        }
    }

    /**
     * Looks for the path to the destination: {@code rdma_resolve_route}. The address must be
     * resolved. The answer is {@link CmEventType#ROUTE_RESOLVED} or {@link CmEventType#ROUTE_ERROR},
     * within the time.
     *
     * @param timeout how long to look, 1 ms to 24 days
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the address is not resolved;
     *     {@link VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the time is out of range
     */
    public void resolveRoute(Duration timeout) {
        callOnDevice("resolveRoute", library.resolveRoute, millis(timeout));
    }

    /**
     * Asks the other side for a connection, or for a datagram service's address: {@code
     * rdma_connect}. The route must be resolved. The answer is {@link CmEventType#ESTABLISHED},
     * {@link CmEventType#REJECTED}, {@link CmEventType#UNREACHABLE} or {@link
     * CmEventType#CONNECT_ERROR}; without a queue pair of this identifier {@link
     * CmEventType#CONNECT_RESPONSE}.
     *
     * <p>A driver of iWARP may make its TCP connection in the call; where nobody answers, that takes
     * as long as TCP tries, some two minutes by Linux's default.
     *
     * @param parameters what to ask for
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the route is not resolved, or
     *     more is asked for than the device or the transport has; {@link VerbsError#CLOSED} if it is
     *     closed; or as the driver finds
     */
    public void connect(ConnectionParameters parameters) {
        try (Arena arena = Arena.ofConfined()) {
            callOnDevice("connect", library.connect, parameters.write(arena));
        }
    }

    /**
     * Completes a connection for a queue pair that the identifier does not know, after {@link
     * CmEventType#CONNECT_RESPONSE}: {@code rdma_establish}.
     *
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the identifier has a queue pair
     *     or waits for no such thing; {@link VerbsError#CLOSED} if it is closed
     */
    public void establish() {
        callOnDevice("establish", library.establish);
    }

    /**
     * Accepts a connection request: {@code rdma_accept}. {@link CmEventType#ESTABLISHED} follows,
     * for a datagram service nothing. Receives should have been posted before.
     *
     * @param parameters what to grant
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if it is not of a request that
     *     waits, or more is granted than the device or the transport has; {@link
     *     VerbsError#DISCONNECTED} if the other side gave up; {@link VerbsError#CLOSED} if it is
     *     closed
     */
    public void accept(ConnectionParameters parameters) {
        try (Arena arena = Arena.ofConfined()) {
            callOnDevice("accept", library.accept, parameters.write(arena));
        }
    }

    /**
     * Refuses a connection request: {@code rdma_reject}. The identifier still has to be closed.
     *
     * @param privateData why, for the other program; as many bytes as the transport takes, see
     *     {@link ConnectionParameters.Builder#privateData}
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if it is not of a request that
     *     waits, or the transport takes less; {@link VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the bytes are more than {@value
     *     ConnectionParameters#MAX_PRIVATE_DATA_BYTES}
     */
    public void reject(byte... privateData) {
        if (privateData.length > ConnectionParameters.MAX_PRIVATE_DATA_BYTES) {
            throw new IllegalArgumentException("privateData.length=" + privateData.length);
        }
        try (Arena arena = Arena.ofConfined()) {
            long data = Memory.NULL;
            if (privateData.length > 0) {
                data = arena.allocate(privateData.length).address();
                Memory.putBytes(data, privateData);
            }
            callOnDevice("reject", library.reject, data, privateData.length);
        }
    }

    /**
     * Ends a connection: {@code rdma_disconnect}. Work that is under way is flushed. Both sides get
     * {@link CmEventType#DISCONNECTED}; the other one answers by disconnecting too.
     *
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if there is none; {@link
     *     VerbsError#CLOSED} if it is closed
     */
    public void disconnect() {
        callOnDevice("disconnect", library.disconnect);
    }

    /**
     * Tells the library that data came on the queue pair before the connection was known to be
     * there, the asynchronous event COMM_EST: {@code rdma_notify}. Only needed if {@link
     * CmEventType#ESTABLISHED} should never come.
     *
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} or {@link VerbsError#DISCONNECTED}
     *     if it is not about to be connected; {@link VerbsError#CLOSED} if it is closed
     */
    public void notifyCommunicationEstablished() {
        callOnDevice("notifyCommunicationEstablished", library.notifyEvent, IBV_EVENT_COMM_EST);
    }

    /**
     * Joins a multicast group, and attaches the queue pair of this identifier to it: {@code
     * rdma_join_multicast}. The answer is {@link CmEventType#MULTICAST_JOIN} or {@link
     * CmEventType#MULTICAST_ERROR}, with the group.
     *
     * @param group the group's address
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the identifier belongs to no
     *     device yet, or is of no port space for datagrams; {@link VerbsError#NOT_SUPPORTED} if the
     *     device has none; {@link VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the address is unresolved
     */
    public void joinMulticast(InetSocketAddress group) {
        joinMulticast(group, MulticastMembership.FULL_MEMBER);
    }

    /**
     * Joins a multicast group: {@code rdma_join_multicast_ex}. The answer is {@link
     * CmEventType#MULTICAST_JOIN} or {@link CmEventType#MULTICAST_ERROR}, with the group.
     *
     * @param group the group's address
     * @param membership whether to receive too
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the identifier belongs to no
     *     device yet, or is of no port space for datagrams; {@link VerbsError#NOT_SUPPORTED} if the
     *     device or the fabric lacks it; {@link VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the address is unresolved
     */
    public void joinMulticast(InetSocketAddress group, MulticastMembership membership) {
        long key = JOINS.incrementAndGet();
        joins.put(key, group);
        boolean done = false;
        try (Arena arena = Arena.ofConfined()) {
            call(
                    "joinMulticast",
                    library.joinMulticastEx,
                    membership.attributes(arena, sockaddr(arena, group)),
                    key);
            done = true;
        } finally {
            if (!done) {
                joins.remove(key);
            }
        }
    }

    /**
     * Leaves a multicast group, or gives up joining it: {@code rdma_leave_multicast}. Closing leaves
     * all groups.
     *
     * @param group the group's address, as it was joined
     * @throws VerbsException {@link VerbsError#ADDRESS_NOT_AVAILABLE} if it was not joined; {@link
     *     VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the address is unresolved
     */
    public void leaveMulticast(InetSocketAddress group) {
        try (var _ = lifetime.use("leaveMulticast");
                Arena arena = Arena.ofConfined()) {
            long sockaddr = sockaddr(arena, group);
            // The library frees the join, which an event that is being taken may point to.
            withChannel(() -> library.leaveMulticast.check(pointer, sockaddr));
            joins.values().remove(group);
        }
    }

    /**
     * Sets an option: {@code rdma_set_option}.
     *
     * @param option which
     * @param value its value, see there
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if it comes too late; {@link
     *     VerbsError#NOT_SUPPORTED} if the kernel does not know it; {@link VerbsError#CLOSED} if it
     *     is closed
     * @throws IllegalArgumentException if the value is out of range
     */
    public void setOption(ConnectionOption option, int value) {
        try (Arena arena = Arena.ofConfined()) {
            long bytes = option.write(arena, value);
            call(
                    "setOption",
                    library.setOption,
                    RDMA_OPTION_ID,
                    option.number(),
                    bytes,
                    option.size());
        }
    }

    /**
     * Moves it to another channel: {@code rdma_migrate_id}. Events that nobody took yet move too;
     * when this returns, no more of its events come on the old one.
     *
     * @param to the channel
     * @throws VerbsException {@link VerbsError#CLOSED} if it, or one of the channels, is closed
     */
    public void migrate(EventChannel to) {
        try (var _ = lifetime.use("migrate")) {
            calls.lock();
            try {
                EventChannel from = channel;
                if (from == to) {
                    return;
                }
                try (var _ = from.lifetime().use("migrate");
                        var _ = to.lifetime().use("migrate")) {
                    boolean inOrder = from.serial() < to.serial();
                    locked(inOrder ? from : to, inOrder ? to : from, () -> move(from, to));
                }
            } finally {
                calls.unlock();
            }
        }
    }

    private void move(EventChannel from, EventChannel to) {
        library.migrateId.check(pointer, to.pointer());
        from.remove(this);
        to.add(this);
        channel = to;
    }

    private static void locked(EventChannel first, EventChannel second, Runnable action) {
        first.lock().lock();
        try {
            second.lock().lock();
            try {
                action.run();
            } finally {
                second.lock().unlock();
            }
        } finally {
            first.lock().unlock();
        }
    }

    /**
     * The channel where its events go.
     *
     * @return the channel
     */
    public EventChannel channel() {
        return channel;
    }

    /**
     * What kind of service it is for.
     *
     * @return the port space
     */
    public PortSpace portSpace() {
        return portSpace;
    }

    /**
     * Remembers an object of the program, as {@code rdma_cm_id}'s context does. The identifier of a
     * request begins with its listener's.
     *
     * @param object what to remember; null: nothing
     */
    public void attach(@Nullable Object object) {
        attachment = object;
    }

    /**
     * What {@link #attach} remembered.
     *
     * @return the object, or null
     */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * The local address and port: {@code rdma_get_local_addr}, {@code rdma_get_src_port}.
     *
     * @return the address; nothing before it is bound or resolved
     * @throws VerbsException {@link VerbsError#CLOSED} if it is closed
     */
    public Optional<InetSocketAddress> localAddress() {
        return address("localAddress", RdmaAddr.SRC);
    }

    /**
     * The other side's address and port: {@code rdma_get_peer_addr}, {@code rdma_get_dst_port}.
     *
     * @return the address; nothing while there is none
     * @throws VerbsException {@link VerbsError#CLOSED} if it is closed
     */
    public Optional<InetSocketAddress> peerAddress() {
        return address("peerAddress", RdmaAddr.DST);
    }

    private Optional<InetSocketAddress> address(String call, long offset) {
        try (var _ = lifetime.use(call)) {
            return Optional.ofNullable(
                    SocketAddresses.read(pointer + RdmaCmId.ROUTE + RdmaRoute.ADDR + offset));
        }
    }

    /**
     * The port of the device that it belongs to.
     *
     * @return from 1; 0 while it belongs to none
     * @throws VerbsException {@link VerbsError#CLOSED} if it is closed
     */
    public int portNumber() {
        try (var _ = lifetime.use("portNumber")) {
            return Byte.toUnsignedInt(Memory.getByte(pointer + RdmaCmId.PORT_NUM));
        }
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
     * Ends what is under way, a connection or waiting for one, closes the queue pair, and frees it:
     * {@code rdma_destroy_id}. Events of it that nobody took are gone. Waits for calls of other
     * threads. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        withChannel(
                () -> {
                    library.destroyId.check(pointer);
                    BY_POINTER.remove(pointer);
                    channel.remove(this);
                });
    }

    /** Makes a call of the library on this identifier. */
    private void call(String method, CFunction function, long... arguments) {
        try (var _ = lifetime.use(method)) {
            calls.lock();
            try {
                function.check(withPointer(arguments));
            } finally {
                calls.unlock();
            }
        }
    }

    /** The same, for calls in which the library relies on the device's being known. */
    private void callOnDevice(String method, CFunction function, long... arguments) {
        try (var _ = lifetime.use(method)) {
            calls.lock();
            try {
                if (Memory.getLong(pointer + RdmaCmId.VERBS) == Memory.NULL) {
                    throw VerbsException.of(
                            VerbsError.INVALID_ARGUMENT,
                            function.name(),
                            "it belongs to no device yet: resolve an address first");
                }
                function.check(withPointer(arguments));
            } finally {
                calls.unlock();
            }
        }
    }

    private long[] withPointer(long... arguments) {
        long[] all = new long[arguments.length + 1];
        all[0] = pointer;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return all;
    }

    /** Does something while no event is taken from the channel, and no other call made. */
    private void withChannel(Runnable action) {
        calls.lock();
        try {
            EventChannel mine = channel;
            mine.lock().lock();
            try {
                action.run();
            } finally {
                mine.lock().unlock();
            }
        } finally {
            calls.unlock();
        }
    }

    private static long sockaddr(Arena arena, InetSocketAddress address) {
        long to = arena.allocate(SockaddrIn6.STORAGE_SIZE, 8).address();
        SocketAddresses.write(to, address);
        return to;
    }

    private static int millis(Duration timeout) {
        if (timeout.compareTo(Duration.ofMillis(1)) < 0
                || timeout.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("timeout=" + timeout);
        }
        return (int) timeout.toMillis();
    }

    /**
     * The identifier, for a debugger.
     *
     * @return its number in this process
     */
    @Override
    public String toString() {
        return lifetime.name();
    }
}
