package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SendReceiveTest extends TwoProcessTest {

    private static final int MIB = 1 << 20;

    /**
     * Empty, odd, around the frames of a 1500-byte, a 9000-byte and a loopback interface, 64 KiB,
     * and 1 MiB.
     */
    private static final List<Integer> SIZES =
            List.of(
                    0, 1, 2, 3, 4, 5, 17, 255, 1_000, 1_407, 1_408, 1_441, 1_442, 1_443, 1_444,
                    1_448, 1_460, 8_930, 8_960, 16_383, 32_741, 65_457, 65_483, 65_495, 65_535,
                    65_536, 65_537, 131_071, MIB - 1, MIB);

    private static final int SEED = 11;
    private static final int BLANK = 12;

    static Stream<Arguments> sizesAndModes() {
        return Stream.of(ProgressMode.values())
                .flatMap(mode -> Stream.of(Arguments.of(mode, true), Arguments.of(mode, false)));
    }

    @ParameterizedTest
    @MethodSource("sizesAndModes")
    void shouldDeliverMessagesOfEverySizeAndTouchNothingElse(ProgressMode mode, boolean fromHere)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(MIB + 64, Party.LOCAL_RIGHTS, fromHere ? SEED : BLANK);
        RemoteMemory theirs =
                pair.there().memory(MIB + 64, Party.LOCAL_RIGHTS, fromHere ? BLANK : SEED);

        for (int size : SIZES) {
            if (fromHere) {
                pair.far().mustReceive(100 + size, theirs.part(7, MIB));
                pair.link().endpoint().send(mine.slice(3, size), size);
                pair.link().done().requireSuccess(size, OperationKind.SEND, size);
                pair.far().received().requireSuccess(100 + size, OperationKind.RECEIVE, size);
                theirs.requireContents(7, size, SEED, 3);
                theirs.requireOnlyChanged(7, size);
                theirs.fill(BLANK);
            } else {
                pair.link().endpoint().receive(mine.slice(7, MIB), 100 + size);
                pair.far().mustSend(size, theirs.part(3, size));
                pair.link().received().requireSuccess(100 + size, OperationKind.RECEIVE, size);
                pair.far().done().requireSuccess(size, OperationKind.SEND, size);
                mine.requireContents(7, size, SEED, 3);
                mine.requireOnlyChanged(7, size);
                mine.fill(BLANK);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldKeepTheOrderOfBytesOverSeveralSegmentsAtBothSides(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(300_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(300_000, Party.LOCAL_RIGHTS, BLANK);
        // Each message is cut one way here and another way there; some parts are empty.
        int[][] cuts = {
            {1, 2, 3, 4}, {0, 5, 0, 7}, {1_440, 1, 0, 1_441}, {70_000, 3, 65_536, 1}, {9, 0, 0, 0}
        };
        for (int[] cut : cuts) {
            List<LocalSegment> parts = new ArrayList<>();
            int length = 0;
            for (int piece : cut) {
                parts.add(mine.slice(length, piece));
                length += piece;
            }
            int third = length / 3;
            pair.far()
                    .mustReceive(
                            1,
                            theirs.part(200, third),
                            theirs.part(200 + third, 0),
                            theirs.part(200 + third, 1),
                            theirs.part(200 + third + 1, length - third));

            pair.link().endpoint().send(parts, 2);

            pair.link().done().requireSuccess(2, OperationKind.SEND, length);
            pair.far().received().requireSuccess(1, OperationKind.RECEIVE, length);
            theirs.requireContents(200, length, SEED, 0);
            theirs.requireOnlyChanged(200, length);
            theirs.fill(BLANK);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTakeAnEmptyMessageWithAReceiveWithoutSegments(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        pair.link().endpoint().receive(List.of(), 5);

        pair.far().mustSend(6);

        pair.link().received().requireSuccess(5, OperationKind.RECEIVE, 0);
        pair.far().done().requireSuccess(6, OperationKind.SEND, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldConsumeOneReceiveForEachMessageInOrderInBothDirectionsAtOnce(ProgressMode mode)
            throws InterruptedException {
        int messages = 48;
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(2L * messages * 1000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(2L * messages * 1000, Party.LOCAL_RIGHTS, BLANK);
        long half = messages * 1000L;
        for (int i = 0; i < messages; i++) {
            pair.link().endpoint().receive(mine.slice(half + i * 1000L, 1000), 1000 + i);
            pair.far().mustReceive(1000 + i, theirs.part(half + i * 1000L, 1000));
        }

        for (int i = 0; i < messages; i++) {
            int length = i * 20;
            pair.far().mustSend(i, theirs.part(i * 1000L, length));
            pair.link().endpoint().send(mine.slice(i * 1000L, length), i);
        }

        for (int i = 0; i < messages; i++) {
            int length = i * 20;
            pair.link().done().requireSuccess(i, OperationKind.SEND, length);
            pair.link().received().requireSuccess(1000 + i, OperationKind.RECEIVE, length);
            mine.requireContents(half + i * 1000L, length, BLANK, i * 1000L);
            pair.far().done().requireSuccess(i, OperationKind.SEND, length);
            pair.far().received().requireSuccess(1000 + i, OperationKind.RECEIVE, length);
            theirs.requireContents(half + i * 1000L, length, SEED, i * 1000L);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldLetTheBufferBeUsedAgainOnceTheSendHasCompleted(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(64 * 1024, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(8L * 64 * 1024, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < 8; i++) {
            pair.far().mustReceive(i, theirs.part(i * 65_536L, 65_536));
        }

        for (int i = 0; i < 8; i++) {
            mine.fill(100 + i);
            pair.link().endpoint().send(mine.slice(0, 65_536), i);
            pair.link().done().requireSuccess(i, OperationKind.SEND, 65_536);
        }

        for (int i = 0; i < 8; i++) {
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 65_536);
            theirs.requireContents(i * 65_536L, 65_536, 100 + i, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldGiveReceivesThatWerePostedBeforeConnectingTheFirstMessagesInOrder(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        Link link = here.link(LinkShape.PLAIN);
        Guarded mine = here.memory(300, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < 3; i++) {
            link.endpoint().receive(mine.slice(i * 100L, 100), i);
        }
        var there = openThere(mode);
        Pair pair = connect(here, there, link, there.link(LinkShape.PLAIN));
        RemoteMemory theirs = there.memory(300, Party.LOCAL_RIGHTS, SEED);

        for (int i = 0; i < 3; i++) {
            pair.far().mustSend(i, theirs.part(i * 100L, 50 + i));
        }

        for (int i = 0; i < 3; i++) {
            link.received().requireSuccess(i, OperationKind.RECEIVE, 50 + i);
            mine.requireContents(i * 100L, 50 + i, SEED, i * 100L);
            pair.far().done().requireSuccess(i, OperationKind.SEND, 50 + i);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseAMessageOverTheEndpointsMaximumAtOnceAndGoOn(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        var there = openThere(mode);
        Link link = limited(here, 1000);
        Pair pair = connect(here, there, link, there.link(LinkShape.PLAIN));
        Guarded mine = here.memory(2000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = there.memory(2000, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, theirs.whole());

        assertThat(link.endpoint().postSend(mine.region(), 0, 1001, 1, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(link.endpoint().postSend(mine.region(), 0, 1000, 2, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);

        link.done().requireSuccess(2, OperationKind.SEND, 1000);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 1000);
    }

    private static Link limited(Party party, long maxMessageBytes) {
        Link model = party.link(LinkShape.PLAIN);
        var attributes =
                LinkShape.PLAIN.attributes().toBuilder().maxMessageBytes(maxMessageBytes).build();
        return new Link(
                party,
                party.adapter()
                        .createEndpoint(
                                party.zone(),
                                model.receives(),
                                model.requests(),
                                model.connections(),
                                attributes),
                model.receives(),
                model.requests(),
                model.connections());
    }
}
