package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Seen;
import org.jspecify.annotations.Nullable;

/** What tests of rules demand again and again. */
public final class Expect {

    /** A call that may be refused. */
    @FunctionalInterface
    public interface Attempt {
        /**
         * Makes the call.
         *
         * @throws Throwable whatever comes of it
         */
        void make() throws Throwable;
    }

    private Expect() {}

    /**
     * Demands that a call is refused with a code.
     *
     * @param call the call
     * @param type the code's type
     * @param subtype the code's subtype
     */
    public static void refused(Attempt call, DatType type, DatSubtype subtype) {
        DatException e = refusal(call);
        if (e.type() != type || e.subtype() != subtype) {
            throw new AssertionError(
                    "expected " + type + "/" + subtype + ", got " + e.getMessage(), e);
        }
    }

    /**
     * Demands that a call is refused with a type, whatever the subtype.
     *
     * @param call the call
     * @param types the types that are allowed
     */
    public static void refused(Attempt call, DatType... types) {
        DatException e = refusal(call);
        if (!Set.of(types).contains(e.type())) {
            throw new AssertionError("expected " + List.of(types) + ", got " + e.getMessage(), e);
        }
    }

    /**
     * Demands that a call is refused.
     *
     * @param call the call
     * @return the refusal
     */
    public static DatException refusal(Attempt call) {
        @Nullable Throwable thrown = thrownBy(call);
        if (thrown instanceof DatException e) {
            return e;
        }
        throw new AssertionError("expected a refusal, got " + thrown, thrown);
    }

    private static @Nullable Throwable thrownBy(Attempt call) {
        try {
            call.make();
            return null;
        } catch (Throwable t) {
            return t;
        }
    }

    /**
     * Demands that a call is not refused.
     *
     * @param call the call
     */
    public static void accepted(Attempt call) {
        @Nullable Throwable thrown = thrownBy(call);
        if (thrown != null) {
            throw new AssertionError("expected no refusal, got " + thrown, thrown);
        }
    }

    /**
     * Demands that a call is not refused.
     *
     * @param <T> what the call gives
     * @param call the call
     * @return what it gave
     */
    public static <T> T given(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new AssertionError("expected no refusal, got " + e, e);
        }
    }

    /**
     * Demands that a dispatcher stays empty for {@link Bound#QUIET}.
     *
     * @param link the endpoint
     * @param queue which of its dispatchers
     * @throws InterruptedException where the test was interrupted
     */
    public static void quiet(Link link, Link.Queue queue) throws InterruptedException {
        @Nullable Seen seen = link.poll(queue, Bound.QUIET);
        if (seen != null) {
            throw new AssertionError("an event that must not come: " + seen);
        }
    }

    /**
     * Demands that a state is reached within {@link Bound#EVENT}.
     *
     * @param environment the test's
     * @param link the endpoint
     * @param state the state
     * @throws InterruptedException where the test was interrupted
     */
    public static void state(Environment environment, Link link, EndpointState state)
            throws InterruptedException {
        long start = environment.time().now();
        while (link.state() != state) {
            link.party().progress();
            if (environment.time().since(start) > Bound.EVENT.nanos()) {
                throw new AssertionError("expected state " + state + ", still " + link.state());
            }
            environment.time().sleep(1_000_000);
        }
    }

    /**
     * Demands that the connection ends, broken or by the peer, within {@link Bound#BROKEN}.
     *
     * @param link the endpoint
     * @return the event
     * @throws InterruptedException where the test was interrupted
     */
    public static Seen end(Link link) throws InterruptedException {
        return end(link.next(Link.Queue.CONNECTIONS, Bound.BROKEN));
    }

    /**
     * Demands that an event tells the end of a connection, broken or by the peer.
     *
     * @param event the event
     * @return the event
     */
    public static Seen end(Seen event) {
        if (!event.kind().equals(ConnectionEvent.Broken.class.getSimpleName())
                && !event.kind().equals(ConnectionEvent.Disconnected.class.getSimpleName())) {
            throw new AssertionError("expected the end of the connection, got " + event);
        }
        return event;
    }

    /** Where events come from. */
    public interface Events {
        /**
         * Waits for the next.
         *
         * @return the event
         * @throws InterruptedException where the test was interrupted
         */
        Seen next() throws InterruptedException;
    }

    /**
     * Demands that an accept ends whose requester has gone.
     *
     * @param accepting the connection events of the side that accepted
     * @return how: as an error, or as a connection that broke
     * @throws InterruptedException where the test was interrupted
     */
    public static Outcome lateAccept(Events accepting) throws InterruptedException {
        Seen first = accepting.next();
        if (first.kind().equals(ConnectionEvent.Established.class.getSimpleName())) {
            end(accepting.next());
            return Outcome.SUCCESS_THEN_BROKEN;
        }
        first.require(ConnectionEvent.AcceptCompletionError.class);
        return Outcome.OTHER_ERROR;
    }

    /**
     * Demands as many completions as there are cookies, in this order.
     *
     * @param link the endpoint
     * @param queue which of its dispatchers
     * @param first the first cookie; each next one is higher by one
     * @param count how many
     * @return the completions
     * @throws InterruptedException where the test was interrupted
     */
    public static List<Seen> inOrder(Link link, Link.Queue queue, long first, int count)
            throws InterruptedException {
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Seen one = link.next(queue, Bound.EVENT);
            if (!one.isCompletion() || one.cookie() != first + i) {
                throw new AssertionError(
                        "expected the completion with cookie "
                                + (first + i)
                                + ", number "
                                + i
                                + " of "
                                + count
                                + ", got "
                                + one);
            }
            seen.add(one);
        }
        return seen;
    }
}
