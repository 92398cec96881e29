package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Accesses that must fail. Whatever the transport reports, and when: nothing changes that must not,
 * each piece of work is accounted for once and in order, both sides learn of the end within a
 * bound, and other connections of the same adapters go on.
 */
class ProtectionTest extends TwoProcessTest {

    private static final int SEED = 61;
    private static final int BLANK = 62;
    private static final int LENGTH = 1000;
    private static final long BAD = 1;

    /** What is wrong with the remote address or key. */
    enum Fault {
        UNKNOWN_KEY,
        CHANGED_KEY_BYTE,
        ONE_BYTE_PAST_THE_END,
        ONE_BYTE_BEFORE_THE_START,
        LENGTH_WRAPS_ROUND,
        RIGHT_IS_MISSING,
        OTHER_ZONE,
        REGION_WAS_CLOSED
    }

    static Stream<Arguments> faultsAndModes() {
        return Stream.of(ProgressMode.values())
                .flatMap(mode -> Stream.of(Fault.values()).map(fault -> Arguments.of(mode, fault)));
    }

    /**
     * Memory of the peer for a fault, with the right that the operation does not need where the
     * right is to be missing.
     */
    private static RemoteMemory target(RemoteParty there, Fault fault, boolean write) {
        Set<Privilege> all = EnumSet.copyOf(Privilege.ALL);
        if (fault == Fault.RIGHT_IS_MISSING) {
            all.remove(write ? Privilege.REMOTE_WRITE : Privilege.REMOTE_READ);
        }
        return fault == Fault.OTHER_ZONE
                ? there.memoryOfOtherZone(LENGTH, all, write ? BLANK : SEED)
                : there.memory(LENGTH, all, write ? BLANK : SEED);
    }

    private static RemoteRegion wrong(RemoteRegion right, Fault fault) {
        long address = right.address();
        long key = right.key();
        return switch (fault) {
            case UNKNOWN_KEY -> new RemoteRegion(address, LENGTH, key ^ 0x5555_0000L);
            case CHANGED_KEY_BYTE -> new RemoteRegion(address, LENGTH, key ^ 0x01);
            case ONE_BYTE_PAST_THE_END -> new RemoteRegion(address + 1, LENGTH, key);
            case ONE_BYTE_BEFORE_THE_START -> new RemoteRegion(address - 1, LENGTH, key);
            case LENGTH_WRAPS_ROUND -> new RemoteRegion(-LENGTH / 2, LENGTH, key);
            case RIGHT_IS_MISSING, OTHER_ZONE, REGION_WAS_CLOSED -> right;
        };
    }

    /** A second connection between the same adapters, which nothing may happen to. */
    private static void assertGoesOn(Pair bystander) throws InterruptedException {
        ConnectTest.exchange(bystander);
        assertQuiet(bystander.link(), Link.Queue.CONNECTIONS);
    }

    @ParameterizedTest
    @MethodSource("faultsAndModes")
    void shouldStopAWriteThatIsNotAllowedAndNothingElse(ProgressMode mode, Fault fault)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Pair bystander = connect(pair.here(), pair.there(), LinkShape.PLAIN);
        Guarded mine = pair.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory good = pair.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteMemory target = target(pair.there(), fault, true);
        RemoteRegion bad = wrong(target.region(), fault);
        if (fault == Fault.REGION_WAS_CLOSED) {
            target.close();
        }
        for (int i = 0; i < 4; i++) {
            pair.link().endpoint().receive(mine.slice(0, 0), 100 + i);
        }

        pair.link().endpoint().write(mine.slice(0, LENGTH), good.region(), 0);
        pair.link().endpoint().write(mine.slice(0, LENGTH), bad, BAD);
        int later = postLater(pair, mine, good);

