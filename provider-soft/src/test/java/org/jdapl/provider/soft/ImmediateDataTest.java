package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.MemoryFabric;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.Completions;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes with immediate data (RFC 7306 section 6) from both sides; the test plays the peer. */
class ImmediateDataTest {

    private RawPeer peer;
    private Memory memory;

    @BeforeEach
    void connect() {
        peer =
                new RawPeer(
                                MemoryFabric.whole(),
                                TransportAttributes.NONE
                                        .with(IwarpAttributes.RFC_7306_PEER, true)
                                        .with(IwarpAttributes.MSS, 256),
                                EndpointAttributes.defaults(),
                                null)
                        .established();
        memory = peer.host.memory(1000);
    }

    @AfterEach
    void close() {
        peer.close();
    }

    private void write(boolean last, int length) {
        peer.raw.write(
                Frames.tagged(
                        RdmapControl.WRITE,
                        last,
                        (int) memory.key(),
                        memory.address(),
                        new byte[length]));
    }

    private Pair.Done received() {
        peer.steps(2);
        assertThat(peer.pair.received).hasSize(1);
        return peer.pair.received.remove();
    }

    @Test
    void aWriteAndItsImmediateDataUseOneReceiveUp() {
        memory.fill(1);
        long id = peer.pair.receive(memory, 500, 16);
        byte[] before = memory.segment().asSlice(500, 16).toArray(ValueLayout.JAVA_BYTE);
        write(false, 30);
        write(true, 12);
        peer.raw.write(Frames.immediate(1, true, 0x8123_4567));
        Pair.Done done = received();
        assertThat(done.id()).isEqualTo(id);
        assertThat(done.status()).isZero();
        assertThat(done.kind()).isEqualTo(OperationKind.RECEIVE_WRITE_IMMEDIATE);
        assertThat(done.length()).isEqualTo(42);
        assertThat(done.flags()).isEqualTo(Completions.IMMEDIATE | Completions.SOLICITED);
        assertThat(done.immediate()).isEqualTo(0x8123_4567);
        assertThat(memory.segment().asSlice(500, 16).toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(before);
    }

    @Test
    void theLengthIsThatOfTheWriteRightBeforeIt() {
        for (int i = 0; i < 5; i++) {
            peer.pair.receive(memory, 500, 0);
        }
        write(true, 7);
        write(true, 0);
        peer.raw.write(Frames.immediate(1, false, 1));
        assertThat(received().length()).isZero();
        write(true, 7);
        write(true, 9);
        peer.raw.write(Frames.immediate(2, false, 2));
        Pair.Done done = received();
        assertThat(done.length()).isEqualTo(9);
        assertThat(done.flags()).isEqualTo(Completions.IMMEDIATE);
        peer.raw.write(Frames.immediate(3, false, 3));
        assertThat(received().length()).isZero();
        write(true, 7);
        peer.raw.write(Frames.send(4, new byte[0]));
        assertThat(received().kind()).isEqualTo(OperationKind.RECEIVE);
        peer.raw.write(Frames.immediate(5, false, 4));
        assertThat(received().length()).isZero();
    }

    @Test
    void immediateDataWithoutAReceive() {
        peer.raw.write(Frames.immediate(1, false, 1));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_NO_BUFFER);
    }

    @Test
    void immediateDataOutOfSequence() {
        peer.pair.receive(memory, 0, 0);
        peer.raw.write(Frames.immediate(2, false, 1));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_INVALID_MSN);
        assertThat(peer.pair.received).isEmpty();
    }

    @Test
    void immediateDataInsideOfASend() {
        peer.pair.receive(memory, 0, 10);
        peer.raw.write(Frames.untagged(RdmapControl.SEND, false, 0, 0, 1, 0, new byte[4]));
        peer.raw.write(Frames.immediate(1, false, 1));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_INVALID_MO);
        assertThat(peer.pair.received).isEmpty();
    }

    @Test
    void aRequestIsAWriteAndThenItsImmediateData() {
        memory.fill(2);
        peer.pair.send(memory, 0, 4);
        WorkRequest r = peer.pair.writeImmediate(memory, 100, 500, 0x4455_6600, 0x9000, 0x0a0b0c0d);
        r.flags |= WorkRequest.SOLICITED;
        long id = peer.pair.post(r);
        long behind = peer.pair.send(memory, 0, 4);
        List<Frames.Frame> frames = peer.frames();
        int count = frames.size();
        assertThat(frames.subList(1, count - 2))
                .hasSizeGreaterThan(1)
                .allMatch(f -> f.opcode() == RdmapControl.WRITE && f.stag() == 0x4455_6600);
        assertThat(frames.get(count - 3).last()).isTrue();
        // Opcode 1001b on queue 0 with the next MSN of the sends; four bytes, four zeros.
        assertThat(Hex.text(frames.get(count - 2).ulpdu()))
                .isEqualTo(
                        "4149"
                                + "00000000"
                                + "00000000"
                                + "00000002"
                                + "00000000"
                                + "0a0b0c0d"
                                + "00000000");
        assertThat(frames.getLast().msn()).isEqualTo(3);
        peer.steps(1);
        assertThat(peer.pair.sent.stream().map(Pair.Done::id)).containsExactly(1L, id, behind);
        Pair.Done done = peer.pair.sent.stream().skip(1).findFirst().orElseThrow();
        assertThat(done.kind()).isEqualTo(OperationKind.WRITE_WITH_IMMEDIATE);
        assertThat(done.length()).isEqualTo(500);
    }

    @Test
    void anEmptyWriteGoesOutToo() {
        peer.pair.post(peer.pair.writeImmediate(null, 0, 0, 0, 0, 5));
        List<Frames.Frame> frames = peer.frames();
        assertThat(frames.stream().map(Frames.Frame::opcode))
                .containsExactly(RdmapControl.WRITE, RdmapControl.IMMEDIATE);
        assertThat(frames.getFirst().payload()).isEmpty();
    }
}
