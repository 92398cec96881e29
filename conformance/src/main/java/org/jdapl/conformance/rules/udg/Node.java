package org.jdapl.conformance.rules.udg;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Objects;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.MulticastGroup;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatagramPort;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ServiceType;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint for datagrams, with guarded memory: a part to send from, which holds the pattern of
 * {@link #SENT}, and a part behind it to receive in.
 */
final class Node {

    static final int SENT = 71;
    static final int BLANK = 72;

    private static final int DEPTH = 32;

    final Party party;
    final Endpoint endpoint;
    final EventDispatcher receives;
    final EventDispatcher requests;
    final EventDispatcher connections;
    final Guarded out;
    final Guarded in;

    /** The longest datagram. */
    final int most;

    Node(Environment env) {
        party = env.here();
        InterfaceAdapter adapter = party.adapter();
        most = adapter.attributes().maxDatagramBytes();
        receives = adapter.createEventDispatcher(DEPTH, EventStream.DTO);
        requests = adapter.createEventDispatcher(DEPTH, EventStream.DTO);
        connections = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION);
        endpoint =
                adapter.createEndpoint(
                        party.zone(),
                        receives,
                        requests,
                        connections,
                        EndpointAttributes.builder()
                                .serviceType(ServiceType.UNRELIABLE_DATAGRAM)
                                .privateDataFraming(PrivateDataFraming.FRAMED)
                                .maxReceives(DEPTH)
                                .maxRequests(DEPTH)
                                .build());
        out = party.memory(most + 1L, Party.LOCAL_RIGHTS, SENT);
        in = party.memory(2L * most, Party.LOCAL_RIGHTS, BLANK);
    }

    DatagramPort port() {
        return endpoint.datagramPort();
    }

    /** An address handle that leads to another one, made of what its port says. */
    AddressHandle to(Node peer) {
        return to(peer, peer.port().queueKey());
    }

    AddressHandle to(Node peer, int key) {
        return party.adapter()
                .createAddressHandle(
                        party.zone(), peer.party.local(0), peer.port().queuePair(), key);
    }

    /** Posts a receive with room for the longest datagram. */
    void receive(long cookie) {
        assertThat(endpoint.postReceive(in.region(), 0, most, cookie)).isEqualTo(PostStatus.OK);
    }

    /** Sends a datagram, and waits for its completion. */
    void send(AddressHandle peer, int length, long cookie) throws InterruptedException {
        assertThat(endpoint.postSendTo(peer, out.region(), 0, length, cookie, 0))
                .as("the status of the post")
                .isEqualTo(PostStatus.OK);
        sent(cookie);
    }

    /** Waits for the completion of a send. */
    void sent(long cookie) throws InterruptedException {
        DtoCompletion done = completion(requests);
        assertThat(done.cookie()).isEqualTo(cookie);
        assertThat(done.status()).as("the send's status").isEqualTo(CompletionStatus.SUCCESS);
    }

    /** Waits for a datagram, and checks its length and bytes. */
    DtoCompletion received(int length, long cookie) throws InterruptedException {
        DtoCompletion got = completion(receives);
        assertThat(got.status()).as("the receive's status").isEqualTo(CompletionStatus.SUCCESS);
        assertThat(got.cookie()).isEqualTo(cookie);
        assertThat(got.length()).as("the datagram's length").isEqualTo(length);
        in.requireContents(0, length, SENT, 0);
        return got;
    }

    DtoCompletion completion(EventDispatcher from) throws InterruptedException {
        @Nullable Event event = party.await(from, Bound.EVENT);
        if (event instanceof DtoCompletion completion) {
            return completion;
        }
        throw new AssertionError("expected a completion, got " + event);
    }

    /** Demands that nothing comes for a while. */
    void quiet() throws InterruptedException {
        assertThat(party.await(receives, Bound.QUIET)).as("what was received").isNull();
        assertThat(party.await(connections, Bound.NOW)).as("connection event").isNull();
        assertThat(endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
    }

    /** Waits for a connection event of a kind. */
    <T extends ConnectionEvent> T event(Class<T> type) throws InterruptedException {
        @Nullable Event event = party.await(connections, Bound.EVENT);
        assertThat(event).as("the connection event").isInstanceOf(type);
        return type.cast(Objects.requireNonNull(event));
    }

    MulticastGroup join(InetAddress group) throws InterruptedException {
        endpoint.joinMulticast(group);
        return event(ConnectionEvent.MulticastJoined.class).group();
    }

    /** Sends a datagram to another one, which has to arrive. */
    void reach(Node peer) throws InterruptedException {
        long cookie = 9_000;
        peer.receive(cookie);
        AddressHandle there = to(peer);
        send(there, 1, cookie);
        assertThat(peer.received(1, cookie).operation()).isEqualTo(OperationKind.RECEIVE);
        there.close();
    }
}
