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

    private final Engine engine;
    private final ByteStream stream;
    private Timer timer = new Timer(() -> {});

    private LingeringClose(Engine engine, ByteStream stream) {
        this.engine = engine;
        this.stream = stream;
    }

    /**
     * Starts to close a stream. Called by the driver.
     *
     * @param engine for time and buffers
     * @param stream the stream, whose handler is replaced
     */
    public static void start(Engine engine, ByteStream stream) {
        LingeringClose closing = new LingeringClose(engine, stream);
        stream.handler(closing);
        stream.wantRead(true);
        stream.shutdownOutput();
        closing.timer = new Timer(stream::close);
        engine.timers.set(closing.timer, engine.clock.nanoTime() + LIMIT_NS);
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
        } catch (IOException _) {
            // The peer has reset it: that is an end as well.
        } finally {
            engine.pool.giveBack(scratch);
        }
        engine.timers.cancel(timer);
        stream.close();
        return total + 1;
    }

    @Override
    public void writable() {
        // Nothing is written any more.
    }
}
