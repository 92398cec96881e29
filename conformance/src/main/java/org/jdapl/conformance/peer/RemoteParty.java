package org.jdapl.conformance.peer;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jdapl.api.Census;
import org.jdapl.api.CloseMode;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.HandleKind;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.LinkShape;
import org.jspecify.annotations.Nullable;

/** An adapter that is open in the peer process. */
public final class RemoteParty {

    private final Peer peer;
    private final String name;
    private final ProgressMode mode;
    private final int maxPrivateDataBytes;
    private boolean closed;

    RemoteParty(Peer peer, String name, ProgressMode mode, int maxPrivateDataBytes) {
        this.peer = peer;
        this.name = name;
        this.mode = mode;
        this.maxPrivateDataBytes = maxPrivateDataBytes;
    }

    Peer peer() {
        return peer;
    }

    String name() {
        return name;
    }

    /**
     * The progress mode.
     *
     * @return as it was opened
     */
    public ProgressMode mode() {
        return mode;
    }

    /**
     * How much private data its adapter takes, which need not be one like ours.
     *
     * @return the number of bytes, as its attributes say
     */
    public int maxPrivateDataBytes() {
        return maxPrivateDataBytes;
    }

    private Message command(String verb) {
        return new Message(verb).with("party", name);
    }

    /**
     * Makes an endpoint with dispatchers.
     *
     * @param shape what is wanted
     * @return the link
     */
    public RemoteLink link(LinkShape shape) {
        String link = peer.newName("link");
        peer.call(command("link").with("name", link).with(shape.toFields()));
        return new RemoteLink(this, link);
    }

    /**
     * Listens on an address of the adapter, on any free port, for requests with framed private
     * data.
     *
     * @return the service point
     */
    public RemoteListener listen() {
        return listen(EndpointCreation.CONSUMER, PrivateDataFraming.FRAMED);
    }

    /**
     * Listens on an address of the adapter, on any free port.
     *
     * @param creation who makes the endpoints
     * @param framing how private data travels
     * @return the service point
     */
    public RemoteListener listen(EndpointCreation creation, PrivateDataFraming framing) {
        return listen(command("listen"), creation, framing);
    }

    /**
     * Listens.
     *
     * @param local where
     * @param creation who makes the endpoints
     * @param framing how private data travels
     * @return the service point
     */
    public RemoteListener listen(
            InetSocketAddress local, EndpointCreation creation, PrivateDataFraming framing) {
        return listen(
                command("listen").with("address", ConnectionCommands.text(local)),
                creation,
                framing);
    }

    private RemoteListener listen(
            Message command, EndpointCreation creation, PrivateDataFraming framing) {
        String listener = peer.newName("listener");
        Message answer =
                peer.call(
                        command.with("name", listener)
                                .with("creation", creation)
                                .with("framing", framing));
        try {
            return new RemoteListener(
                    this, listener, ConnectionCommands.address(answer.text("address")));
        } catch (UnknownHostException e) {
            throw new PeerException("listening on " + e);
        }
    }

    /**
     * Makes guarded memory.
     *
     * @param bytes how long
     * @param privileges what may be done with it
     * @param seed its first contents
     * @return the memory
     */
    public RemoteMemory memory(long bytes, Set<Privilege> privileges, int seed) {
        return memory(command("memory"), bytes, privileges, seed);
    }

    /**
     * Makes guarded memory in a zone of its own, which no endpoint is of.
     *
     * @param bytes how long
     * @param privileges what may be done with it
     * @param seed its first contents
     * @return the memory
     */
    public RemoteMemory memoryOfOtherZone(long bytes, Set<Privilege> privileges, int seed) {
        return memory(command("memory").with("ownZone", true), bytes, privileges, seed);
    }

    private RemoteMemory memory(Message command, long bytes, Set<Privilege> privileges, int seed) {
        String memory = peer.newName("memory");
        Message answer =
                peer.call(
                        command.with("name", memory)
                                .with("bytes", bytes)
                                .with("rights", Privilege.bits(privileges))
                                .with("seed", seed));
        @Nullable RemoteRegion region =
                answer.has("key")
                        ? new RemoteRegion(
                                answer.number("address"),
                                answer.number("length"),
                                answer.number("key"))
                        : null;
        return new RemoteMemory(peer, memory, bytes, region);
    }

    /** Stops driving an adapter that has no thread of its own, outside of commands that need it. */
    public void freeze() {
        if (mode != ProgressMode.MANUAL) {
            throw new IllegalStateException(
                    "only an adapter without a thread of its own can be frozen");
        }
        peer.call(command("freeze"));
    }

    /** Drives it again. */
    public void thaw() {
        peer.call(command("thaw"));
    }

    /**
     * What lives.
     *
     * @return the adapter's census
     */
    public Census census() {
        Message answer = peer.call(command("census"));
        Map<HandleKind, Integer> open = new EnumMap<>(HandleKind.class);
        for (String pair : answer.text("open").split(",", -1)) {
            if (!pair.isEmpty()) {
                String[] two = pair.split(":", -1);
                open.put(HandleKind.valueOf(two[0]), Integer.valueOf(two[1]));
            }
        }
        return new Census(
                open,
                answer.number("requests"),
                answer.number("receives"),
                answer.number("unread"));
    }

    /**
     * How many events nobody has read.
     *
     * @return as the adapter's census says; 0 once the adapter was closed
     */
    public long unreadEvents() {
        return closed ? 0 : census().unreadEvents();
    }

    /** Looks at every canary; a changed one fails the command. */
    public void requireGuards() {
        peer.call(command("guards"));
    }

    /**
     * Closes the adapter and looks at every canary.
     *
     * @param how whether to refuse while it has objects
     */
    public void close(CloseMode how) {
        closed = true;
        peer.call(command("closeAdapter").with("mode", how));
    }
}
