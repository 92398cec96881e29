package org.jdapl.conformance.rules.err;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.InfinibandAttributes;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.Peer;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;

/** Tests the rules of group ERR. */
final class ErrTests {

    /** Receives of an endpoint whose completions nobody takes, for mutants to know it by. */
    static final int UNTAKEN = 19;

    private static final int UNKNOWN = 0x5555_0000;
    private static final int QUEUE = 4;
    private static final String SECRET = "open sesame, said nobody";

    /** Writes with a key that the other side does not know. */
    private static Seen fault(Pair pair, Guarded mine) throws InterruptedException {
        RemoteMemory theirs = pair.there().memory(8, Party.ALL_RIGHTS, 2);
        RemoteRegion right = theirs.region();
        // A read, since a write with a wrong key need not fail here.
        pair.link()
                .endpoint()
                .read(
                        mine.slice(0, 8),
                        new RemoteRegion(right.address(), 8, right.key() ^ UNKNOWN),
                        1);
        Seen event = Expect.end(pair.link());
        assertThat(pair.link().done().cookie()).isEqualTo(1);
        Expect.end(pair.far().connectionEvent());
        return event;
    }

    @Tests(value = "ERR-01", needs = Capability.RDMA_READ)
    void tellsWhyAConnectionBroke(Environment env) throws InterruptedException {
        Pair pair = env.connect();

        Seen event = fault(pair, env.here().memory(8, Party.LOCAL_RIGHTS, 1));

        event.require(ConnectionEvent.Broken.class);
        assertThat(event.fields().get("reason")).isNotBlank();
    }

    /** Calls that are refused, each for another reason. */
    private static List<Expect.Attempt> refusedCalls(Environment env) {
        Party here = env.here();
        Link link = here.link(LinkShape.PLAIN);
        Guarded memory = here.memory(8, Party.LOCAL_RIGHTS, 1);
        ProtectionZone closed = here.adapter().createProtectionZone();
        closed.close();
        return List.of(
                () -> env.registry().open("no-such:adapter", AdapterOptions.defaults()),
                () -> here.adapter().createEventDispatcher(0, EventStream.DTO),
                () -> here.zone().allocate(-1, Party.LOCAL_RIGHTS),
                () -> closed.allocate(8, Party.LOCAL_RIGHTS),
                () -> here.zone().close(),
                () -> here.adapter().close(CloseMode.GRACEFUL),
                () -> link.endpoint().disconnect(DisconnectMode.ABRUPT),
                () -> link.endpoint().send(memory.slice(0, 8), 1),
                () -> memory.slice(4, 8),
                () -> memory.region().remoteRegion());
    }

    @Tests("ERR-02")
    void refusesWithACode(Environment env) {
        for (Expect.Attempt call : refusedCalls(env)) {
            DatException e = Expect.refusal(call);
            assertThat(e.code().isError()).as(e.getMessage()).isTrue();
            assertThat(e.code().value()).as(e.getMessage()).isNegative().isNotEqualTo(-1);
            assertThat(e.getMessage()).contains(e.code().toString());
        }
    }

    @Tests("ERR-03")
    void refusesForTheSameReasonInBothStyles(Environment env) throws InterruptedException {
        Link unconnected = env.here().link(LinkShape.PLAIN);
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(QUEUE, QUEUE));
        Guarded memory = env.here().memory(8, Party.LOCAL_RIGHTS, 1);
        Link closed = env.here().link(LinkShape.PLAIN);
        closed.endpoint().close();
        LocalMemoryRegion foreign =
                env.here()
                        .memory(
                                env.here().adapter().createProtectionZone(),
                                8,
                                Party.LOCAL_RIGHTS,
                                1)
                        .region();

