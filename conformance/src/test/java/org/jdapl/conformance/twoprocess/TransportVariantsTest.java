package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.IwarpAttributes.Framing;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.Transport;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The same traffic under each transport-specific attribute, alike at both sides or not. */
class TransportVariantsTest extends TwoProcessTest {

    private static final int SEED = 95;
    private static final int BLANK = 96;
    private static final TransportAttributes NONE = TransportAttributes.NONE;

    /** Ethernet's segment: the frames' edges are then at sizes that are quickly gone through. */
    private static final int MSS = 1460;

    /** Attributes of the two sides. */
    record Variant(TransportAttributes here, TransportAttributes there) {}

    static List<Variant> iwarp() {
        TransportAttributes plain = NONE.with(IwarpAttributes.CRC, false);
        TransportAttributes segments = NONE.with(IwarpAttributes.MSS, MSS);
        return List.of(
                new Variant(plain, plain),
                new Variant(plain, NONE),
                new Variant(NONE, plain),
                new Variant(segments, segments),
                new Variant(
                        plain.with(IwarpAttributes.MSS, MSS), plain.with(IwarpAttributes.MSS, MSS)),
                new Variant(NONE.with(IwarpAttributes.MSS, 536), NONE),
                new Variant(
                        plain.with(IwarpAttributes.FRAMING, Framing.PACKED),
                        plain.with(IwarpAttributes.FRAMING, Framing.PACKED)),
                new Variant(NONE.with(IwarpAttributes.MPA_REVISION, 1), NONE),
                new Variant(NONE.with(IwarpAttributes.PEER_TO_PEER, false), NONE));
    }

    static Stream<Arguments> variantsAndModes() {
        return Stream.of(ProgressMode.values())
                .flatMap(mode -> iwarp().stream().map(variant -> Arguments.of(mode, variant)));
    }

    private void assumeIwarp(ProgressMode mode) {
        try (Party party = open(mode)) {
            assumeTrue(party.adapter().attributes().transport() == Transport.IWARP, "not iWARP");
        }
    }

    @ParameterizedTest
    @MethodSource("variantsAndModes")
    void shouldCarryTheSameTrafficUnderEveryVariant(ProgressMode mode, Variant variant)
            throws InterruptedException {
        assumeIwarp(mode);
        Party here = open(mode, variant.here());
        RemoteParty there = openThere(mode, variant.there());
        Pair pair = connect(here, there, LinkShape.PLAIN);
        Guarded mine = here.memory(200_000, Party.ALL_RIGHTS, SEED);
        RemoteMemory theirs = there.memory(200_000, Party.ALL_RIGHTS, BLANK);

        pair.far().mustReceive(1, theirs.part(5, 100_000));
        pair.link().endpoint().send(mine.slice(3, 99_999), 2);
        pair.link().done().requireSuccess(2, OperationKind.SEND, 99_999);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 99_999);
        theirs.requireContents(5, 99_999, SEED, 3);
        theirs.requireOnlyChanged(5, 99_999);
        theirs.fill(BLANK);
        pair.link().endpoint().write(mine.slice(0, 77_777), theirs.region().slice(11, 77_777), 3);
        pair.link()
                .endpoint()
                .read(mine.slice(100_000, 50_000), theirs.region().slice(100_000, 50_000), 4);
        pair.link().done().requireSuccess(3, OperationKind.RDMA_WRITE, 77_777);
        pair.link().done().requireSuccess(4, OperationKind.RDMA_READ, 50_000);
        theirs.requireContents(11, 77_777, SEED, 0);
        theirs.requireOnlyChanged(11, 77_777);
        mine.requireContents(100_000, 50_000, BLANK, 100_000);
        mine.fill(SEED);
        assertThat(
                        pair.far()
                                .read(
                                        5,
                                        mine.region().remoteRegion(7, 60_001),
                                        theirs.part(90_000, 60_001)))
                .isEqualTo(PostStatus.OK);
        pair.far().done().requireSuccess(5, OperationKind.RDMA_READ, 60_001);
        theirs.requireContents(90_000, 60_001, SEED, 7);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldDeliverMessagesOfEverySizeAroundTheEdgesOfFrames(ProgressMode mode)
            throws InterruptedException {
        assumeIwarp(mode);
        TransportAttributes segments = NONE.with(IwarpAttributes.MSS, MSS);
        Pair pair = connect(open(mode, segments), openThere(mode, segments), LinkShape.PLAIN);
        Guarded mine = pair.here().memory(5000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(60 * 3000L, Party.LOCAL_RIGHTS, BLANK);
        for (int first : new int[] {1410, 2840}) {
            List<Integer> sizes = IntStream.range(first, first + 60).boxed().toList();
            for (int i = 0; i < sizes.size(); i++) {
                pair.far().mustReceive(i, theirs.part(i * 3000L, 3000));
            }
            for (int i = 0; i < sizes.size(); i++) {
                pair.link().endpoint().send(mine.slice(i, sizes.get(i)), i);
            }
            for (int i = 0; i < sizes.size(); i++) {
                pair.link().done().requireSuccess(i, OperationKind.SEND, sizes.get(i));
                pair.far().received().requireSuccess(i, OperationKind.RECEIVE, sizes.get(i));
                theirs.requireContents(i * 3000L, sizes.get(i), SEED, i);
            }
            theirs.fill(BLANK);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseAnAttributeThatTheProviderDoesNotKnowByItsName(ProgressMode mode) {
        TransportAttributes strange =
                NONE.with(AttributeKey.of("nobody.knows.this", Integer.class), 1);

        assertRefused(() -> open(mode, strange), DatType.INVALID_PARAMETER);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> open(mode, strange))
                .hasMessageContaining("nobody.knows.this");
        Party here = open(mode);
        assertRefused(
                () ->
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        null,
                                        null,
                                        null,
                                        LinkShape.PLAIN.attributes().toBuilder()
                                                .transport(strange)
                                                .build()),
                DatType.INVALID_PARAMETER);
    }
}
