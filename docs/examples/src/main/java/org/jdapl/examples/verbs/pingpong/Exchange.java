package org.jdapl.examples.verbs.pingpong;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The TCP connection over which the two sides tell each other their queue pairs. */
final class Exchange implements AutoCloseable {
    private static final int LIMIT_MS = 60_000;
    private static final String DONE = "done\0";

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final boolean server;

    private Exchange(Socket socket, boolean server) throws IOException {
        this.socket = socket;
        this.server = server;
        socket.setSoTimeout(LIMIT_MS);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    static Exchange open(@Nullable String host, int port) throws IOException {
        if (host == null) {
            try (ServerSocket listener = new ServerSocket(port)) {
                listener.setSoTimeout(LIMIT_MS);
                return new Exchange(listener.accept(), true);
            }
        }
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(host, port), LIMIT_MS);
        return new Exchange(socket, false);
    }

    /**
     * Swaps destinations. The client sends first; the server connects its queue pairs before it
     * answers, so that they are ready when the client's first message comes.
     *
     * @param lines how many destinations are told, in zeros those that there are not
     * @param mine this side's
     * @param connect connects the queue pairs
     * @return the other side's
     */
    List<Destination> swap(int lines, List<Destination> mine, Consumer<List<Destination>> connect)
            throws IOException {
        List<Destination> theirs;
        if (server) {
            theirs = read(lines).subList(0, mine.size());
            connect.accept(theirs);
            write(lines, mine);
            String done = readString(DONE.length());
            if (!done.equals(DONE)) {
                throw new IOException("the client said " + done);
            }
        } else {
            write(lines, mine);
            theirs = read(lines).subList(0, mine.size());
            out.write(DONE.getBytes(US_ASCII));
            connect.accept(theirs);
        }
        return theirs;
    }

    private void write(int lines, List<Destination> destinations) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < lines; i++) {
            Destination destination =
                    i < destinations.size() ? destinations.get(i) : Destination.NONE;
            all.writeBytes((destination.line() + "\0").getBytes(US_ASCII));
        }
        out.write(all.toByteArray());
    }

    private List<Destination> read(int count) throws IOException {
        List<Destination> destinations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String line = readString(Destination.LINE_BYTES);
            destinations.add(Destination.parse(line.substring(0, Destination.LINE_BYTES - 1)));
        }
        return destinations;
    }

    private String readString(int length) throws IOException {
        byte[] bytes = new byte[length];
        try {
            in.readFully(bytes);
        } catch (EOFException e) {
            throw new IOException("the other side closed the connection", e);
        }
        return new String(bytes, US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
