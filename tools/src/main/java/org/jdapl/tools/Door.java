package org.jdapl.tools;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Predicate;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.EventStream;
import org.jspecify.annotations.Nullable;

/** Where a listening command lets its one peer in, and turns others away. */
final class Door implements AutoCloseable {

    private static final int BACKLOG = 16;

    private final EventDispatcher requests;
    private final PublicServicePoint point;

    Door(Fabric fabric, HostPort where) {
        InetSocketAddress local = where.resolve();
        requests = fabric.adapter().createEventDispatcher(BACKLOG, EventStream.CONNECTION_REQUEST);
        try {
            point = fabric.adapter().createPublicServicePoint(local, requests);
        } catch (DatException e) {
            throw Refusals.listening(local, e);
        }
    }

    /** Says where it is, in the form that {@link SecondProcess} looks for. */
    void announce(PrintStream out, Fabric fabric) {
        out.println(
                SecondProcess.LISTENING
                        + HostPort.format(point.localAddress())
                        + " ("
                        + fabric.adapter().name()
                        + ")");
        out.flush();
    }

    /** Waits for a peer of the right kind. */
    Guest await(Hello.Tool tool, Duration timeout, Predicate<Hello> wanted) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            @Nullable Event event = await(left);
            switch (event) {
                case null -> throw new Failure("no peer came within " + Durations.format(timeout));
                case ConnectionRequestEvent e -> {
                    @Nullable Hello hello = Hello.decode(e.request().privateData());
                    if (hello == null) {
                        e.request()
                                .reject(Hello.refusal("not a jdapl command, or another version"));
                    } else if (hello.tool() != tool) {
                        e.request().reject(Hello.refusal("this is " + tool.command()));
                    } else if (!wanted.test(hello)) {
                        e.request().reject(Hello.refusal("it is busy with another peer"));
                    } else {
                        return new Guest(e.request(), hello);
                    }
                }
                default -> throw new Failure("unexpected event: " + event);
            }
        }
    }

    /**
     * A peer at the door.
     *
     * @param request its request, to be accepted
     * @param hello what it said
     */
    record Guest(ConnectionRequest request, Hello hello) {}

    @Override
    public void close() {
        point.close();
        requests.close();
    }

    private @Nullable Event await(Duration timeout) {
        try {
            return requests.await(timeout);
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }
}
