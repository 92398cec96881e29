package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.api.data.Capability;
import org.jdapl.api.data.InfinibandAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TargetProgress;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;

/**
 * A connection whose peer does not get on: what {@link #post} posts, and all that is posted behind
 * it, stays outstanding until the peer is let go or the connection ends.
 *
 * <p>Where a peer serves nobody unless it is driven, it is not driven, and the requests are reads.
 * Where devices serve by themselves, the requests are messages that meet no receive, on a
 * connection that tries them again without end.
 */
public final class Stalled {

    private static final int WITHOUT_END = 7;
    private static final int ROOM = 64;
    private static final int SEED = 61;
    private static final int BLANK = 62;

    private final Pair pair;
    private final boolean driven;
    private final Guarded mine;
    private final RemoteMemory theirs;
    private int posted;

    private Stalled(Pair pair, boolean driven) {
        this.pair = pair;
        this.driven = driven;
        mine = pair.here().memory(ROOM, Party.LOCAL_RIGHTS, BLANK);
        theirs = pair.there().memory(ROOM, Party.ALL_RIGHTS, SEED);
        if (driven) {
            pair.there().freeze();
        }
    }

    /**
     * Connects to a peer of its own, which does not get on from then.
     *
     * @param env the environment
     * @param shape of both endpoints
     * @return the connection
     * @throws InterruptedException where the test was interrupted
     * @throws NotApplicableException where nothing keeps a request outstanding
     */
    public static Stalled connect(Environment env, LinkShape shape) throws InterruptedException {
        RemoteParty there = env.openThere(ProgressMode.MANUAL);
        return of(env, env.connect(env.here(), there, link(env, shape), there.link(shape)));
    }

    /**
     * Makes an endpoint for such a connection.
     *
     * @param env the environment
     * @param shape what is wanted
     * @return the endpoint, of {@link Environment#here()}
     * @throws NotApplicableException where nothing keeps a request outstanding
     */
    public static Link link(Environment env, LinkShape shape) {
        if (isDriven(env)) {
            if (!env.attributes().has(Capability.RDMA_READ)) {
                throw new NotApplicableException("a read is what would stay outstanding");
            }
            return env.here().link(shape);
        }
        if (!env.attributes().has(Capability.RECEIVER_NOT_READY_RETRY)) {
            throw new NotApplicableException(
                    "the peer's device serves requests by itself, and a message that meets no"
                            + " receive is not tried again: none stays outstanding");
        }
        return env.here()
                .link(
                        shape,
                        TransportAttributes.NONE.with(
                                InfinibandAttributes.RNR_RETRY_COUNT, WITHOUT_END));
    }

    /**
     * Has the peer of a connection stop.
     *
     * @param env the environment
     * @param pair made with {@link #link}, to an adapter that is driven by hand
     * @return the connection
     */
    public static Stalled of(Environment env, Pair pair) {
        return new Stalled(pair, isDriven(env));
    }

    private static boolean isDriven(Environment env) {
        return env.attributes().targetProgress() == TargetProgress.REQUIRED;
    }

    /**
     * The two ends.
     *
     * @return the connection
     */
    public Pair pair() {
        return pair;
    }

    /**
     * What {@link #post} posts.
     *
     * @return a read or a send
     */
    public OperationKind kind() {
        return driven ? OperationKind.RDMA_READ : OperationKind.SEND;
    }

    /**
     * Posts requests of one byte each.
     *
     * @param count how many
     * @param firstCookie the first one's cookie; each next one's is one more
     * @param flags completion flags
     * @throws AssertionError where one is refused
     */
    public void post(int count, long firstCookie, int flags) {
        for (int i = 0; i < count; i++) {
            assertThat(postOne(firstCookie + i, flags)).as("post %s", i).isEqualTo(PostStatus.OK);
        }
        posted += count;
    }

    private int postOne(long cookie, int flags) {
        return driven
                ? pair.link()
                        .endpoint()
                        .postRead(
                                mine.region(),
                                0,
                                1,
                                theirs.region().address(),
                                theirs.region().key(),
                                cookie,
                                flags)
                : pair.link().endpoint().postSend(mine.region(), 0, 1, cookie, flags);
    }

    /**
     * Lets the peer go on while the connection stands, and waits until it has had the messages.
     *
     * @throws InterruptedException where the test was interrupted
     */
    public void letGo() throws InterruptedException {
        if (driven) {
            pair.there().thaw();
            return;
        }
        for (int i = 0; i < posted; i++) {
            pair.far().mustReceive(i, theirs.part(i % ROOM, 1));
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 1);
        }
    }

    /** Lets the peer go on when the connection has ended. */
    public void letGoAfterwards() {
        if (driven) {
            pair.there().thaw();
        }
    }

    /** Demands that no read has brought anything. */
    public void requireUntouched() {
        mine.requireUntouched();
    }
}
