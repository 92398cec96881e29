package org.jdapl.conformance.rules.prt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group PRT. */
final class PrtTests {

    /** Of most memory here; mutants tell tests apart by it. */
    static final int LENGTH = 64;

    private static final int SEED = 17;
    private static final int BLANK = 18;
    private static final Set<Privilege> NO_REMOTE_WRITE =
            Set.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE, Privilege.REMOTE_READ);
    private static final Set<Privilege> NO_REMOTE_READ =
            Set.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE, Privilege.REMOTE_WRITE);
    private static final Set<Privilege> READ_ONLY = Set.of(Privilege.LOCAL_READ);

    // ---- what is refused at the post

    /** Tries a segment in every post that a predicate of kinds names. */
    private static void requireRefused(
            Pair pair,
            LocalMemoryRegion region,
            long offset,
            long length,
            int status,
            Set<OperationKind> kinds) {
        RemoteRegion remote = pair.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK).region();
        for (OperationKind kind : kinds) {
            if (kind == OperationKind.RDMA_READ && !hasReads(pair.here())) {
                continue;
            }
            assertThat(PostStatus.describe(post(pair, kind, region, offset, length, remote)))
                    .as("%s of %s bytes from %s", kind, length, offset)
                    .isEqualTo(PostStatus.describe(status));
        }
    }

    private static boolean hasReads(Party party) {
        return party.adapter().attributes().has(Capability.RDMA_READ);
    }

    private static int post(
            Pair pair,
            OperationKind kind,
            LocalMemoryRegion region,
            long offset,
            long length,
            RemoteRegion remote) {
        Endpoint endpoint = pair.link().endpoint();
        int none = CompletionFlags.DEFAULT;
        return switch (kind) {
            case SEND -> endpoint.postSend(region, offset, length, 9, none);
            case RECEIVE -> endpoint.postReceive(region, offset, length, 9);
            case RDMA_WRITE ->
                    endpoint.postWrite(
                            region, offset, length, remote.address(), remote.key(), 9, none);
            case RDMA_READ ->
                    endpoint.postRead(
                            region, offset, length, remote.address(), remote.key(), 9, none);
            default -> throw new IllegalArgumentException("kind=" + kind);
        };
    }

    private static final Set<OperationKind> ALL_KINDS =
            Set.of(
                    OperationKind.SEND,
                    OperationKind.RECEIVE,
                    OperationKind.RDMA_WRITE,
                    OperationKind.RDMA_READ);

    /** What was refused has left no trace. */
    private static void requireUnharmed(Pair pair) throws InterruptedException {
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        pair.exchange();
    }

    @Tests("PRT-01")
    void refusesARegionOfAnotherAdapter(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded foreign = env.open().memory(LENGTH, Party.ALL_RIGHTS, SEED);

        requireRefused(
                pair, foreign.region(), 0, LENGTH, PostStatus.PROTECTION_VIOLATION, ALL_KINDS);

        requireUnharmed(pair);
    }

    @Tests("PRT-02")
    void refusesASegmentOutsideOfItsRegion(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.ALL_RIGHTS, SEED);
        AdapterAttributes limits = env.here().adapter().attributes();
        // What is longer still has the wrong length on any region.
        long longest =
                Math.min(
                        Integer.MAX_VALUE,
                        Math.min(limits.maxMessageBytes(), limits.maxRdmaBytes()));

        for (long[] outside :
                new long[][] {
                    {1, LENGTH},
                    {0, LENGTH + 1},
                    {-1, 1},
                    {LENGTH, 1},
                    {LENGTH + 1, 0},
                    {Long.MAX_VALUE, 2},
                    {2, longest}
                }) {
            requireRefused(
                    pair,
                    mine.region(),
                    outside[0],
                    outside[1],
                    PostStatus.PROTECTION_VIOLATION,
                    ALL_KINDS);
        }

        requireUnharmed(pair);
    }

    @Tests("PRT-09")
    void refusesARegionOfAnotherZone(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded foreign =
                env.here()
                        .memory(
                                env.here().adapter().createProtectionZone(),
                                LENGTH,
                                Party.ALL_RIGHTS,
                                SEED);

        requireRefused(
                pair, foreign.region(), 0, LENGTH, PostStatus.PROTECTION_VIOLATION, ALL_KINDS);

        requireUnharmed(pair);
    }

    @Tests("PRT-12")
    void refusesToReceiveWhereItMayNotWrite(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded readOnly = env.here().memory(LENGTH, READ_ONLY, SEED);

        requireRefused(
                pair,
                readOnly.region(),
                0,
                LENGTH,
                PostStatus.PRIVILEGES_VIOLATION,
                Set.of(OperationKind.RECEIVE, OperationKind.RDMA_READ));

        requireUnharmed(pair);
        readOnly.requireUntouched();
    }

    // ---- what fails at the peer

    /** Writes to where it must not, and waits for the end of the connection. */
    private static void requireWriteFails(Environment env, Pair pair, RemoteRegion bad)
            throws InterruptedException {
        Guarded mine = pair.here().memory(bad.length(), Party.LOCAL_RIGHTS, SEED);
        pair.link().endpoint().write(mine.slice(0, bad.length()), bad, 1);
        Seen done = pair.link().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
    }

    /** Reads from where it must not, where it has reads, and waits for the connection's end. */
    private static void requireReadFails(Environment env, Pair pair, RemoteRegion bad)
            throws InterruptedException {
        if (!hasReads(env.here())) {
            return;
        }
        Guarded sink = pair.here().memory(bad.length(), Party.LOCAL_RIGHTS, BLANK);
        pair.link().endpoint().read(sink.slice(0, bad.length()), bad, 1);
        Seen done = pair.link().done();
        assertThat(done.status()).isNotEqualTo(CompletionStatus.SUCCESS);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        sink.requireUntouched();
    }

    /** Does both to where it must not, each on a connection of its own. */
    private static void requireBothFail(Environment env, RemoteRegion bad)
            throws InterruptedException {
        requireWriteFails(env, env.connect(), bad);
        requireReadFails(env, env.connect(), bad);
    }

    /** Does both to where it may, where it has reads. */
    private static void requireBothSucceed(Pair pair, RemoteRegion good)
            throws InterruptedException {
        long length = good.length();
        Guarded mine = pair.here().memory(length, Party.LOCAL_RIGHTS, SEED);
        pair.link().endpoint().write(mine.slice(0, length), good, 2);
        pair.link().done().requireSuccess(2, OperationKind.RDMA_WRITE, length);
        if (!hasReads(pair.here())) {
            pair.exchange(); // a message comes behind the write
            return;
        }
        mine.fill(BLANK);
        pair.link().endpoint().read(mine.slice(0, length), good, 3);
        pair.link().done().requireSuccess(3, OperationKind.RDMA_READ, length);
        mine.requireContents(0, length, SEED, 0);
    }

    @Tests("PRT-03")
    void stopsAWriteWithoutTheRight(Environment env) throws InterruptedException {
        RemoteMemory target = env.there().memory(2L * LENGTH, NO_REMOTE_WRITE, BLANK);

        requireWriteFails(env, env.connect(), target.region());

        target.requireContents(0, 2L * LENGTH, BLANK, 0);
    }

    @Tests("PRT-04")
    void looksAtTheRightOfTheRegionToWrite(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory open = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory target =
                env.there()
                        .memory(LENGTH, Set.of(Privilege.LOCAL_READ, Privilege.REMOTE_READ), BLANK);
        requireBothSucceed(pair, open.region());

        requireWriteFails(env, pair, target.region());

        target.requireContents(0, LENGTH, BLANK, 0);
    }

    @Tests(value = "PRT-05", needs = Capability.RDMA_READ)
    void stopsAReadWithoutTheRight(Environment env) throws InterruptedException {
        RemoteMemory source = env.there().memory(LENGTH, NO_REMOTE_READ, SEED);

        requireReadFails(env, env.connect(), source.region());
    }

    @Tests(value = "PRT-06", needs = Capability.RDMA_READ)
    void looksAtTheRightOfTheRegionToRead(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory open = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory source = env.there().memory(LENGTH, NO_REMOTE_READ, SEED);
        requireBothSucceed(pair, open.region());

        requireReadFails(env, pair, source.region());
    }

    @Tests("PRT-07")
    void endsWithTheLastByte(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory target = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteRegion whole = target.region();
        requireBothSucceed(pair, whole);
        requireBothSucceed(pair, whole.slice(LENGTH - 1, 1));

        RemoteRegion past = new RemoteRegion(whole.address() + LENGTH - 1, 2, whole.key());
        requireWriteFails(env, pair, past);
        requireReadFails(env, env.connect(), past);
        target.requireContents(0, LENGTH - 1, SEED, 0);
        env.there().requireGuards();
    }

    @Tests("PRT-08")
    void beginsWithTheFirstByte(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteMemory target = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteRegion whole = target.region();
        requireBothSucceed(pair, whole);
        requireBothSucceed(pair, whole.slice(0, 1));

        RemoteRegion before = new RemoteRegion(whole.address() - 1, 2, whole.key());
        requireWriteFails(env, pair, before);
        requireReadFails(env, env.connect(), before);
        target.requireContents(0, LENGTH, SEED, 0);
        env.there().requireGuards();
    }

    @Tests("PRT-10")
    void keepsToTheZone(Environment env) throws InterruptedException {
        RemoteMemory target = env.there().memoryOfOtherZone(LENGTH, Party.ALL_RIGHTS, BLANK);

        requireBothFail(env, target.region());

        target.requireContents(0, LENGTH, BLANK, 0);
    }

    @Tests("PRT-11")
    void knowsEveryBitOfAKey(Environment env) throws InterruptedException {
        RemoteMemory target = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteRegion right = target.region();
        Pair pair = env.connect();
        requireBothSucceed(pair, right);
        target.fill(BLANK);

        for (long bit : new long[] {0x01, 0x80}) {
            requireBothFail(env, new RemoteRegion(right.address(), LENGTH, right.key() ^ bit));
        }

        target.requireContents(0, LENGTH, BLANK, 0);
        requireBothSucceed(pair, right);
    }

    @Tests("PRT-13")
    void leavesOtherConnectionsAlone(Environment env) throws InterruptedException {
        List<Pair> others = List.of(env.connect(), env.connect());
        RemoteMemory target = env.there().memory(LENGTH, NO_REMOTE_WRITE, BLANK);
        requireWriteFails(env, env.connect(), target.region());

        for (Pair other : others) {
            Expect.accepted(other::exchange);
            Expect.quiet(other.link(), Link.Queue.CONNECTIONS);
        }
        Expect.accepted(() -> env.connect().exchange());
    }

    @Tests("PRT-14")
    void changesNothingElse(Environment env) throws InterruptedException {
        RemoteMemory bystander = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory target = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory closedToAll = env.there().memory(LENGTH, NO_REMOTE_WRITE, BLANK);
        RemoteMemory ofOtherZone = env.there().memoryOfOtherZone(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteRegion whole = target.region();
        List<RemoteRegion> bad =
                List.of(
                        new RemoteRegion(whole.address() + LENGTH / 2, LENGTH, whole.key()),
                        new RemoteRegion(whole.address() - LENGTH / 2, LENGTH, whole.key()),
                        new RemoteRegion(whole.address() + LENGTH, LENGTH, whole.key()),
                        new RemoteRegion(-LENGTH / 2, LENGTH, whole.key()),
                        new RemoteRegion(whole.address(), LENGTH, ~whole.key()),
                        closedToAll.region(),
                        ofOtherZone.region());

        for (RemoteRegion region : bad) {
            requireWriteFails(env, env.connect(), region);
        }

        for (RemoteMemory memory : List.of(bystander, closedToAll, ofOtherZone)) {
            memory.requireContents(0, LENGTH, BLANK, 0);
        }
        env.there().requireGuards();
    }

    @Tests("PRT-15")
    void sparesTheVictim(Environment env) throws InterruptedException {
        for (boolean late : new boolean[] {false, true}) {
            sparesTheVictim(env, late);
        }
    }

    /**
     * One fault.
     *
     * @param late whether the victim looks when its peer has ended the connection, too
     */
    private static void sparesTheVictim(Environment env, boolean late) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        Guarded target = env.here().memory(LENGTH, NO_REMOTE_WRITE, BLANK);
        Guarded inbox = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        endpoint.receive(inbox.slice(0, LENGTH), 5);

        int posted = pair.far().write(1, target.region().remoteRegion(), theirs.part(0, LENGTH));
        assertThat(posted).isEqualTo(PostStatus.OK);
        if (late) {
            env.time().sleep(Bound.QUIET);
        }

        Seen end = Expect.given(() -> pair.link().next(Link.Queue.CONNECTIONS, Bound.BROKEN));
        end.require(ConnectionEvent.Broken.class);
        Seen flushed = Expect.given(pair.link()::received);
        assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
        assertThat(Expect.given(endpoint::status).state()).isEqualTo(EndpointState.DISCONNECTED);
        Expect.accepted(() -> endpoint.send(inbox.slice(0, 1), 6));
        assertThat(Expect.given(pair.link()::done).status()).isEqualTo(CompletionStatus.FLUSHED);
        target.requireUntouched();
        inbox.requireUntouched();
        pair.far().done();
        Expect.end(pair.far().connectionEvent());
    }
}
