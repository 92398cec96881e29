package org.jdapl.conformance.peer;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.PrivateData;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.peer.RemoteMemory.Part;
import org.jspecify.annotations.Nullable;

/** An endpoint with its dispatchers in the peer process. */
public final class RemoteLink {

    private final RemoteParty party;
    private final String name;

    RemoteLink(RemoteParty party, String name) {
        this.party = party;
        this.name = name;
    }

    String name() {
        return name;
    }

    private Message command(String verb) {
        return new Message(verb).with("link", name);
    }

    private Message call(Message command) {
        return party.peer().call(command);
    }

    // ---- connections

    /**
     * Starts to connect.
     *
     * @param to where to
     * @param timeout the time limit
     * @param data what to tell the other side
     */
    public void connect(InetSocketAddress to, Bound timeout, PrivateData data) {
        call(
                command("connect")
                        .with("address", ConnectionCommands.text(to))
                        .with("timeout", timeout.nanos())
                        .with("data", HexFormat.of().formatHex(data.toByteArray())));
    }

    /**
     * Starts to connect, without private data, with a time limit that does not matter.
     *
     * @param to where to
     */
    public void connect(InetSocketAddress to) {
        connect(to, Bound.TEST, PrivateData.EMPTY);
    }

    /**
     * Disconnects.
     *
     * @param mode how
     */
    public void disconnect(DisconnectMode mode) {
        call(command("disconnect").with("mode", mode));
    }

    /**
     * Disconnects while this side does something else.
     *
     * @param mode how
     * @return waits until it has been done
     */
    public Runnable startToDisconnect(DisconnectMode mode) {
        Peer.Pending pending = party.peer().send(command("disconnect").with("mode", mode), 0);
        return pending::take;
    }

    /** Resets the endpoint. */
    public void reset() {
        call(command("reset"));
    }

    /** Closes the endpoint. */
    public void close() {
        call(new Message("close").with("name", name));
    }

    /**
     * The endpoint's state.
     *
     * @return the state
     */
    public EndpointState state() {
        return EndpointState.valueOf(call(command("state")).text("state"));
    }

    /**
     * What is known of the connection.
     *
     * @return addresses, depths and private data as texts
     */
    public Map<String, String> connection() {
        return call(command("connection")).fields();
    }

    // ---- data

    /**
     * Posts a send.
     *
     * @param cookie the cookie
     * @param parts the message
     * @return the post's status
     */
    public int send(long cookie, Part... parts) {
        return post(work(OperationKind.SEND, cookie, parts));
    }

    /**
     * Posts a receive.
     *
     * @param cookie the cookie
     * @param parts where the message goes
     * @return the post's status
     */
    public int receive(long cookie, Part... parts) {
        return post(work(OperationKind.RECEIVE, cookie, parts));
    }

    /**
     * Posts a write.
     *
     * @param cookie the cookie
     * @param to where to write
     * @param parts what to write
     * @return the post's status
     */
    public int write(long cookie, RemoteRegion to, Part... parts) {
        return post(target(work(OperationKind.RDMA_WRITE, cookie, parts), to));
    }

    /**
     * Posts a write to what bytes say.
     *
     * @param cookie the cookie
     * @param region a remote region as bytes, in its own form or as a triplet, least byte first
     * @param parts what to write
     * @return the post's status
     */
    public int writeEncoded(long cookie, byte[] region, Part... parts) {
        return post(
                work(OperationKind.RDMA_WRITE, cookie, parts)
                        .with("encoded", HexFormat.of().formatHex(region)));
    }

    /**
     * Posts a read.
     *
     * @param cookie the cookie
     * @param from where to read
     * @param part where to put it
     * @return the post's status
     */
    public int read(long cookie, RemoteRegion from, Part part) {
        return post(target(work(OperationKind.RDMA_READ, cookie, part), from));
    }

    /**
     * Posts a send that invalidates a key of this side.
     *
     * @param cookie the cookie
     * @param key the key
     * @param parts the message
     * @return the post's status
     */
    public int sendWithInvalidate(long cookie, long key, Part... parts) {
        return post(work(OperationKind.SEND_WITH_INVALIDATE, cookie, parts).with("remoteKey", key));
    }

