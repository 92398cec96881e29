package org.jdapl.conformance.rules.imm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group IMM. This side writes, the peer receives. */
final class ImmTests {

    private static final int SEED = 41;
    private static final int BLANK = 42;
    private static final int BYTES = 1_000;
    private static final int VALUE = 0x01020304;
    private static final long UNKNOWN = 0x5A5A_5A00L;

    /** Lengths that faults of mutants are bound to, so that only their own rules meet them. */
    static final int UNANSWERED = 77;

    static final int ORDINARY = 13;
    static final int IN_PLACE = 500;
    static final int ONE_RECEIVE = 44;
    static final int DENIED = 33;

    private static final List<Integer> VALUES =
            List.of(0, 1, -1, VALUE, 0x80000000, 0x7FFFFFFF, 0xFF00FF00, 0x000000FF);

    // ---- what many need

    private static Guarded source(Environment env) {
        return env.here().memory(BYTES, Party.LOCAL_RIGHTS, SEED);
    }

    private static RemoteMemory target(Environment env) {
        return env.there().memory(BYTES, Party.ALL_RIGHTS, BLANK);
    }

    private static int write(
            Link link, Guarded mine, int length, RemoteRegion to, int immediate, long cookie) {
        Work work =
                link.party()
                        .adapter()
                        .createWork(1)
                        .addSegment(mine.region(), 0, length)
                        .writeWithImmediate(to.address(), to.key(), immediate)
                        .cookie(cookie);
        return link.endpoint().post(work);
    }

    private static void mustWrite(
            Link link, Guarded mine, int length, RemoteRegion to, int immediate, long cookie)
            throws InterruptedException {
        assertThat(write(link, mine, length, to, immediate, cookie)).isEqualTo(PostStatus.OK);
        link.done().requireSuccess(cookie, OperationKind.WRITE_WITH_IMMEDIATE, length);
    }

    // ---- send with immediate

    @Tests("IMM-01")
    void areSentWithAMessage(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        pair.far().mustReceive(1, theirs.part(0, 100));
        assertThat(send(pair.link(), mine)).isEqualTo(PostStatus.OK);
        pair.link().done().requireSuccess(2, OperationKind.SEND_WITH_IMMEDIATE, 100);
        Seen received =
                pair.far().received().requireSuccess(1, OperationKind.RECEIVE_WITH_IMMEDIATE, 100);
        assertThat(received.immediate()).isEqualTo(Integer.toString(VALUE));
        theirs.requireContents(0, 100, SEED, 0);
    }

    @Tests(value = "IMM-01", twin = true)
    void areNotSentWhereThatIsNotAdvertised(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        assertThat(send(pair.link(), source(env))).isEqualTo(PostStatus.NOT_SUPPORTED);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        pair.exchange();
    }

    private static int send(Link link, Guarded mine) {
        return link.endpoint()
                .post(
                        link.party()
                                .adapter()
                                .createWork(1)
                                .addSegment(mine.region(), 0, 100)
                                .sendWithImmediate(VALUE)
                                .cookie(2));
    }

    // ---- write with immediate

    @Tests("IMM-02")
    void keepTheirValue(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        for (int value : VALUES) {
            pair.far().mustReceive(1);
            mustWrite(pair.link(), mine, 8, theirs.region(), value, 2);
            assertThat(pair.far().received().immediate()).isEqualTo(Integer.toString(value));
        }
    }

    @Tests(value = "IMM-02", twin = true)
    void areNotWrittenWhereThatIsNotAdvertised(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        assertThat(write(pair.link(), source(env), 8, target(env).region(), VALUE, 2))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        pair.exchange();
    }

    @Tests("IMM-03")
    void tellTheLengthOfTheWrite(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        for (int length : List.of(1, 100, 999)) {
            pair.far().mustReceive(1, theirs.part(0, 8));
            mustWrite(pair.link(), mine, length, theirs.region(), VALUE, 2);
            pair.far().received().requireSuccess(1, OperationKind.RECEIVE_WRITE_IMMEDIATE, length);
        }
    }

    @Tests("IMM-04")
    void useOneReceive(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        RemoteMemory receives = env.there().memory(200, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, receives.part(0, 100));
        pair.far().mustReceive(2, receives.part(100, 100));
        mustWrite(pair.link(), mine, ONE_RECEIVE, theirs.region(), VALUE, 3);
        assertThat(pair.far().received().cookie()).isEqualTo(1);
        receives.requireUntouched();

        pair.link().endpoint().send(mine.slice(0, 50), 4);
        pair.link().done().requireSuccess(4, OperationKind.SEND, 50);
        pair.far().received().requireSuccess(2, OperationKind.RECEIVE, 50);
        receives.requireOnlyChanged(100, 50);
    }

    @Tests("IMM-05")
    void failWithoutAReceive(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Pair bystander = env.connect();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        assertThat(write(pair.link(), mine, UNANSWERED, theirs.region(), VALUE, 1))
                .isEqualTo(PostStatus.OK);
        Seen done = pair.link().done();
        assertThat(done.cookie()).isEqualTo(1);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        bystander.exchange();
    }

    @Tests("IMM-06")
    void areNotShownByOthers(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        boolean has = env.attributes().has(Capability.WRITE_WITH_IMMEDIATE);
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        for (int i = 0; i < 3; i++) {
            if (has) {
                pair.far().mustReceive(1);
                mustWrite(pair.link(), mine, 8, theirs.region(), VALUE, 2);
                assertThat(pair.far().received().immediate()).isEqualTo(Integer.toString(VALUE));
            }
            pair.far().mustReceive(3, theirs.part(0, 100));
            pair.link().endpoint().send(mine.slice(0, ORDINARY), 4);
            assertThat(pair.link().done().immediate()).isEqualTo("none");
            Seen received = pair.far().received();
            received.requireSuccess(3, OperationKind.RECEIVE, ORDINARY);
            assertThat(received.immediate()).isEqualTo("none");
        }
    }

