package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.memory.RegionNames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.MemoryFabric;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.junit.jupiter.api.Test;

/**
 * Conversations of the {@code rping} protocol that were recorded between programs and a kernel
 * driver, replayed byte for byte with one end played by this provider.
 */
class GoldenConversationTest {

    private static final String FILLER = "000ec14000000001 0000000000000000 ebd34c5f";
    private static final String PING =
            "rdma-ping-0: ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqr";

    /** Names in the order of registration: index, key and address of each. */
    private static RegionNames names(int[] stags, long[] bases) {
        return new RegionNames() {
            private int registered;

            @Override
            public int indexOf(int slot) {
                return slot < stags.length ? stags[slot] >>> 8 : slot + 0x800000;
            }

            @Override
            public int slotOf(int index) {
                for (int i = 0; i < stags.length; i++) {
                    if (stags[i] >>> 8 == index) {
                        return i;
                    }
                }
                return index - 0x800000 & 0xffffff;
            }

            @Override
            public int nextKey() {
                int i = registered++;
                return i < stags.length ? stags[i] & 0xff : 0;
            }

            @Override
            public long nextBase(int slot) {
                return slot < bases.length ? bases[slot] : 0x9_0000_0000L;
            }
        };
    }

    private static final class Script {
        final RawPeer peer;
        final Memory buffers;

        Script(RegionNames names, TransportAttributes transport) {
            peer =
                    new RawPeer(
                            MemoryFabric.whole(), transport, EndpointAttributes.defaults(), names);
            first = peer.host.memory(64);
            second = peer.host.memory(64);
            buffers = peer.host.memory(256);
        }

        final Memory first;
        final Memory second;

        void hears(String hex) {
            peer.raw.write(hex);
            peer.steps(3);
        }

        void says(String hex) {
            peer.steps(3);
            assertThat(peer.raw.readHex()).isEqualTo(Hex.plain(hex));
        }

        /** Sends the 16 bytes that advertise a buffer. */
        void advertise(long address, int key) {
            MemorySegment s = buffers.segment();
            s.set(
                    ValueLayout.JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN),
                    0,
                    address);
            s.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN), 8, key);
            s.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN), 12, 64);
            peer.pair.send(buffers, 0, 16);
        }
    }

    private static byte[] text() {
        byte[] bytes = new byte[64];
        byte[] ascii = PING.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, bytes, 0, Math.min(ascii.length, 63));
        return bytes;
    }

    @Test
    void aPingAsClientOfAKernelServer() {
        Script s =
                new Script(
                        names(new int[] {0x11223300, 0x44556600}, new long[] {0x10000, 0x20000}),
                        TransportAttributes.NONE.with(IwarpAttributes.PEER_TO_PEER, false));
        MemorySegment.copy(text(), 0, s.first.segment(), ValueLayout.JAVA_BYTE, 0, 64);
        s.peer.pair.receive(s.buffers, 64, 16);
        s.peer.pair.receive(s.buffers, 96, 16);
        s.peer.hostConnects(Loop.parameters(1, 1));
        s.says(RawPeer.REQUEST_KEY + "5002 0004 0001 0001");
        s.hears(RawPeer.REPLY_KEY + "5002 0004 0001 0001");
        // The one thing that the recording does not have: the active side's hidden first message.
        s.says(FILLER);
        assertThat(s.peer.pair.events()).containsExactly("established");

        s.advertise(0x10000, 0x11223300);
        s.says(
                "0022 4143 00000000 00000000 00000001 00000000"
                        + "0000000000010000 11223300 00000040 2ec9c395");
        s.hears(
                "002e 4141 00000000 00000001 00000001 00000000"
                        + "15b17f00 00005579da622180 00000040 11223300 0000000000010000 99cbaebe");
        s.says("004e c142 15b17f00 00005579da622180" + Hex.text(text()) + "fd8857c0");
        s.hears(
                "0022 4143 00000000 00000000 00000001 00000000 00000000000000000000000000000000"
                        + "84609a12");
        s.advertise(0x20000, 0x44556600);
        s.says(
                "0022 4143 00000000 00000000 00000002 00000000"
                        + "0000000000020000 44556600 00000040 34e56b9d");
        s.hears("004e c140 44556600 0000000000020000" + Hex.text(text()) + "a27d2388");
        s.hears(
                "0022 4143 00000000 00000000 00000002 00000000 00000000000000000000000000000000"
                        + "b3e68405");
        assertThat(s.second.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(text());
        assertThat(s.peer.pair.received)
                .hasSize(2)
                .allMatch(d -> d.status() == 0 && d.length() == 16);
        assertThat(s.peer.pair.sent).hasSize(2).allMatch(d -> d.status() == 0);

        s.peer.host.adapter.connectionManager().disconnect(s.peer.pair.qp, true);
        s.peer.steps(3);
        assertThat(s.peer.raw.isEnded()).isTrue();
        s.peer.raw.finish();
        s.peer.steps(3);
        assertThat(s.peer.pair.events()).containsExactly("established", "disconnected");
        s.peer.close();
    }

    @Test
    void aPingAsServerOfAKernelClient() {
        Script s =
                new Script(
                        names(new int[] {0x77889900, 0x44556600}, new long[] {0x30000, 0x20000}),
                        TransportAttributes.NONE);
        s.peer.pair.receive(s.buffers, 64, 16);
        s.peer.pair.receive(s.buffers, 96, 16);
        // The client does not ask for CRCs; this side does, so there are some.
        s.peer.hostAccepts(RawPeer.REQUEST_KEY + "1002 0004 0001 0001", Loop.parameters(1, 1));
        s.says(RawPeer.REPLY_KEY + "5002 0004 0001 0001");
        assertThat(s.peer.pair.events()).containsExactly("established");
        s.hears(
                "0022 4143 00000000 00000000 00000001 00000000"
                        + "000055e16ff02470 59ca4c00 00000040 48d5a978");
        assertThat(s.peer.pair.received).hasSize(1);
        s.peer.pair.read(s.first, 0, 64, 0x59ca4c00L, 0x000055e16ff02470L);
        s.says(
                "002e 4141 00000000 00000001 00000001 00000000"
                        + "77889900 0000000000030000 00000040 59ca4c00 000055e16ff02470 b009aa87");
        s.hears("004e c142 77889900 0000000000030000" + Hex.text(text()) + "da1b69d5");
        assertThat(s.first.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(text());
        MemorySegment.copy(s.buffers.segment(), 64, s.buffers.segment(), 0, 16);
        s.peer.pair.send(s.buffers, 0, 16);
        s.says(
                "0022 4143 00000000 00000000 00000001 00000000"
                        + "000055e16ff02470 59ca4c00 00000040 48d5a978");
        s.hears(
                "0022 4143 00000000 00000000 00000002 00000000"
                        + "000055e16feff170 314be500 00000040 168b7a88");
        s.peer.pair.write(s.first, 0, 64, 0x314be500L, 0x000055e16feff170L);
        s.says("004e c140 314be500 000055e16feff170" + Hex.text(text()) + "6ddd2003");
        MemorySegment.copy(s.buffers.segment(), 96, s.buffers.segment(), 0, 16);
        s.peer.pair.send(s.buffers, 0, 16);
        s.says(
                "0022 4143 00000000 00000000 00000002 00000000"
                        + "000055e16feff170 314be500 00000040 168b7a88");
        s.peer.raw.finish();
        s.peer.steps(3);
        assertThat(s.peer.pair.events()).containsExactly("established", "disconnected");
        s.peer.close();
    }
}
