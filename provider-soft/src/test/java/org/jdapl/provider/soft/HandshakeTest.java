package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.InfinibandAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.rdmap.Connection;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.MemoryFabric;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.testkit.RecordingListener;
import org.jdapl.provider.soft.testkit.VirtualClock;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.ProviderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connection set-up against a peer that the test plays, and its time limits. */
class HandshakeTest {

    private static final String REQ = RawPeer.REQUEST_KEY;
    private static final String REP = RawPeer.REPLY_KEY;
    private static final String FILLER = Hex.text(Frames.filler());

    private static RawPeer peer(TransportAttributes transport) {
        return new RawPeer(
                MemoryFabric.whole(),
                TransportAttributes.NONE,
                EndpointAttributes.builder().transport(transport).build(),
                null);
    }

    // ---- as initiator

    @Test
    void offersCrcAndAReadyToReceiveWrite() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(5, 6, (byte) 0xab));
            p.steps(2);
            assertThat(p.raw.readHex()).isEqualTo(REQ + "5002 0005 8005 8006 ab".replace(" ", ""));
            p.raw.write(REP + "5002 0006 8006 8005 cdef");
            p.steps(2);
            assertThat(p.raw.readHex()).isEqualTo(FILLER);
            RecordingListener.Event e = p.host.listener.find(p.pair, "established");
            assertThat(e.info().privateData()).isEqualTo(Hex.bytes("cdef"));
            assertThat(e.info().readsIn()).isEqualTo(5);
            assertThat(e.info().readsOut()).isEqualTo(6);
        }
    }

    @Test
    void speaksRevisionOneOnRequest() {
        try (RawPeer p = peer(TransportAttributes.NONE.with(IwarpAttributes.MPA_REVISION, 1))) {
            p.hostConnects(Loop.parameters(5, 6, (byte) 1));
            p.steps(2);
            assertThat(p.raw.readHex()).isEqualTo(REQ + "4001000101");
            p.raw.write(REP + "40010000");
            p.steps(2);
            assertThat(p.raw.readHex()).isEqualTo(FILLER);
            assertThat(p.host.listener.find(p.pair, "established").info().readsOut()).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false, false", "false, true, true", "true, false, true"})
    void crcIsOnIfEitherSideAsks(boolean mine, boolean theirs, boolean on) {
        try (RawPeer p = peer(TransportAttributes.NONE.with(IwarpAttributes.CRC, mine))) {
            p.hostConnects(Loop.parameters(1, 1));
            p.steps(2);
            assertThat(p.raw.readHex()).startsWith(REQ + (mine ? "50" : "10"));
            p.raw.write(REP + (theirs ? "50" : "10") + "0200048001" + "8001");
            p.steps(2);
            String frame = p.raw.readHex();
            assertThat(frame).startsWith(FILLER.substring(0, 32));
            assertThat(frame).endsWith(on ? "ebd34c5f" : "00000000");
        }
    }

    @Test
    void theReplyMayComeByteByByteAndTogetherWithFrames() {
        try (RawPeer p = new RawPeer()) {
            Memory m = p.host.memory(10);
            p.pair.receive(m, 0, 10);
            p.hostConnects(Loop.parameters(1, 1));
            byte[] reply = Hex.bytes(REP + "5002 0004 8001 8001");
            for (byte b : reply) {
                assertThat(p.pair.events()).isEmpty();
                p.raw.write(new byte[] {b});
                p.steps(1);
            }
            p.raw.write(Frames.send(1, new byte[] {7}));
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("established");
            assertThat(p.pair.received).hasSize(1);
        }
        try (RawPeer p = new RawPeer()) {
            Memory m = p.host.memory(10);
            p.pair.receive(m, 0, 10);
            p.hostConnects(Loop.parameters(1, 1));
            p.raw.write(REP + "5002 0004 8001 8001" + Hex.text(Frames.send(1, new byte[] {7})));
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("established");
            assertThat(p.pair.received).hasSize(1);
        }
    }

    @Test
    void aRejectionCarriesThePeersWords() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            p.raw.write(REP + "7002 0006 0000 0000 0102");
            p.steps(3);
            RecordingListener.Event e = p.host.listener.find(p.pair, "rejected");
            assertThat(e.byConsumer()).isTrue();
            assertThat(e.data()).containsExactly(1, 2);
            assertThat(p.pair.events()).containsExactly("rejected");
            assertThat(p.raw.isEnded()).isTrue();
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void aPeerThatClosesInsteadOfAnsweringHasRejected() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            p.raw.write(REP.substring(0, 10));
            p.raw.finish();
            p.steps(3);
            assertThat(p.host.listener.find(p.pair, "rejected").byConsumer()).isFalse();
            assertThat(p.pair.events()).containsExactly("rejected");
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void nobodyListeningIsARejectionOfTheTransport() {
        try (RawPeer p = new RawPeer()) {
            p.host.adapter
                    .connectionManager()
                    .connect(
                            p.pair.qp,
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 9),
                            Loop.parameters(1, 1));
            p.steps(3);
            assertThat(p.host.listener.find(p.pair, "rejected").byConsumer()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "485454502f312e3120343030, MPA_INVALID_FRAME",
        "REQ 5002 0004 0001 0001, MPA_INVALID_FRAME",
        "REP 5003 0000, MPA_INVALID_FRAME",
        "REP 5002 0201, MPA_INVALID_FRAME",
        "REP 5002 0000, MPA_INVALID_FRAME",
        "REP 5002 0004 8001 8009, MPA_INSUFFICIENT_IRD",
        "REP 5002 0004 8001 4001, MPA_NO_MATCHING_RTR"
    })
    void aBadReplyIsAnsweredByATerminate(String reply, TerminateCode code) {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            p.steps(2);
            p.raw.read();
            p.raw.write(reply.replace("REQ", REQ).replace("REP", REP));
            p.steps(3);
            assertThat(Frames.parse(p.raw.read()).getLast().terminateCode()).isEqualTo(code);
            assertThat(p.pair.events()).containsExactly("rejected");
            assertThat(p.host.listener.find(p.pair, "rejected").byConsumer()).isFalse();
            assertThat(p.raw.isEnded()).isTrue();
            p.raw.finish();
            p.steps(2);
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void markersAreNotSpoken() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            p.raw.write(REP + "d002 0004 8001 8001");
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("rejected");
        }
        try (RawPeer p = new RawPeer()) {
            try (Listener l = listen(p)) {
                p.raw = p.fabric.connectRaw(l.localAddress().getPort());
                p.raw.write(REQ + "d002 0004 0001 0001");
                p.steps(3);
                assertThat(p.raw.readHex()).isEqualTo(REP + "700200040000" + "0000");
                assertThat(p.raw.isEnded()).isTrue();
                assertThat(p.host.listener.requests).isEmpty();
            }
        }
    }

    @Test
    void depthsThatThePeerDoesNotNegotiateAreKept() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(5, 6));
            p.raw.write(REP + "5002 0004 bfff bfff");
            p.steps(3);
            assertThat(p.host.listener.find(p.pair, "established").info().readsIn()).isEqualTo(5);
            assertThat(p.host.listener.find(p.pair, "established").info().readsOut()).isEqualTo(6);
        }
    }

    @Test
    void readsAreRefusedWhereThePeerServesNone() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(5, 6));
            p.raw.write(REP + "5002 0004 8000 8000");
            p.steps(3);
            Memory m = p.host.memory(10);
            assertThat(p.pair.qp.postSend(p.pair.prepare(OperationKind.RDMA_READ, 0, m, 0, 1)))
                    .isEqualTo(PostStatus.NOT_SUPPORTED);
            assertThat(p.pair.qp.postSend(p.pair.prepare(OperationKind.FETCH_AND_ADD, 0, m, 0, 8)))
                    .isEqualTo(PostStatus.NOT_SUPPORTED);
        }
    }

    @Test
    void anAnswerHasTenSeconds() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            p.steps(2);
            p.clock.advanceMillis(Connection.REPLY_LIMIT_NS / 1_000_000 - 1);
            p.steps(2);
            assertThat(p.pair.events()).isEmpty();
            p.clock.advanceMillis(1);
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("unreachable");
            assertThat(p.raw.isEnded()).isTrue();
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void aSilentPeerIsNudgedOnce() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            p.raw.write(REP + "5002 0004 8001 8001");
            p.steps(2);
            p.raw.read();
            p.clock.advanceMillis(199);
            p.steps(2);
            assertThat(p.raw.read()).isEmpty();
            p.clock.advanceMillis(1);
            p.steps(2);
            assertThat(p.raw.readHex()).isEqualTo(FILLER);
            p.clock.advanceMillis(5000);
            p.steps(2);
            assertThat(p.raw.read()).isEmpty();
        }
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            p.raw.write(REP + "5002 0004 8001 8001");
            p.steps(2);
            p.raw.write(Frames.filler());
            p.steps(2);
            p.raw.read();
            p.clock.advanceMillis(5000);
            p.steps(2);
            assertThat(p.raw.read()).isEmpty();
        }
    }

    // ---- as responder

    private static Listener listen(RawPeer p) {
        return p.host.adapter
                .connectionManager()
                .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4, "listener");
    }

    @ParameterizedTest
    @CsvSource({
        // request, reply
        "5002 0004 0001 0001, 5002 0004 0001 0001",
        "1002 0004 0001 0001, 5002 0004 0001 0001",
        "5002 0004 0008 0010, 5002 0004 0004 0004",
        "5002 0004 0002 0001, 5002 0004 0001 0002",
        "5002 0004 8001 c001, 5002 0004 8001 8001",
        "5002 0004 8001 8001, 5002 0004 8001 8001",
        "5002 0004 8001 4001, 5002 0004 8001 4001",
        "5002 0004 c001 0001, 5002 0004 8001 8001",
        "5f02 0004 0001 0001, 5002 0004 0001 0001",
        "4001 0000, 4001 0000",
        "4002 0000, 4002 0000",
        "5001 0004 00010001, 4001 0000"
    })
    void answersAsOthersDo(String request, String reply) {
        try (RawPeer p = new RawPeer()) {
            p.hostAccepts(REQ + request, Loop.parameters(4, 4));
            p.steps(2);
            assertThat(p.raw.readHex()).isEqualTo(Hex.plain(REP + reply));
        }
    }

    @Test
    void withoutPeerToPeerItIsEstablishedAtOnceButHoldsItsFrames() {
        try (RawPeer p = new RawPeer()) {
            p.hostAccepts(REQ + "5002 0004 0001 0001", Loop.parameters(1, 1));
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("established");
            p.raw.read();
            Memory m = p.host.memory(10);
            p.pair.send(m, 0, 1);
            p.steps(3);
            assertThat(p.raw.read()).isEmpty();
            p.raw.write(Frames.filler());
            assertThat(p.frames()).hasSize(1);
            p.steps(1);
            assertThat(p.pair.sent).hasSize(1);
        }
    }

    @Test
    void withPeerToPeerItIsEstablishedByTheFirstFrame() {
        try (RawPeer p = new RawPeer()) {
            p.hostAccepts(REQ + "5002 0004 8001 8001", Loop.parameters(1, 1));
            p.steps(3);
            assertThat(p.pair.events()).isEmpty();
            p.raw.write(Frames.filler());
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("established");
        }
    }

    @Test
    void aReadyToReceiveReadIsAnswered() {
        try (RawPeer p = new RawPeer()) {
            p.hostAccepts(REQ + "5002 0004 8001 4001", Loop.parameters(0, 0));
            p.steps(2);
            p.raw.read();
            p.raw.write(
                    "002e 4141 00000000 00000001 00000001 00000000 00000001 0000000000000000"
                            + "00000000 00000001 0000000000000000 27dbd7e7");
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("established");
            assertThat(p.raw.readHex()).isEqualTo("000ec14200000001000000000000000021a3e83e");
        }
    }

    @Test
    void theFirstFrameHasAShareOfTime() {
        try (RawPeer p = new RawPeer()) {
            p.hostAccepts(REQ + "5002 0004 8001 8001", Loop.parameters(1, 1));
            p.steps(3);
            p.clock.advanceMillis(Connection.FIRST_FRAME_LIMIT_NS / 1_000_000);
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("broken");
            assertThat(p.host.network.open()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "47",
                "4d504120494420526570",
                "REQ 5000",
                "REQ 5003",
                "REQ 5002 0201",
                "REQ 5002 0003",
                "REQ 5002 0004 0001 0001 00"
            })
    void aWrongByteClosesAtOnceAndNobodyHears(String bytes) {
        try (RawPeer p = new RawPeer();
                Listener l = listen(p)) {
            p.raw = p.fabric.connectRaw(l.localAddress().getPort());
            p.raw.write(bytes.replace("REQ", REQ));
            p.steps(3);
            assertThat(p.raw.isEnded()).isTrue();
            assertThat(p.host.network.open()).isZero();
            assertThat(p.host.listener.requests).isEmpty();
        }
    }

    @Test
    void aRequestHasFiveSeconds() {
        try (RawPeer p = new RawPeer();
                Listener l = listen(p)) {
            p.raw = p.fabric.connectRaw(l.localAddress().getPort());
            p.raw.write(REQ);
            p.steps(2);
            p.clock.advanceMillis(4999);
            p.steps(2);
            assertThat(p.raw.isEnded()).isFalse();
            p.clock.advanceMillis(1);
            p.steps(2);
            assertThat(p.raw.isEnded()).isTrue();
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void aFloodOfSilentPeersIsBounded() {
        try (RawPeer p = new RawPeer();
                Listener l = listen(p)) {
            for (int i = 0; i < 3000; i++) {
                p.fabric.connectRaw(l.localAddress().getPort());
            }
            p.steps(5);
            assertThat(p.host.network.open()).isEqualTo(1024);
            MemoryFabric.Raw late = p.fabric.connectRaw(l.localAddress().getPort());
            late.write(REQ + "5002 0004 0001 0001");
            for (int i = 0; i < 3; i++) {
                p.clock.advanceMillis(5000);
                p.steps(5);
            }
            assertThat(p.host.listener.requests).hasSize(1);
            assertThat(p.host.network.open()).isEqualTo(1);
        }
    }

    @Test
    void aRejectionTellsTheRequester() {
        try (RawPeer p = new RawPeer();
                Listener l = listen(p)) {
            p.raw = p.fabric.connectRaw(l.localAddress().getPort());
            p.raw.write(REQ + "5002 0006 0001 0001 beef");
            p.steps(3);
            IncomingConnection request = p.host.listener.requests.remove();
            assertThat(request.privateData()).isEqualTo(Hex.bytes("beef"));
            assertThat(request.offeredReadsIn()).isEqualTo(1);
            assertThat(request.offeredReadsOut()).isEqualTo(1);
            p.host.adapter.connectionManager().reject(request, new byte[] {9, 8});
            p.steps(3);
            assertThat(p.raw.readHex()).isEqualTo(REP + "7002000600000000" + "0908");
            assertThat(p.raw.isEnded()).isTrue();
            assertThatThrownBy(
                            () ->
                                    p.host.adapter
                                            .connectionManager()
                                            .accept(request, p.pair.qp, Loop.parameters(1, 1)))
                    .isInstanceOf(ProviderException.class);
            assertThat(
                            p.pair.qp.postReceive(
                                    p.pair.prepare(
                                            OperationKind.RECEIVE, 0, p.host.memory(8), 0, 8)))
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRejectionThatTheStreamTakesInPiecesArrivesWhole(boolean peerHasFinished) {
        MemoryFabric narrow = new MemoryFabric(1, 7, 10, 1460);
        try (RawPeer p =
                        new RawPeer(
                                narrow,
                                TransportAttributes.NONE,
                                EndpointAttributes.defaults(),
                                null);
                Listener l = listen(p)) {
            p.raw = narrow.connectRaw(l.localAddress().getPort());
            p.raw.write(REQ + "5002 0004 0001 0001");
            p.loop.until("a request", () -> !p.host.listener.requests.isEmpty());
            p.host.adapter
                    .connectionManager()
                    .reject(p.host.listener.requests.remove(), new byte[] {9, 8});
            p.steps(1);
            if (peerHasFinished) {
                p.raw.finish();
            }
            StringBuilder got = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                got.append(p.raw.readHex());
                p.steps(1);
            }
            assertThat(got.toString()).isEqualTo(REP + "7002000600000000" + "0908");
            assertThat(p.raw.isEnded()).isTrue();
        }
    }

    @Test
    void aDroppedRequestIsARefusalOfTheTransport() {
        MemoryFabric fabric = MemoryFabric.whole();
        VirtualClock clock = new VirtualClock();
        try (Host a = new Host(fabric, TransportAttributes.NONE, clock);
                Host b = new Host(fabric, TransportAttributes.NONE, clock)) {
            Pair x = a.pair();
            Loop loop = new Loop(a, b).watch(x);
            Listener l =
                    b.adapter
                            .connectionManager()
                            .listen(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                    1,
                                    "l");
            a.adapter.connectionManager().connect(x.qp, l.localAddress(), Loop.parameters(1, 1));
            loop.until("request", () -> !b.listener.requests.isEmpty());
            b.listener.requests.remove().close();
            loop.until("end", () -> !x.events().isEmpty());
            assertThat(x.events()).containsExactly("rejected");
            assertThat(a.listener.find(x, "rejected").byConsumer()).isFalse();
        }
    }

    @Test
    void aRequesterThatGoesAwayIsReportedAndItsAcceptBreaks() {
        try (RawPeer p = new RawPeer();
                Listener l = listen(p)) {
            p.raw = p.fabric.connectRaw(l.localAddress().getPort());
            p.raw.write(REQ + "5002 0004 0001 0001");
            p.steps(3);
            IncomingConnection request = p.host.listener.requests.remove();
            p.raw.finish();
            p.steps(3);
            assertThat(p.host.listener.gone).containsExactly(request);
            p.host.adapter.connectionManager().accept(request, p.pair.qp, Loop.parameters(1, 1));
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("broken");
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void aRequesterThatTalksOnIsDropped() {
        try (RawPeer p = new RawPeer();
                Listener l = listen(p)) {
            p.raw = p.fabric.connectRaw(l.localAddress().getPort());
            p.raw.write(REQ + "5002 0004 0001 0001");
            p.steps(3);
            p.raw.write(Frames.filler());
            p.steps(3);
            assertThat(p.host.listener.gone).hasSize(1);
            assertThat(p.raw.isEnded()).isTrue();
        }
    }

    @Test
    void aClosedListenerReportsNothingMore() {
        try (RawPeer p = new RawPeer()) {
            Listener l = listen(p);
            p.raw = p.fabric.connectRaw(l.localAddress().getPort());
            p.steps(2);
            l.close();
            p.raw.write(REQ + "5002 0004 0001 0001");
            p.steps(3);
            assertThat(p.host.listener.requests).isEmpty();
            assertThat(p.raw.isEnded()).isTrue();
        }
    }

    // ---- attributes

    @Test
    void unknownAttributesAreRefusedByName() {
        AttributeKey<?> key = InfinibandAttributes.SERVICE_LEVEL;
        TransportAttributes unknown =
                TransportAttributes.NONE.with(AttributeKey.of("x.y", String.class), "z");
        assertThatThrownBy(() -> new Host(MemoryFabric.whole(), unknown, new VirtualClock()))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("x.y");
        assertThatThrownBy(() -> peer(unknown))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("x.y");
        assertThat(key.name()).isNotEmpty();
    }

    @Test
    void impossibleValuesAreRefused() {
        for (TransportAttributes bad :
                List.of(
                        TransportAttributes.NONE.with(IwarpAttributes.MPA_REVISION, 3),
                        TransportAttributes.NONE.with(IwarpAttributes.MSS, 20),
                        TransportAttributes.NONE.with(IwarpAttributes.MAX_PRIVATE_DATA, 509))) {
            assertThatThrownBy(() -> peer(bad))
                    .isInstanceOf(ProviderException.class)
                    .satisfies(
                            e ->
                                    assertThat(((ProviderException) e).code().type())
                                            .isEqualTo(DatType.INVALID_PARAMETER));
        }
    }

    @Test
    void privateDataHasItsLimit() {
        try (RawPeer p = new RawPeer()) {
            assertThatThrownBy(() -> p.hostConnects(Loop.parameters(1, 1, new byte[253])))
                    .isInstanceOf(ProviderException.class)
                    .hasMessageContaining("252");
            p.hostConnects(Loop.parameters(1, 1, new byte[252]));
            p.steps(2);
            assertThat(p.raw.read()).hasSize(20 + 256);
        }
        try (RawPeer p =
                peer(TransportAttributes.NONE.with(IwarpAttributes.MAX_PRIVATE_DATA, 508))) {
            p.hostConnects(Loop.parameters(1, 1, new byte[508]));
            p.steps(2);
            assertThat(p.raw.read()).hasSize(20 + 512);
        }
    }

    @Test
    void theFirstFrameMayBeMoreThanAReadyToReceiveMessage() {
        try (RawPeer p = new RawPeer()) {
            Memory m = p.host.memory(10);
            p.pair.receive(m, 0, 10);
            p.hostAccepts(REQ + "5002 0004 8001 8001", Loop.parameters(1, 1));
            p.steps(1);
            assertThat(p.raw.read()).isNotEmpty();
            p.raw.write(Frames.send(1, new byte[] {1, 2}));
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("established");
            assertThat(p.pair.received).hasSize(1);
            assertThat(p.frames().stream().map(Frames.Frame::opcode))
                    .doesNotContain(RdmapControl.TERMINATE);
        }
    }
}
