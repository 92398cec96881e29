package org.jdapl.api;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdapl.api.data.CheckReturnValue;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatagramPort;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection, or a place that datagrams are sent from and received at (uDAPL {@code
 * DAT_EP_HANDLE}).
 *
 * <p>Every posted operation gets exactly one completion: success, an error, or {@code FLUSHED} when
 * the connection ends first. Only a suppressed request that succeeds gets none. Completions of
 * requests come in the order of posting, and so do those of receives.
 *
 * <p>Posting: receives in any state but closed; requests in {@code CONNECTED}. In {@code
 * DISCONNECTED} both are accepted and flushed at once, so that they come out behind everything
 * earlier.
 *
 * <p>An endpoint of the service type {@code UNRELIABLE_DATAGRAM} has no connection: it is {@code
 * UNCONNECTED} and can be posted to as it is made, each send names an {@link AddressHandle}, and
 * what is in the way of a datagram loses it without anybody being told. {@link #connect} looks a
 * peer up, as many at a time as one likes; {@link #disconnect} is refused. A send that fails here
 * breaks it: {@link ConnectionEvent.Broken}, {@code DISCONNECTED}; {@link #reset} makes it usable
 * again.
 *
 * <p>Closing it ends the connection without waiting for the peer and flushes what is outstanding;
 * completions that are in the dispatchers stay readable. It is refused only while a reserved
 * service point or a connection request holds the endpoint.
 */
public interface Endpoint extends DatObject {

    /** No watermark (uDAPL {@code DAT_WATERMARK_INFINITE}). */
    int NO_WATERMARK = Integer.MAX_VALUE;

    /**
     * Its state.
     *
     * @return the state at this moment
     */
    EndpointState state();

    /**
     * State and idleness (uDAPL {@code dat_ep_get_status}).
     *
     * @return the status at this moment
     */
    EndpointStatus status();

    /**
     * What it can do (uDAPL {@code dat_ep_query}).
     *
     * @return the effective attributes
     */
    EndpointAttributes attributes();

    /**
     * Its protection zone.
     *
     * @return the zone, or null
     */
    @Nullable ProtectionZone protectionZone();

    /**
     * Where completions of receives go.
     *
     * @return the dispatcher, or null
     */
    @Nullable EventDispatcher receives();

    /**
     * Where completions of requests go.
     *
     * @return the dispatcher, or null
     */
    @Nullable EventDispatcher requests();

    /**
     * Where connection events go.
     *
     * @return the dispatcher, or null
     */
    @Nullable EventDispatcher connections();

    /**
     * Where its receives come from.
     *
     * @return the shared queue, or null for receives of its own
     */
    @Nullable SharedReceiveQueue sharedReceiveQueue();

    /**
     * What is known of its connection.
     *
     * @return from {@code CONNECTED} on until it is reset; empty before
     */
    Optional<Connection> connection();

    /**
     * Changes its parts (uDAPL {@code dat_ep_modify}). The zone only in {@code UNCONNECTED} and
     * {@code TENTATIVE_CONNECTION_PENDING}, the rest also in {@code RESERVED} and {@code
     * PASSIVE_CONNECTION_PENDING}; never while receives are posted.
     *
     * @param change what to change
     * @throws DatException {@code INVALID_STATE} in other states, {@code INVALID_HANDLE} or {@code
     *     INVALID_PARAMETER} for parts or attributes that are not legal
     */
    void modify(EndpointChange change);

    /**
     * Starts to connect (uDAPL {@code dat_ep_connect}). Exactly one of {@link
     * ConnectionEvent.Established}, {@link ConnectionEvent.PeerRejected}, {@link
     * ConnectionEvent.NonPeerRejected}, {@link ConnectionEvent.Unreachable}, {@link
     * ConnectionEvent.TimedOut} or {@link ConnectionEvent.Broken} follows.
     *
     * <p>With an endpoint for datagrams it looks up which queue pair serves there: {@link
     * ConnectionEvent.PeerResolved} follows, or {@link ConnectionEvent.PeerRejected}, {@link
     * ConnectionEvent.NonPeerRejected}, {@link ConnectionEvent.Unreachable} or {@link
     * ConnectionEvent.TimedOut}, which then are about this one look-up and change nothing else.
     *
     * @param remote the peer's address and port
     * @param options time limit and private data
     * @throws DatException {@code INVALID_STATE} where it is not {@code UNCONNECTED}, or {@code
     *     EP_NOTREADY} where it lacks a zone or a dispatcher, {@code INVALID_PARAMETER} for a time
     *     limit that is not above zero or private data that is too long, {@code INVALID_ADDRESS}
     *     for an unresolved address
     */
    void connect(InetSocketAddress remote, ConnectOptions options);

    /**
     * Starts to connect to where another endpoint is connected (uDAPL {@code dat_ep_dup_connect}).
     *
     * @param other an endpoint that is connected
     * @param options time limit and private data
     * @throws DatException as {@link #connect}, and {@code INVALID_STATE} where the other one is
     *     not connected
     */
    void duplicateConnect(Endpoint other, ConnectOptions options);

    /**
     * Starts to connect to a common service point (uDAPL {@code dat_ep_common_connect}; {@code
     * COMMON_SERVICE_POINT}).
     *
     * @param remote the address that the common service point speaks for
     * @param options time limit and private data
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, else as {@link
     *     #connect}
     */
    void commonConnect(InetSocketAddress remote, ConnectOptions options);

    /**
     * Starts to join a multicast group with an endpoint for datagrams ({@code MULTICAST}). {@link
     * ConnectionEvent.MulticastJoined} or {@link ConnectionEvent.Unreachable} follows. Closing the
     * membership leaves the group; so does closing the endpoint, and its breaking. What a member
     * sends to the group comes back to it.
     *
     * @param group the group's address
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_ADDRESS} for an address that is no group's, {@code INVALID_STATE} for an endpoint
     *     that is broken, that lacks a zone or a dispatcher, or that is not for datagrams
     */
    void joinMulticast(InetAddress group);

    /**
     * By what others can send datagrams to this endpoint without looking it up. It changes with
     * {@link #reset} and with {@link #modify}.
     *
     * @return queue pair and key
     * @throws DatException {@code INVALID_STATE} for an endpoint that is not for datagrams, or that
     *     has no zone
     */
    DatagramPort datagramPort();

    /**
     * Ends the connection, or the attempt (uDAPL {@code dat_ep_disconnect}). One {@link
     * ConnectionEvent.Disconnected} follows, behind the completions of all that was outstanding. In
     * {@code DISCONNECTED} it does nothing.
     *
     * @param mode whether to finish what was posted before
     * @throws DatException {@code INVALID_STATE} where there is no connection and no attempt
     */
    void disconnect(DisconnectMode mode);

    /**
     * Makes a disconnected endpoint usable again (uDAPL {@code dat_ep_reset}); {@code UNCONNECTED}
     * follows. Completions that were not taken stay readable. In {@code UNCONNECTED} it does
     * nothing.
     *
     * @throws DatException {@code INVALID_STATE} in any other state
     */
    void reset();

    /**
     * Counts receives (uDAPL {@code dat_ep_recv_query}; {@code RECEIVE_QUERY}): those that are
     * posted and not completed, or with a shared receive queue those taken from it whose
     * completions the consumer has not taken (counted where {@code RECEIVE_WATERMARKS} is
     * advertised).
     *
     * @return the counts at this moment
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised
     */
    ReceiveCounts receiveCounts();

    /**
     * The counters of the endpoint, all from its making on: they go through every connection and
     * {@link #reset}. Works on a closed one too.
     *
     * @return the values at this moment
     */
    Counters counters();

    /**
     * Sets watermarks for the receives that it has taken from its shared queue and whose
     * completions the consumer has not taken (uDAPL {@code dat_ep_set_watermark}; {@code
     * RECEIVE_WATERMARKS}): so one peer cannot use up what all endpoints share. Legal in every
     * state; where the number is above a watermark already, that watermark acts at once.
     *
     * @param soft above this number {@link AsyncEvent.EndpointBroken} with {@code
     *     SOFT_HIGH_WATERMARK} is raised, once; {@link #NO_WATERMARK} for never
     * @param hard above this number the connection breaks; {@link #NO_WATERMARK} for never
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_PARAMETER} for a negative number, {@code INVALID_STATE} for an endpoint without a
     *     shared receive queue
     */
    void setWatermark(int soft, int hard);

    // ---- the hot style: a status is returned, nothing is thrown, nothing is allocated

    /**
     * Posts a send (uDAPL {@code dat_ep_post_send}).
     *
     * @param region the memory of the message
     * @param offset first byte
     * @param length how many bytes; may be 0
     * @param cookie what the completion gives back
     * @param flags bits of {@link CompletionFlags}
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int postSend(LocalMemoryRegion region, long offset, long length, long cookie, int flags);

    /**
     * Posts a send of a datagram (uDAPL extension {@code dat_ib_post_send_ud}); with immediate data
     * by a {@link Work}. Its success says that it was sent, nothing more.
     *
     * @param peer where it goes
     * @param region the memory of the datagram
     * @param offset first byte
     * @param length how many bytes, up to the adapter's {@code maxDatagramBytes}; may be 0
     * @param cookie what the completion gives back
     * @param flags bits of {@link CompletionFlags}
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int postSendTo(
            AddressHandle peer,
            LocalMemoryRegion region,
            long offset,
            long length,
            long cookie,
            int flags);

    /**
     * Posts a receive (uDAPL {@code dat_ep_post_recv}). One for datagrams must have room for {@code
     * maxDatagramBytes}, whatever is expected: a longer datagram would break the endpoint on some
     * devices. The datagram stands at the beginning; the routing header is not in it.
     *
     * @param region where the message goes
     * @param offset first byte
     * @param length room for so many bytes; may be 0
     * @param cookie what the completion gives back
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int postReceive(LocalMemoryRegion region, long offset, long length, long cookie);

    /**
     * Posts an RDMA write (uDAPL {@code dat_ep_post_rdma_write}).
     *
     * @param region the memory to write from
     * @param offset first byte
     * @param length how many bytes; with 0 the peer checks neither address nor key
     * @param remoteAddress where to write, as {@link RemoteRegion#address()} says
     * @param remoteKey the peer's key
     * @param cookie what the completion gives back
     * @param flags bits of {@link CompletionFlags}
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int postWrite(
            LocalMemoryRegion region,
            long offset,
            long length,
            long remoteAddress,
            long remoteKey,
            long cookie,
            int flags);

    /**
     * Posts an RDMA read (uDAPL {@code dat_ep_post_rdma_read}). The region needs local write and,
     * for the consumer, nothing else.
     *
     * @param region the memory to read into
     * @param offset first byte
     * @param length how many bytes; with 0 the peer checks neither address nor key
     * @param remoteAddress where to read
     * @param remoteKey the peer's key
     * @param cookie what the completion gives back
     * @param flags bits of {@link CompletionFlags}
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int postRead(
            LocalMemoryRegion region,
            long offset,
            long length,
            long remoteAddress,
            long remoteKey,
            long cookie,
            int flags);

    /**
     * Posts a prepared piece of work of any kind.
     *
     * @param work the work
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int post(Work work);

    /**
     * Posts a list, all of requests or all of receives, as far as it is accepted.
     *
     * @param list the list
     * @return how many pieces were accepted, from the first on; {@link WorkList#refusal()} says why
     *     not more
     */
    @CheckReturnValue
    int post(WorkList list);

    // ---- the clear style: a refusal is thrown

    /**
     * Posts a send, or throws.
     *
     * @param segment the message
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void send(LocalSegment segment, long cookie) {
        Posts.require(
                postSend(
                        segment.region(),
                        segment.offset(),
                        segment.length(),
                        cookie,
                        CompletionFlags.DEFAULT),
                "send",
                this);
    }

    /**
     * Posts a send of several segments, or throws.
     *
     * @param segments the message, in order; none for an empty message
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void send(List<LocalSegment> segments, long cookie) {
        Posts.require(post(Posts.work(this, segments, cookie).send()), "send", this);
    }

    /**
     * Posts a send of a datagram, or throws.
     *
     * @param segment the datagram
     * @param peer where it goes
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void sendTo(LocalSegment segment, AddressHandle peer, long cookie) {
        Posts.require(
                postSendTo(
                        peer,
                        segment.region(),
                        segment.offset(),
                        segment.length(),
                        cookie,
                        CompletionFlags.DEFAULT),
                "send of a datagram",
                this);
    }

    /**
     * Posts a receive, or throws.
     *
     * @param segment where the message goes
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void receive(LocalSegment segment, long cookie) {
        Posts.require(
                postReceive(segment.region(), segment.offset(), segment.length(), cookie),
                "receive",
                this);
    }

    /**
     * Posts a receive of several segments, or throws.
     *
     * @param segments where the message goes, in order
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void receive(List<LocalSegment> segments, long cookie) {
        Posts.require(post(Posts.work(this, segments, cookie).receive()), "receive", this);
    }

    /**
     * Posts an RDMA write, or throws.
     *
     * @param segment the memory to write from
     * @param target where to write; at least as long
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void write(LocalSegment segment, RemoteRegion target, long cookie) {
        Posts.requireFits(segment, target);
        Posts.require(
                postWrite(
                        segment.region(),
                        segment.offset(),
                        segment.length(),
                        target.address(),
                        target.key(),
                        cookie,
                        CompletionFlags.DEFAULT),
                "RDMA write",
                this);
    }

    /**
     * Posts an RDMA read, or throws.
     *
     * @param segment the memory to read into
     * @param source where to read; at least as long
     * @param cookie what the completion gives back
     * @throws DatException where it is refused; nothing has happened then
     */
    default void read(LocalSegment segment, RemoteRegion source, long cookie) {
        Posts.requireFits(segment, source);
        Posts.require(
                postRead(
                        segment.region(),
                        segment.offset(),
                        segment.length(),
                        source.address(),
                        source.key(),
                        cookie,
                        CompletionFlags.DEFAULT),
                "RDMA read",
                this);
    }

    /**
     * Connects and waits for the connection: {@link #connect} and {@link EventDispatcher#expect} in
     * one.
     *
     * @param remote the peer's address and port
     * @param timeout how long at most
     * @return the event
     * @throws InterruptedException where the thread was interrupted
     * @throws DatException as {@link #connect}, and with the event's text where the connection was
     *     refused or failed: {@code TIMEOUT_EXPIRED}, {@code INVALID_ADDRESS/UNREACHABLE}, else
     *     {@code INVALID_STATE/EP_DISCONNECTED}
     */
    default ConnectionEvent.Established connectAndWait(InetSocketAddress remote, Duration timeout)
            throws InterruptedException {
        return connectAndWait(remote, ConnectOptions.within(timeout));
    }

    /**
     * Connects with options and waits for the connection.
     *
     * @param remote the peer's address and port
     * @param options time limit and private data
     * @return the event, with what the peer gave
     * @throws InterruptedException where the thread was interrupted
     * @throws DatException as {@link #connect}, and with the event's text where the connection was
     *     refused or failed: {@code TIMEOUT_EXPIRED}, {@code INVALID_ADDRESS/UNREACHABLE}, else
     *     {@code INVALID_STATE/EP_DISCONNECTED}
     */
    default ConnectionEvent.Established connectAndWait(
            InetSocketAddress remote, ConnectOptions options) throws InterruptedException {
        EventDispatcher events = Posts.connectionEvents(this);
        connect(remote, options);
        // The connection's own time limit comes first; the rest is for its event to arrive.
        return Expectations.expect(
                events, ConnectionEvent.Established.class, Posts.grace(options.timeout()));
    }
}