        requireWriteOutcome(pair, later);
        requireEnd(pair, mine);
        target.requireUntouched();
        good.requireContents(0, LENGTH, SEED, 0);
        assertGoesOn(bystander);
    }

    /**
     * More writes behind the bad one; some of them may be refused, since the end can come at any
     * moment.
     */
    private static int postLater(Pair pair, Guarded mine, RemoteMemory good) {
        int accepted = 0;
        for (int i = 0; i < 5; i++) {
            int status =
                    pair.link()
                            .endpoint()
                            .postWrite(
                                    mine.region(),
                                    0,
                                    LENGTH,
                                    good.region().address(),
                                    good.region().key(),
                                    BAD + 1 + i,
                                    CompletionFlags.DEFAULT);
            assertThat(status).isEqualTo(PostStatus.OK);
            accepted++;
        }
        return accepted;
    }

    private static void requireWriteOutcome(Pair pair, int later) throws InterruptedException {
        List<Seen> seen = Faults.expectInOrder(pair.link(), Link.Queue.REQUESTS, 0, 2 + later);
        seen.get(0).requireSuccess(0, OperationKind.RDMA_WRITE, LENGTH);
        assertThat(seen.get(1).status())
                .isIn(
                        CompletionStatus.REMOTE_ACCESS,
                        CompletionStatus.SUCCESS,
                        CompletionStatus.FLUSHED);
        boolean failed = seen.get(1).status() != CompletionStatus.SUCCESS;
        for (Seen behind : seen.subList(2, seen.size())) {
            assertThat(behind.status()).isIn(CompletionStatus.SUCCESS, CompletionStatus.FLUSHED);
            assertThat(failed && behind.status() == CompletionStatus.SUCCESS)
                    .as("success behind a failure")
                    .isFalse();
            failed |= behind.status() != CompletionStatus.SUCCESS;
        }
    }

    /**
     * Both sides learn of the end; the four receives are flushed; and the endpoint flushes what
     * comes later.
     */
    private static void requireEnd(Pair pair, Guarded mine) throws InterruptedException {
        Faults.expectEnd(pair.link());
        Faults.expectEnd(pair.far().connectionEvent());
        assertThat(pair.far().state()).isEqualTo(EndpointState.DISCONNECTED);
        for (Seen flushed : Faults.expectInOrder(pair.link(), Link.Queue.RECEIVES, 100, 4)) {
            assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        assertThat(pair.here().adapter().census().outstandingRequests()).isZero();
        assertThat(pair.here().adapter().census().outstandingReceives()).isZero();
        pair.link().endpoint().send(mine.slice(0, 1), 50);
        assertThat(pair.link().done().status()).isEqualTo(CompletionStatus.FLUSHED);
        assertQuiet(pair.link(), Link.Queue.CONNECTIONS);
        assertQuiet(pair.link(), Link.Queue.REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("faultsAndModes")
    void shouldNeverLetAReadThatIsNotAllowedSucceed(ProgressMode mode, Fault fault)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Pair bystander = connect(pair.here(), pair.there(), LinkShape.PLAIN);
        Guarded first = pair.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        Guarded sink = pair.here().memory(6 * LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory good = pair.there().memory(LENGTH, Party.ALL_RIGHTS, SEED);
        RemoteMemory target = target(pair.there(), fault, false);
        RemoteRegion bad = wrong(target.region(), fault);
        if (fault == Fault.REGION_WAS_CLOSED) {
            target.close();
        }
        for (int i = 0; i < 4; i++) {
            pair.link().endpoint().receive(first.slice(0, 0), 100 + i);
        }

        pair.link().endpoint().read(first.slice(0, LENGTH), good.region(), 0);
        pair.link().endpoint().read(sink.slice(0, LENGTH), bad, BAD);
        for (int i = 1; i <= 5; i++) {
            pair.link().endpoint().read(sink.slice(i * LENGTH, LENGTH), good.region(), BAD + i);
        }

        List<Seen> seen = Faults.expectInOrder(pair.link(), Link.Queue.REQUESTS, 0, 7);
        seen.get(0).requireSuccess(0, OperationKind.RDMA_READ, LENGTH);
        assertThat(seen.get(1).status())
                .isIn(CompletionStatus.REMOTE_ACCESS, CompletionStatus.FLUSHED);
        for (Seen behind : seen.subList(2, seen.size())) {
            assertThat(behind.status()).as(behind.toString()).isEqualTo(CompletionStatus.FLUSHED);
        }
        requireEnd(pair, first);
        sink.requireContents(0, LENGTH, BLANK, 0);
        sink.requireGuards();
        first.requireContents(0, LENGTH, SEED, 0);
        target.requireUntouched();
        assertGoesOn(bystander);
    }

    @ParameterizedTest
    @MethodSource("faultsAndModes")
    void shouldProtectThisSideFromAPeersWrites(ProgressMode mode, Fault fault)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Pair bystander = connect(pair.here(), pair.there(), LinkShape.PLAIN);
        Set<Privilege> rights = EnumSet.copyOf(Privilege.ALL);
        if (fault == Fault.RIGHT_IS_MISSING) {
            rights.remove(Privilege.REMOTE_WRITE);
        }
        Guarded target =
                fault == Fault.OTHER_ZONE
                        ? pair.here()
                                .memory(
                                        pair.here().adapter().createProtectionZone(),
                                        LENGTH,
                                        rights,
                                        BLANK)
                        : pair.here().memory(LENGTH, rights, BLANK);
        RemoteRegion bad = wrong(target.region().remoteRegion(), fault);
        if (fault == Fault.REGION_WAS_CLOSED) {
            target.close();
        }
        RemoteMemory theirs = pair.there().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        Guarded inbox = pair.here().memory(10, Party.LOCAL_RIGHTS, BLANK);
        pair.link().endpoint().receive(inbox.slice(0, 10), 5);

        assertThat(pair.far().write(BAD, bad, theirs.whole())).isEqualTo(PostStatus.OK);

        Faults.expectEnd(pair.link());
        Seen flushed = pair.link().received();
        assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
        Seen done = pair.far().done();
        assertThat(done.status())
                .isIn(
                        CompletionStatus.REMOTE_ACCESS,
                        CompletionStatus.SUCCESS,
                        CompletionStatus.FLUSHED);
        Faults.expectEnd(pair.far().connectionEvent());
        target.requireUntouched();
        inbox.requireUntouched();
        assertGoesOn(bystander);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldGiveNobodyAKeyOfARegionWithoutRemoteRights(ProgressMode mode) {
        Party here = open(mode);
        Guarded local = here.memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);

        assertRefused(() -> local.region().remoteRegion(), DatType.PRIVILEGES_VIOLATION);
        assertRefused(() -> local.region().remoteRegion(0, 1), DatType.PRIVILEGES_VIOLATION);
        // Nor is a right to write for the peer given without one for this side.
        assertRefused(
                () ->
                        here.memory(
                                LENGTH,
                                Set.of(Privilege.LOCAL_READ, Privilege.REMOTE_WRITE),
                                BLANK),
                DatType.INVALID_PARAMETER);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldNotGiveANewRegionTheKeyOfOneThatWasJustClosed(ProgressMode mode) {
        Party here = open(mode);
        long former = -1;
        for (int i = 0; i < 64; i++) {
            Guarded region = here.memory(64, Party.ALL_RIGHTS, i);
            long key = region.region().remoteRegion().key();
            assertThat(key).as("key of region %s", i).isNotEqualTo(former);
            region.close();
            former = key;
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseLocalMistakesAtThePostAndKeepTheConnection(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Party here = pair.here();
        var endpoint = pair.link().endpoint();
        Guarded mine = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        Guarded readOnly = here.memory(LENGTH, Set.of(Privilege.LOCAL_READ), SEED);
        Guarded otherZone =
                here.memory(
                        here.adapter().createProtectionZone(), LENGTH, Party.LOCAL_RIGHTS, SEED);
        Guarded otherAdapter = open(mode).memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        Guarded closed = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        closed.close();
        RemoteMemory theirs = pair.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        RemoteRegion to = theirs.region();
        int none = CompletionFlags.DEFAULT;

        for (long[] outside :
                new long[][] {
                    {1, LENGTH}, {LENGTH + 1, 0}, {-1, 1}, {LENGTH, 1}, {Long.MAX_VALUE, 2}
                }) {
            assertThat(endpoint.postSend(mine.region(), outside[0], outside[1], 9, none))
                    .as("send of %s bytes from %s", outside[1], outside[0])
                    .isEqualTo(PostStatus.PROTECTION_VIOLATION);
            assertThat(endpoint.postReceive(mine.region(), outside[0], outside[1], 9))
                    .isEqualTo(PostStatus.PROTECTION_VIOLATION);
            assertThat(
                            endpoint.postWrite(
                                    mine.region(),
                                    outside[0],
                                    outside[1],
                                    to.address(),
                                    to.key(),
                                    9,
                                    none))
                    .isEqualTo(PostStatus.PROTECTION_VIOLATION);
            assertThat(
                            endpoint.postRead(
                                    mine.region(),
                                    outside[0],
                                    outside[1],
                                    to.address(),
                                    to.key(),
                                    9,
                                    none))
                    .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        }
        assertThat(endpoint.postSend(mine.region(), 0, -1, 9, none))
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
        for (Guarded foreign : List.of(otherZone, otherAdapter)) {
            assertThat(endpoint.postSend(foreign.region(), 0, 1, 9, none))
                    .isEqualTo(PostStatus.PROTECTION_VIOLATION);
            assertThat(endpoint.postReceive(foreign.region(), 0, 1, 9))
                    .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        }
        assertThat(endpoint.postReceive(readOnly.region(), 0, 1, 9))
                .isEqualTo(PostStatus.PRIVILEGES_VIOLATION);
        assertThat(endpoint.postRead(readOnly.region(), 0, 1, to.address(), to.key(), 9, none))
                .isEqualTo(PostStatus.PRIVILEGES_VIOLATION);
        assertThat(endpoint.postSend(closed.region(), 0, 1, 9, none)).isEqualTo(PostStatus.CLOSED);
        assertThat(endpoint.postSend(gone(here), 0, 1, 9, none)).isEqualTo(PostStatus.MEMORY_GONE);

        assertQuiet(pair.link(), Link.Queue.REQUESTS);
        assertQuiet(pair.link(), Link.Queue.RECEIVES);
        assertThat(endpoint.state()).isEqualTo(EndpointState.CONNECTED);
        ConnectTest.exchange(pair);
        theirs.requireUntouched();
    }

    /** A region whose memory its owner has freed, against the contract. */
    private static LocalMemoryRegion gone(Party party) {
        try (Arena arena = Arena.ofShared()) {
            return party.zone()
                    .register(
                            arena.allocate(64),
                            Party.LOCAL_RIGHTS,
                            RegistrationOption.CALLER_GUARANTEES_LIFETIME);
        }
    }

    static Stream<Arguments> modesAndSides() {
        return Stream.of(ProgressMode.values())
                .flatMap(mode -> Stream.of(Arguments.of(mode, true), Arguments.of(mode, false)));
    }

    @ParameterizedTest
    @MethodSource("modesAndSides")
    void shouldTellTheReceiverOfAMessageThatDoesNotFitAndWriteNothingBeyond(
            ProgressMode mode, boolean sentFromHere) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Pair bystander = connect(pair.here(), pair.there(), LinkShape.PLAIN);
        Guarded mine = pair.here().memory(5000, Party.LOCAL_RIGHTS, sentFromHere ? SEED : BLANK);
        RemoteMemory theirs =
                pair.there().memory(5000, Party.LOCAL_RIGHTS, sentFromHere ? BLANK : SEED);
        Seen sent;
        Seen received;
        if (sentFromHere) {
            pair.far().mustReceive(1, theirs.part(100, 2000));
            pair.far().mustReceive(2, theirs.part(3000, 100));
            pair.link().endpoint().send(mine.slice(0, 2001), 3);
            sent = pair.link().done();
            received = pair.far().received();
        } else {
            pair.link().endpoint().receive(mine.slice(100, 2000), 1);
            pair.link().endpoint().receive(mine.slice(3000, 100), 2);
            pair.far().mustSend(3, theirs.part(0, 2001));
            received = pair.link().received();
            sent = pair.far().done();
        }

        assertThat(received.cookie()).isEqualTo(1);
        assertThat(received.status()).isEqualTo(CompletionStatus.LOCAL_LENGTH);
        assertThat(sent.cookie()).isEqualTo(3);
        assertThat(sent.status())
                .isIn(
                        CompletionStatus.REMOTE_RESPONDER,
                        CompletionStatus.LOCAL_LENGTH,
                        CompletionStatus.SUCCESS,
                        CompletionStatus.FLUSHED);
        Seen second = sentFromHere ? pair.far().received() : pair.link().received();
        assertThat(second.cookie()).isEqualTo(2);
        assertThat(second.status()).isEqualTo(CompletionStatus.FLUSHED);
        Faults.expectEnd(pair.link());
        Faults.expectEnd(pair.far().connectionEvent());
        if (sentFromHere) {
            theirs.requireOnlyChanged(100, 2000);
        } else {
            mine.requireOnlyChanged(100, 2000);
        }
        assertGoesOn(bystander);
    }

    @ParameterizedTest
    @MethodSource("modesAndSides")
    void shouldEndTheConnectionWhenAMessageMeetsNoReceive(ProgressMode mode, boolean sentFromHere)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Pair bystander = connect(pair.here(), pair.there(), LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, BLANK);
        Seen sent;
        if (sentFromHere) {
            pair.link().endpoint().send(mine.slice(0, 100), 3);
            sent = pair.link().done();
        } else {
            pair.far().mustSend(3, theirs.whole());
            sent = pair.far().done();
        }

        assertThat(sent.cookie()).isEqualTo(3);
        assertThat(sent.status())
                .isIn(
                        CompletionStatus.RECEIVER_NOT_READY,
                        CompletionStatus.SUCCESS,
                        CompletionStatus.FLUSHED);
        Faults.expectEnd(pair.link());
        Faults.expectEnd(pair.far().connectionEvent());
        mine.requireUntouched();
        theirs.requireUntouched();
        assertGoesOn(bystander);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellASuppressedRequestThatDidNotSucceed(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(LENGTH, Party.ALL_RIGHTS, SEED);
        RemoteRegion bad = wrong(theirs.region(), Fault.UNKNOWN_KEY);

        // A read, since its success would be known to be false.
        assertThat(
                        pair.link()
                                .endpoint()
                                .postRead(
                                        mine.region(),
                                        0,
                                        LENGTH,
                                        bad.address(),
                                        bad.key(),
                                        7,
                                        CompletionFlags.SUPPRESS))
                .isEqualTo(PostStatus.OK);

        Seen done = pair.link().next(Link.Queue.REQUESTS, Bound.BROKEN);
        assertThat(done.cookie()).isEqualTo(7);
        assertThat(done.status()).isIn(CompletionStatus.REMOTE_ACCESS, CompletionStatus.FLUSHED);
        pair.link().connectionEvent().require(ConnectionEvent.Broken.class);
        Faults.expectEnd(pair.far().connectionEvent());
        mine.requireUntouched();
    }
}
