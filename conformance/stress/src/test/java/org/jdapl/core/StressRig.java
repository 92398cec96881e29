package org.jdapl.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.PostStatus;

/** What the tests of this package have in common: rigs of great limits, and outcomes in words. */
final class StressRig {

    private static final int MANY = 1 << 16;

    /** A wait of so long was ended by nobody: whoever waits looks by himself at the end. */
    private static final long LATE_NS = Rig.LIMIT.toNanos() / 2;

    /** Whether a wake-up was lost: the next waits are short, so that the run comes to its end. */
    private static final AtomicBoolean LOST = new AtomicBoolean();

    private StressRig() {}

    /** A wait with a time limit. */
    interface Wait {
        Object within(Duration limit) throws InterruptedException;
    }

    /**
     * A rig that only the actors' own calls drive, without safety nets for wake-ups that are lost,
     * on which objects are made by the thousand.
     */
    static Rig.Builder manual() {
        return Rig.manual()
                .parker(new StrictParker())
                .provider(
                        p ->
                                p.limits =
                                        limits ->
                                                limits.maxEndpoints(MANY)
                                                        .maxEventDispatchers(MANY)
                                                        .maxRegions(MANY)
                                                        .maxProtectionZones(MANY));
    }

    // States are made, and looked at, by several threads at once. What drives the rig is for one of
    // them at a time: another one would find it driven, and go on before its own is done.

    /** Connects two sides. */
    static void connect(Rig rig, Rig.Side active, Rig.Side passive) {
        synchronized (rig) {
            try {
                rig.connect(active, passive);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Asks for a connection, and takes the request. */
    static ConnectionRequest request(Rig rig, Rig.Side active) {
        synchronized (rig) {
            try {
                return rig.requestFrom(active);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Drives until there is nothing to do. */
    static void drain(Rig rig) {
        synchronized (rig) {
            rig.drain();
        }
    }

    /** Posts a write of nothing, which the provider completes at once; gives the status. */
    static int write(Rig rig, Rig.Side side, long cookie) {
        return side.endpoint.postWrite(rig.memory, 0, 0, 0, 0, cookie, CompletionFlags.DEFAULT);
    }

    /** The same, where it must be taken. */
    static void mustWrite(Rig rig, Rig.Side side, long cookie) {
        int status = write(rig, side, cookie);
        if (status != PostStatus.OK) {
            throw new IllegalStateException(status(status));
        }
    }

    /** What became of a call: a word for its success, or why it was refused. */
    static String attempt(String done, Runnable call) {
        try {
            call.run();
            return done;
        } catch (DatException e) {
            return e.subtype() == DatSubtype.NO_SUBTYPE ? e.type().name() : e.subtype().name();
        }
    }

    static String status(int posted) {
        return switch (posted) {
            case PostStatus.OK -> "OK";
            case PostStatus.CLOSED -> "CLOSED";
            case PostStatus.BUSY -> "BUSY";
            case PostStatus.INVALID_STATE -> "INVALID_STATE";
            default -> PostStatus.describe(posted);
        };
    }

    /**
     * What a wait ended with, as {@link #attempt} and {@link #text} say it; late without a wake-up.
     */
    static String await(Wait wait) {
        long start = System.nanoTime();
        String[] what = {""};
        String refused =
                attempt(
                        "",
                        () -> {
                            try {
                                what[0] = text(wait.within(LOST.get() ? Duration.ZERO : Rig.LIMIT));
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        if (System.nanoTime() - start < LATE_NS) {
            return what[0] + refused;
        }
        LOST.set(true);
        return "late";
    }

    /**
     * Takes all events, and names them and what the runtime did against the provider's contract.
     */
    static String events(Rig rig, EventDispatcher from) {
        List<String> violations = rig.provider.plan.violations();
        if (!violations.isEmpty()) {
            return "against the contract: " + violations.getFirst();
        }
        synchronized (rig) {
            String all =
                    Rig.takeAll(from).stream()
                            .map(StressRig::text)
                            .collect(Collectors.joining(" "));
            return all.isEmpty() ? "none" : all;
        }
    }

    /** An event in short, or that a dispatcher triggered; none is said so. */
    static String text(Object given) {
        return switch (given) {
            case null -> "none";
            case SoftwareEvent e -> String.valueOf(e.payload());
            case Event e -> Rig.text(e);
            default -> "triggered";
        };
    }

    static void close(Rig.Side... sides) {
        for (Rig.Side side : sides) {
            side.endpoint.close();
            side.receives.close();
            side.requests.close();
            side.connections.close();
        }
    }
}