        requireSame(unconnected, memory.region());
        requireSame(closed, memory.region());
        requireSame(pair.link(), foreign);
    }

    private static void requireSame(Link link, LocalMemoryRegion region) {
        int status = link.endpoint().postSend(region, 0, 8, 1, CompletionFlags.DEFAULT);
        assertThat(status).isNegative();
        DatException e = Expect.refusal(() -> link.endpoint().send(region.whole(), 1));
        assertThat(e.code()).isEqualTo(PostStatus.code(status));
    }

    @Tests("ERR-04")
    void refusesWithoutAnyEffect(Environment env) throws InterruptedException {
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(QUEUE, QUEUE));
        Endpoint endpoint = pair.link().endpoint();
        Guarded memory = env.here().memory(8, Party.LOCAL_RIGHTS, 1);
        LocalMemoryRegion foreign =
                env.here()
                        .memory(
                                env.here().adapter().createProtectionZone(),
                                8,
                                Party.LOCAL_RIGHTS,
                                1)
                        .region();

        for (int i = 0; i < 10 * QUEUE; i++) {
            assertThat(endpoint.postSend(foreign, 0, 8, 1, CompletionFlags.DEFAULT)).isNegative();
            assertThat(endpoint.postSend(memory.region(), 4, 8, 1, CompletionFlags.DEFAULT))
                    .isNegative();
            assertThat(endpoint.postReceive(foreign, 0, 8, 1)).isNegative();
        }

        assertThat(env.here().adapter().census().outstandingRequests()).isZero();
        assertThat(env.here().adapter().census().outstandingReceives()).isZero();
        for (int i = 0; i < QUEUE; i++) {
            assertThat(endpoint.postReceive(memory.region(), 0, 8, i)).isEqualTo(PostStatus.OK);
        }
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        pair.far().disconnect(DisconnectMode.ABRUPT);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, QUEUE);
    }

    @Tests("ERR-05")
    void refusesClosedAndForeignObjectsByName(Environment env) throws InterruptedException {
        Party here = env.here();
        Party other = env.open();
        Pair pair = env.connect();
        Guarded closed = here.memory(8, Party.LOCAL_RIGHTS, 1);
        closed.close();
        Guarded foreign = other.memory(8, Party.LOCAL_RIGHTS, 1);
        EventDispatcher theirs = other.adapter().createEventDispatcher(8, EventStream.DTO);

        Expect.refused(
                () -> pair.link().endpoint().send(closed.slice(0, 8), 1), DatType.INVALID_HANDLE);
        Expect.refused(
                () -> pair.link().endpoint().send(foreign.slice(0, 8), 1),
                DatType.INVALID_HANDLE,
                DatType.PROTECTION_VIOLATION);
        Expect.refused(
                () ->
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        theirs,
                                        pair.link().requests(),
                                        pair.link().connections(),
                                        here.attributes(LinkShape.PLAIN)),
                DatType.INVALID_HANDLE);
        pair.exchange();
    }

    @Tests("ERR-08")
    void tellsEveryAdapterOfTheLossOfItsDevice(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        List<Party> parties = List.of(env.here(), env.open());

        env.removeDevice();

        for (Party party : parties) {
            EventDispatcher async = party.adapter().asyncEvents();
            party.next(async, Bound.EVENT).require(AsyncEvent.AdapterCatastrophic.class);
            assertThat(party.poll(async, Bound.QUIET)).isNull();
        }
        Expect.end(pair.link());
    }

    @Tests("ERR-09")
    void tellsOfADeadPeerWhateverElseIsRead(Environment env) throws InterruptedException {
        Peer victim = env.ownPeer();
        RemoteParty there = victim.open(env.peerAdapterName(), ProgressMode.MANUAL);
        Pair pair =
                env.connect(
                        env.here(),
                        there,
                        Stalled.link(env, LinkShape.PLAIN),
                        there.link(LinkShape.PLAIN));
        Stalled stalled = Stalled.of(env, pair);
        stalled.post(1, 1, CompletionFlags.DEFAULT);

        victim.kill();

        Expect.end(pair.link()).require(ConnectionEvent.Broken.class);
        assertThat(pair.link().done().status()).isNotEqualTo(CompletionStatus.SUCCESS);
        assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        stalled.requireUntouched();
    }

    @Tests(value = "ERR-10", needs = Capability.RDMA_READ)
    void showsNothingOfTheMemory(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(SECRET.length(), Party.LOCAL_RIGHTS, 1);
        MemorySegment.copy(
                MemorySegment.ofArray(SECRET.getBytes(StandardCharsets.US_ASCII)),
                0,
                mine.memory(),
                0,
                SECRET.length());
        List<String> texts = new ArrayList<>();

        texts.add(Expect.refusal(() -> mine.slice(1, SECRET.length())).getMessage());
        texts.add(mine.region().toString());
        texts.add(mine.slice(0, 8).toString());
        for (Expect.Attempt call : refusedCalls(env)) {
            texts.add(Expect.refusal(call).getMessage());
        }
        texts.add(fault(pair, mine).toString());

        assertThat(texts).noneMatch(text -> text.contains(SECRET.substring(0, 8)));
    }

    @Tests("ERR-11")
    void tellsOfAFailureThoughNobodyTakesItsCompletion(Environment env)
            throws InterruptedException {
        LinkShape shape = LinkShape.PLAIN.withQueues(UNTAKEN, UNTAKEN);
        Link here = env.here().link(shape, notTriedAgain(env));
        Pair pair = env.connect(env.here(), env.there(), here, env.there().link(LinkShape.PLAIN));
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, 1);

        here.endpoint().send(mine.slice(0, 8), 1); // the peer has no receive

        Expect.end(here);
        assertThat(here.done().cookie()).isEqualTo(1);
        Expect.end(pair.far().connectionEvent());
    }

    /** A message that meets no receive fails at once, instead of being sent again for seconds. */
    private static TransportAttributes notTriedAgain(Environment env) {
        return env.attributes().has(Capability.RECEIVER_NOT_READY_RETRY)
                ? TransportAttributes.NONE.with(InfinibandAttributes.RNR_RETRY_COUNT, 0)
                : TransportAttributes.NONE;
    }
}
