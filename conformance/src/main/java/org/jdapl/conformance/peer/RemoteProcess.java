package org.jdapl.conformance.peer;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Resources;

/**
 * A peer process on another host, by the connection to the {@link PeerServer} that started it. The
 * end of what is said to it ends the process there, and the end of what it says tells that it has
 * ended. Its number and its exit status are not known here.
 */
final class RemoteProcess extends Process {

    private static final int STATUS = 0;

    private final Socket socket;
    private final OutputStream to;
    private final InputStream from;
    private final CountDownLatch ended = new CountDownLatch(1);

    RemoteProcess(Socket socket) throws IOException {
        this.socket = socket;
        Resources.harnessSockets(1);
        this.to =
                new FilterOutputStream(socket.getOutputStream()) {
                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        out.write(bytes, offset, length);
                    }

                    @Override
                    public void close() throws IOException {
                        if (!socket.isClosed()) {
                            socket.shutdownOutput();
                        }
                    }
                };
        this.from =
                new FilterInputStream(socket.getInputStream()) {
                    @Override
                    public int read() throws IOException {
                        byte[] one = new byte[1];
                        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        int read = -1;
                        try {
                            read = in.read(bytes, offset, length);
                            return read;
                        } finally {
                            if (read < 0) {
                                end();
                            }
                        }
                    }
                };
    }

    private synchronized void end() {
        if (isAlive()) {
            PeerHost.close(socket);
            Resources.harnessSockets(-1);
            ended.countDown();
        }
    }

    @Override
    public OutputStream getOutputStream() {
        return to;
    }

    @Override
    public InputStream getInputStream() {
        return from;
    }

    /** What it prints comes with the answers. */
    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        ended.await();
        return STATUS;
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        return ended.await(timeout, unit);
    }

    @Override
    public int exitValue() {
        if (isAlive()) {
            throw new IllegalThreadStateException("the peer has not ended");
        }
        return STATUS;
    }

    @Override
    public boolean isAlive() {
        return ended.getCount() != 0;
    }

    @Override
    public long pid() {
        throw new UnsupportedOperationException("a process of another host");
    }

    /** The other host kills the process, and ends the connection when it is dead. */
    @Override
    public void destroy() {
        try {
            if (socket.isOutputShutdown()) {
                end(); // it was told before, and is not waited for
            } else {
                socket.shutdownOutput();
            }
        } catch (IOException _) {
            end();
        }
    }

    @Override
    public Process destroyForcibly() {
        destroy();
        return this;
    }
}
