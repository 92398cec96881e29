package org.jdapl.tools;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jdapl.api.RemoteRegion;

/**
 * The words of {@code jdapl copy}. The sender writes block {@code n} into slot {@code n % slots} of
 * the receiver's window by RDMA and says so by a message behind it, whose arrival means that the
 * block is there.
 *
 * <pre>
 *   sender                               receiver
 *   OFFER size, block, slots, name
 *                                        WINDOW window, or FAILED reason
 *   (RDMA write) BLOCK length        }   for each block
 *                                    }   FREE how many blocks are in the file
 *   END SHA-256
 *                                        DONE SHA-256
 *   (disconnects)
 *   FAILED reason                        FAILED reason        instead of any other
 * </pre>
 */
final class CopyProtocol {

    static final int OFFER = 1;
    static final int WINDOW = 2;
    static final int BLOCK = 3;
    static final int FREE = 4;
    static final int END = 5;
    static final int DONE = 6;
    static final int FAILED = 7;

    /** Largest window; a receiver allocates what it is asked for. */
    static final long MAX_WINDOW = 1L << 30;

    private static final int MAX_NAME = 512;

    private CopyProtocol() {}

    /**
     * What the sender has.
     *
     * @param size bytes of the file
     * @param block bytes of a block, but the last
     * @param slots blocks in the window
     * @param name name of the file, without a directory
     */
    record Offer(long size, int block, int slots, String name) {

        ByteBuffer encode() {
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            if (text.length > MAX_NAME) {
                throw new Failure("the name '" + name + "' is too long");
            }
            return ByteBuffer.allocate(8 + 4 + 4 + text.length)
                    .putLong(size)
                    .putInt(block)
                    .putInt(slots)
                    .put(text)
                    .flip();
        }

        static Offer decode(ByteBuffer b) {
            if (b.remaining() < 16) {
                throw new Failure("the sender's offer is too short");
            }
            long size = b.getLong();
            int block = b.getInt();
            int slots = b.getInt();
            String name = StandardCharsets.UTF_8.decode(b).toString();
            if (size < 0 || block < 1 || slots < 1 || (long) block * slots > MAX_WINDOW) {
                throw new Failure(
                        "the sender's offer makes no sense: "
                                + size
                                + " bytes in "
                                + slots
                                + " blocks of "
                                + block);
            }
            return new Offer(size, block, slots, name);
        }

        long blocks() {
            return Math.ceilDiv(size, block);
        }

        int length(long number) {
            return (int) Math.min(block, size - number * block);
        }

        long offsetInWindow(long number) {
            return number % slots * block;
        }
    }

    static ByteBuffer region(RemoteRegion region) {
        ByteBuffer b = ByteBuffer.allocate(RemoteRegion.ENCODED_BYTES);
        region.encode(b);
        return b.flip();
    }

    static ByteBuffer number(long value) {
        return ByteBuffer.allocate(8).putLong(value).flip();
    }

    /** The payload of a message of one type; a peer's failure is this side's too. */
    static ByteBuffer expect(Channel.Message message, int type) {
        if (message.type() == FAILED) {
            throw Failure.told(Words.decode(message.payload()));
        }
        if (message.type() != type) {
            throw new Failure("the peer sent message " + message.type() + ", not " + type);
        }
        return message.payload();
    }

    /** Tells the peer why this side gives up, unless the peer knows, or is gone. */
    static void fail(Channel channel, RuntimeException why) {
        if (why instanceof Failure f && f.kind() != Failure.Kind.OWN) {
            return;
        }
        try {
            channel.send(FAILED, Words.encode(OneLine.text(why)));
            channel.link().awaitEnd();
        } catch (RuntimeException _) {
            // The first failure is the one to report.
        }
    }
}
