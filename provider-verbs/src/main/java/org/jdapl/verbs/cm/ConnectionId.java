package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.RDMA_OPTION_ID;
import static org.jdapl.verbs.struct.DeviceConstants.IBV_EVENT_COMM_EST;

import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.access.HandleAccess;
import org.jdapl.verbs.cm.struct.RdmaAddr;
import org.jdapl.verbs.cm.struct.RdmaCmId;
import org.jdapl.verbs.cm.struct.RdmaRoute;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.RdmacmLibrary;
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
 * address that is a device's, it belongs to that device; its protection domain and queues have to
 * be made on {@linkplain #context its context}.
 *
 * <p>Thread-safe; calls on one identifier are made one after the other. Closing it closes its queue
 * pair; it is also closed with its channel. Nothing that the other side does or leaves undone can
 * keep it from closing.
 */
public final class ConnectionId implements AutoCloseable {
    private static final AtomicLong JOINS = new AtomicLong();

    private final NativeId id;
    private final RdmacmLibrary library;
    private final PortSpace portSpace;
    private volatile @Nullable Object attachment;

    private ConnectionId(EventChannel channel, long pointer, PortSpace portSpace) {
        this.library = channel.library();
        this.portSpace = portSpace;
        id = new NativeId(this, channel, pointer);
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
            ConnectionId id = new ConnectionId(channel, Memory.getLong(out), portSpace);
            id.id.enrol();
            return id;
        }
    }

    /** The identifier of a request that was just taken; the channel's lock is held. */
    static ConnectionId child(long pointer, ConnectionId listener) {
        ConnectionId child = new ConnectionId(listener.channel(), pointer, listener.portSpace);
        child.attachment = listener.attachment;
        child.id.enrol();
        return child;
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
            id.call("bind", library.bindAddr, SocketAddresses.allocate(arena, local));
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
        id.call("listen", library.listen, backlog);
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
            long from = source == null ? Memory.NULL : SocketAddresses.allocate(arena, source);
            id.call(
                    "resolveAddress",
                    library.resolveAddr,
                    from,
                    SocketAddresses.allocate(arena, destination),
                    millis(timeout));
        }
    }

    /**
     * Looks for the path to the destination: {@code rdma_resolve_route}. The address must be
     * resolved. The answer is {@link CmEventType#ROUTE_RESOLVED} or {@link
     * CmEventType#ROUTE_ERROR}, within the time.
     *
     * @param timeout how long to look, 1 ms to 24 days
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the address is not resolved;
     *     {@link VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the time is out of range
     */
    public void resolveRoute(Duration timeout) {
        id.callOnDevice("resolveRoute", library.resolveRoute, millis(timeout));
    }

    /**
     * Asks the other side for a connection, or for a datagram service's address: {@code
     * rdma_connect}. The route must be resolved. The answer is {@link CmEventType#ESTABLISHED},
     * {@link CmEventType#REJECTED}, {@link CmEventType#UNREACHABLE} or {@link
     * CmEventType#CONNECT_ERROR}; without a queue pair of this identifier {@link
     * CmEventType#CONNECT_RESPONSE}.
     *
     * <p>A driver of iWARP may make its TCP connection in the call; where nobody answers, that
     * takes as long as TCP tries, some two minutes by Linux's default.
     *
     * @param parameters what to ask for
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the route is not resolved, or
     *     more is asked for than the device or the transport has; {@link VerbsError#CLOSED} if it
     *     is closed; or as the driver finds
     */
    public void connect(ConnectionParameters parameters) {
        try (Arena arena = Arena.ofConfined()) {
            id.callOnDevice("connect", library.connect, parameters.write(arena));
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
        id.callOnDevice("establish", library.establish);
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
            id.callOnDevice("accept", library.accept, parameters.write(arena));
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
            id.callOnDevice("reject", library.reject, data, privateData.length);
        }
    }

    /**
     * Refuses a connection request for another reason than that the program does not want it:
     * {@code rdma_reject_ece}, which InfiniBand tells the other side as reason 35, "vendor option
     * not supported", where {@link #reject} is 28. The identifier still has to be closed.
     *
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if it is not of a request that
     *     waits; {@link VerbsError#CLOSED} if it is closed
     */
    public void refuse() {
        id.callOnDevice("refuse", library.rejectEce, Memory.NULL, 0);
    }

    /**
     * Ends a connection: {@code rdma_disconnect}. Work that is under way is flushed. Both sides get
     * {@link CmEventType#DISCONNECTED}; the other one answers by disconnecting too.
     *
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if there is none; {@link
     *     VerbsError#CLOSED} if it is closed
     */
    public void disconnect() {
        id.callOnDevice("disconnect", library.disconnect);
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
        id.callOnDevice("notifyCommunicationEstablished", library.notifyEvent, IBV_EVENT_COMM_EST);
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
        id.joining(key, group);
        boolean done = false;
        try (Arena arena = Arena.ofConfined()) {
            id.call(
                    "joinMulticast",
                    library.joinMulticastEx,
                    membership.attributes(arena, SocketAddresses.allocate(arena, group)),
                    key);
            done = true;
        } finally {
            if (!done) {
                id.notJoined(key);
            }
        }
    }

    /**
     * Leaves a multicast group, or gives up joining it: {@code rdma_leave_multicast}. Closing
     * leaves all groups.
     *
     * @param group the group's address, as it was joined
     * @throws VerbsException {@link VerbsError#ADDRESS_NOT_AVAILABLE} if it was not joined; {@link
     *     VerbsError#CLOSED} if it is closed
     * @throws IllegalArgumentException if the address is unresolved
     */
    public void leaveMulticast(InetSocketAddress group) {
        try (var _ = id.lifetime().use("leaveMulticast")) {
            id.leave(group);
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
            id.call(
                    "setOption",
                    library.setOption,
                    RDMA_OPTION_ID,
                    option.number(),
                    bytes,
                    option.size());
        }
    }

    /**
     * The device that it belongs to, as librdmacm opened it: all identifiers of a device have the
     * same context. What is made from it belongs to its maker, and may outlive the identifier. The
     * library closes the device, not the caller; closing the context closes all that was made from
     * it, and after that a device that was unplugged can be let go.
     *
     * @return the context
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if it belongs to no device yet;
     *     {@link VerbsError#CLOSED} if it is closed
     */
    public Context context() {
        try (var _ = id.lifetime().use("context")) {
            return DevicePins.context(library, id.requireDevice("context"), id.source());
        }
    }

    /**
     * Makes its queue pair: {@code rdma_create_qp}. The library brings it from state to state as
     * the identifier is connected; receives can be posted at once, sends when the connection is
     * there, or at once if it is for datagrams. It is closed with the identifier, before it;
     * closing it by itself leaves the multicast groups that it was attached to.
     *
     * @param domain whose regions it reaches, made on {@linkplain #context the context}
     * @param options RC for connections, UD for datagrams; its completion queues
     * @return the queue pair, which the caller owns
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the identifier belongs to no
     *     device yet or has a queue pair, or the domain is of another context; {@link
     *     VerbsError#CLOSED} if one of them is closed; or as the device refuses
     */
    public QueuePair createQueuePair(ProtectionDomain domain, QueuePairOptions options) {
        HandleAccess handles = HandleAccess.get();
        return handles.makeQueuePair(
                domain,
                options,
                id.lifetime(),
                init -> id.createQueuePair(handles.pointer(domain), init),
                _ -> id.destroyQueuePair());
    }

    /**
     * What a queue pair has to be modified to, for those who made it themselves: {@code
     * rdma_init_qp_attr}.
     *
     * @param state the state to go to: INIT, RTR or RTS
     * @return the attributes, for {@link QueuePair#modify}
     * @throws VerbsException {@link VerbsError#INVALID_ARGUMENT} if the connection is not so far;
     *     {@link VerbsError#CLOSED} if it is closed
     */
    public QueuePairAttributes queuePairAttributes(QueuePairState state) {
        HandleAccess handles = HandleAccess.get();
        QueuePairAttributes attributes = QueuePairAttributes.of(state);
        try (Arena arena = Arena.ofConfined()) {
            long mask = arena.allocate(Integer.BYTES, Integer.BYTES).address();
            id.callOnDevice(
                    "queuePairAttributes", library.initQpAttr, handles.address(attributes), mask);
            handles.mask(attributes, Memory.getInt(mask));
        }
        return attributes;
    }

    /**
     * Moves it to another channel: {@code rdma_migrate_id}. Events that nobody took yet move too;
     * when this returns, no more of its events come on the old one.
     *
     * @param to the channel
     * @throws VerbsException {@link VerbsError#CLOSED} if it, or one of the channels, is closed
     */
    public void migrate(EventChannel to) {
        id.migrate(to);
    }

    /**
     * The channel where its events go.
     *
     * @return the channel
     */
    public EventChannel channel() {
        return id.channel();
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
        try (var _ = id.lifetime().use(call)) {
            return Optional.ofNullable(
                    SocketAddresses.read(id.pointer() + RdmaCmId.ROUTE + RdmaRoute.ADDR + offset));
        }
    }

    /**
     * The port of the device that it belongs to.
     *
     * @return from 1; 0 while it belongs to none
     * @throws VerbsException {@link VerbsError#CLOSED} if it is closed
     */
    public int portNumber() {
        try (var _ = id.lifetime().use("portNumber")) {
            return Byte.toUnsignedInt(Memory.getByte(id.pointer() + RdmaCmId.PORT_NUM));
        }
    }

    /**
     * The paths to the destination, where the fabric has such: InfiniBand and RoCE, once the route
     * is resolved or a request came.
     *
     * @return the paths, the first is the one that is used; may be empty
     * @throws VerbsException {@link VerbsError#CLOSED} if it is closed
     */
    public List<PathRecord> paths() {
        try (var _ = id.lifetime().use("paths")) {
            long route = id.pointer() + RdmaCmId.ROUTE;
            return PathRecord.read(
                    Memory.getLong(route + RdmaRoute.PATH_REC),
                    Memory.getInt(route + RdmaRoute.NUM_PATHS));
        }
    }

    /**
     * Whether it can be used.
     *
     * @return false once it is closed, or being closed
     */
    public boolean isOpen() {
        return id.lifetime().isOpen();
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
        id.lifetime().close();
    }

    NativeId nativeId() {
        return id;
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
        return id.lifetime().name();
    }
}