    /**
     * Posts an atomic fetch-and-add.
     *
     * @param cookie the cookie
     * @param word where the number is
     * @param add what to add
     * @param sink 8 bytes for the old number
     * @return the post's status
     */
    public int fetchAndAdd(long cookie, RemoteRegion word, long add, Part sink) {
        return post(target(work(OperationKind.FETCH_AND_ADD, cookie, sink), word).with("add", add));
    }

    /**
     * Posts an atomic compare-and-swap.
     *
     * @param cookie the cookie
     * @param word where the number is
     * @param compare what it must be
     * @param swap what it shall be then
     * @param sink 8 bytes for the old number
     * @return the post's status
     */
    public int compareAndSwap(long cookie, RemoteRegion word, long compare, long swap, Part sink) {
        return post(
                target(work(OperationKind.COMPARE_AND_SWAP, cookie, sink), word)
                        .with("compare", compare)
                        .with("swap", swap));
    }

    /**
     * Has the peer write the same again and again, as fast as it can, on a thread of its own.
     *
     * @param to where to write
     * @param parts what to write
     */
    public void flood(RemoteRegion to, Part... parts) {
        call(target(fields("flood", OperationKind.RDMA_WRITE, 0, parts), to));
    }

    /**
     * Posts a receive that must be taken.
     *
     * @param cookie the cookie
     * @param parts where the message goes
     */
    public void mustReceive(long cookie, Part... parts) {
        require(receive(cookie, parts));
    }

    /**
     * Posts a send that must be taken.
     *
     * @param cookie the cookie
     * @param parts the message
     */
    public void mustSend(long cookie, Part... parts) {
        require(send(cookie, parts));
    }

    private static void require(int status) {
        if (status != PostStatus.OK) {
            throw new AssertionError("the peer's post was refused: " + PostStatus.describe(status));
        }
    }

    private Message work(OperationKind kind, long cookie, Part... parts) {
        return fields("post", kind, cookie, parts);
    }

    private Message fields(String verb, OperationKind kind, long cookie, Part... parts) {
        return command(verb)
                .with("operation", kind)
                .with("cookie", cookie)
                .with("flags", CompletionFlags.DEFAULT)
                .with(
                        "segments",
                        Arrays.stream(parts).map(Part::text).collect(Collectors.joining(",")));
    }

    private static Message target(Message work, RemoteRegion remote) {
        return work.with("remoteAddress", remote.address()).with("remoteKey", remote.key());
    }

    private int post(Message work) {
        return (int) call(work).number("status");
    }

    // ---- events

    /** An event that the peer waits for while the test does something else. */
    public static final class Awaited {

        private final Peer.Pending pending;

        private Awaited(Peer.Pending pending) {
            this.pending = pending;
        }

        /**
         * Waits for it.
         *
         * @return the event; null where the time ran out
         */
        public @Nullable Seen poll() {
            Map<String, String> fields = new HashMap<>(pending.take().fields());
            @Nullable String kind = fields.remove("kind");
            return kind == null ? null : new Seen(kind, fields);
        }

        /**
         * Waits for it.
         *
         * @return the event
         * @throws AssertionError where none came
         */
        public Seen take() {
            @Nullable Seen seen = poll();
            if (seen == null) {
                throw new AssertionError("the peer got no event");
            }
            return seen;
        }
    }

    /**
     * Has the peer wait for an event, and goes on. Other commands are carried out when it has come.
     *
     * @param queue of which dispatcher
     * @param bound how long at most
     * @return what to ask later
     */
    public Awaited await(Link.Queue queue, Bound bound) {
        Message command = command("event").with("queue", queue).with("within", bound.nanos());
        return new Awaited(party.peer().send(command, bound.nanos()));
    }

    /**
     * Waits for an event.
     *
     * @param queue of which dispatcher
     * @param bound how long at most
     * @return the event; null where the time ran out
     */
    public @Nullable Seen poll(Link.Queue queue, Bound bound) {
        return await(queue, bound).poll();
    }

    /**
     * Waits for the next completion of a receive.
     *
     * @return the event
     */
    public Seen received() {
        return await(Link.Queue.RECEIVES, Bound.EVENT).take();
    }

    /**
     * Waits for the next completion of a request.
     *
     * @return the event
     */
    public Seen done() {
        return await(Link.Queue.REQUESTS, Bound.EVENT).take();
    }

    /**
     * Waits for the next connection event.
     *
     * @return the event
     */
    public Seen connectionEvent() {
        return await(Link.Queue.CONNECTIONS, Bound.EVENT).take();
    }
}