    @Tests("IMM-07")
    void comeBehindTheirBytes(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        for (int i = 0; i < 5; i++) {
            theirs.fill(BLANK);
            pair.far().mustReceive(1);
            RemoteLink.Awaited received = pair.far().await(Link.Queue.RECEIVES, Bound.EVENT);
            assertThat(write(pair.link(), mine, IN_PLACE, theirs.region(), VALUE, 2))
                    .isEqualTo(PostStatus.OK);
            received.take().requireSuccess(1, OperationKind.RECEIVE_WRITE_IMMEDIATE, IN_PLACE);
            theirs.requireContents(0, IN_PLACE, SEED, 0);
            theirs.requireOnlyChanged(0, IN_PLACE);
            pair.link().done();
        }
    }

    @Tests("IMM-08")
    void needNoBytes(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory theirs = target(env);
        pair.far().mustReceive(1);
        mustWrite(pair.link(), source(env), 0, theirs.region(), VALUE, 2);
        Seen received = pair.far().received();
        assertThat(received.immediate()).isEqualTo(Integer.toString(VALUE));
        assertThat(received.length()).isEqualTo(0);
        theirs.requireUntouched();
    }

    @Tests("IMM-09")
    void areRefusedWhereThePeerIsNotKnown(Environment env) throws InterruptedException {
        LinkShape raw = LinkShape.PLAIN.withFraming(PrivateDataFraming.RAW);
        Link link = env.here().link(raw);
        RemoteLink far = env.there().link(raw);
        RemoteListener listener =
                env.there().listen(EndpointCreation.CONSUMER, PrivateDataFraming.RAW);
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);
        listener.request().accept(far);
        link.connectionEvent();
        far.connectionEvent();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        far.mustReceive(1, theirs.part(0, 100));

        int status = write(link, mine, 8, theirs.region(), VALUE, 2);
        if (status == PostStatus.OK) {
            link.done().requireSuccess(2, OperationKind.WRITE_WITH_IMMEDIATE, 8);
            far.received().requireSuccess(1, OperationKind.RECEIVE_WRITE_IMMEDIATE, 8);
            return;
        }
        assertThat(status).isEqualTo(PostStatus.NOT_SUPPORTED);
        Expect.quiet(link, Link.Queue.REQUESTS);
        link.endpoint().send(mine.slice(0, 20), 3);
        link.done().requireSuccess(3, OperationKind.SEND, 20);
        far.received().requireSuccess(1, OperationKind.RECEIVE, 20);
        theirs.requireOnlyChanged(0, 20);
    }

    @Tests("IMM-10")
    void tellNothingOfWhatWasRefused(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = source(env);
        RemoteMemory theirs = target(env);
        RemoteRegion right = theirs.region();
        pair.far().mustReceive(1);
        RemoteRegion wrong =
                new RemoteRegion(right.address(), right.length(), right.key() ^ UNKNOWN);
        assertThat(write(pair.link(), mine, DENIED, wrong, VALUE, 2)).isEqualTo(PostStatus.OK);
        Seen received = pair.far().received();
        if (env.profile() == Profile.IB) {
            // A fault of class C ends the receive that the request is at (IBTA volume 1, 9.9.3).
            assertThat(received.status()).isNotEqualTo(CompletionStatus.SUCCESS);
        } else {
            assertThat(received.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        assertThat(received.immediate()).isEqualTo("none");
        Seen done = pair.link().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        theirs.requireUntouched();
    }

    @Tests("IMM-11")
    void takeSharedReceives(Environment env) throws InterruptedException {
        requireCapability(env, Capability.SHARED_RECEIVE_QUEUE);
        requireCapability(env, Capability.SELF_CONNECTION);
        Party here = env.here();
        InterfaceAdapter adapter = here.adapter();
        SharedReceiveQueue queue =
                adapter.createSharedReceiveQueue(
                        here.zone(), SharedReceiveQueueAttributes.of(2, 1));
        Link writer = here.link(LinkShape.PLAIN);
        EventDispatcher receives = adapter.createEventDispatcher(4, EventStream.DTO);
        Link model = here.link(LinkShape.PLAIN);
        Endpoint taker =
                adapter.createEndpoint(
                        here.zone(),
                        receives,
                        model.requests(),
                        model.connections(),
                        queue,
                        here.attributes(LinkShape.PLAIN));
        Party.Listening listening = here.listen();
        writer.endpoint().connect(listening.address(), Environment.PATIENTLY);
        ConnectionRequest request = env.request(here, listening);
        request.accept(taker);
        writer.connectionEvent();
        model.connectionEvent();

        Guarded mine = source(env);
        Guarded theirs = here.memory(BYTES, Party.ALL_RIGHTS, BLANK);
        Guarded room = here.memory(64, Party.LOCAL_RIGHTS, BLANK);
        assertThat(queue.postReceive(room.region(), 0, 64, 9)).isEqualTo(PostStatus.OK);
        mustWrite(writer, mine, 100, theirs.region().remoteRegion(), VALUE, 1);
        Seen received = here.next(receives, Bound.EVENT);
        received.requireSuccess(9, OperationKind.RECEIVE_WRITE_IMMEDIATE, 100);
        assertThat(received.immediate()).isEqualTo(Integer.toString(VALUE));
        theirs.requireContents(0, 100, SEED, 0);
        room.requireUntouched();
        assertThat(queue.available()).isEqualTo(0);
    }

    private static void requireCapability(Environment env, Capability capability) {
        if (!env.attributes().has(capability)) {
            throw new NotApplicableException(capability + " is not advertised");
        }
    }
}
