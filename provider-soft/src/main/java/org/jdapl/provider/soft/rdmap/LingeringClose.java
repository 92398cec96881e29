package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;

/**
 * Closes a stream whose last words, a Terminate or a rejection, should still reach the peer.
 * Closing with unread bytes in the system's buffer would reset the connection, and the peer's
 * system would then throw those words away. So the outgoing direction is ended, what comes is read
 * and dropped, and the stream is closed at its end or after a short time.
 */
public final class LingeringClose implements StreamHandler {

    /** How long a peer has to close its side. */
    static final long LIMIT_NS = 1_000_000_000L;

    private static final byte[] NOTHING = {};

    private final Engine engine;
    private final ByteStream stream;
    private final byte[] words;
    private final Timer timer;

    /** How many of the words the stream has taken. */
    private int said;

    /** Whether the peer has ended its direction. */
    private boolean heardAll;

    private LingeringClose(Engine engine, ByteStream stream, byte[] words) {
        this.engine = engine;
        this.stream = stream;
        this.words = words;
        this.timer = new Timer(stream::close);
    }

    /**
     * Starts to close a stream to which all was written. Called by the driver.
     *
     * @param engine for time and buffers
     * @param stream the stream, whose handler is replaced
     */
    public static void start(Engine engine, ByteStream stream) {
        start(engine, stream, NOTHING);
    }

    /**
     * Starts to close a stream that is to carry a few bytes more. Called by the driver.
     *
     * @param engine for time and buffers
     * @param stream the stream, whose handler is replaced
     * @param lastWords what is still to be written, a few hundred bytes at most
     */
    public static void start(Engine engine, ByteStream stream, byte[] lastWords) {
        LingeringClose closing = new LingeringClose(engine, stream, lastWords);
        stream.handler(closing);
        stream.wantRead(true);
        engine.timers.set(closing.timer, engine.clock.nanoTime() + LIMIT_NS);
        closing.speak();
    }

    /** Writes what is left of the words, as far as they are taken now. */
    private void speak() {
        PooledBuffer scratch = engine.pool.takeExactly(BufferPool.SMALL_BYTES);
        try {
            scratch.io.clear().put(words, said, words.length - said).flip();
            if (scratch.io.hasRemaining()) {
                said += stream.write(scratch.io);
            }
        } catch (IOException _) {
            end(); // the peer has reset it: nobody listens
            return;
        } finally {
            engine.pool.giveBack(scratch);
        }
        if (said < words.length) {
            stream.wantWrite();
        } else if (heardAll) {
            end();
        } else {
            stream.shutdownOutput();
        }
    }

    private void end() {
        engine.timers.cancel(timer);
        stream.close();
    }

    @Override
    public void connected() {
        // It was connected before.
    }

    @Override
    public void connectFailed(IOException cause, boolean refused) {
        // It was connected before.
    }

    @Override
    public int readable() {
        PooledBuffer scratch = engine.pool.takeExactly(BufferPool.SMALL_BYTES);
        int total = 0;
        try {
            int n;
            do {
                n = stream.read(scratch.io.clear());
                total += Math.max(n, 0);
            } while (n > 0 && total < Staging.BYTES);
            if (n >= 0) {
                return total;
            }
            if (said < words.length) { // the peer may still listen
                heardAll = true;
                stream.wantRead(false);
                return total + 1;
            }
        } catch (IOException _) {
            // The peer has reset it: that is an end as well.
        } finally {
            engine.pool.giveBack(scratch);
        }
        end();
        return total + 1;
    }

    @Override
    public void writable() {
        speak();
    }
}
