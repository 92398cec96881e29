package org.jdapl.conformance.rules.eps;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group EPS find. */
final class EpsMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "eps-gives-less-than-was-asked-for",
                            "EPS-01",
                            "An endpoint serves one read less than was asked for.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "attributes",
                                            EndpointAttributes.class,
                                            a ->
                                                    Records.with(
                                                            a, "maxReadsIn", a.maxReadsIn() - 1))),
                    Mutant.runtime(
                            "eps-hides-that-it-ends",
                            "EPS-02",
                            "An endpoint that ends gracefully says that it is connected.",
                            faults ->
                                    saying(
                                            faults,
                                            EndpointState.DISCONNECT_PENDING,
                                            EndpointState.CONNECTED)),
                    Mutant.runtime(
                            "eps-hides-that-it-accepts",
                            "EPS-03",
                            "An endpoint that accepts says that it is unconnected.",
                            faults ->
                                    saying(
                                            faults,
                                            EndpointState.COMPLETION_PENDING,
                                            EndpointState.UNCONNECTED)),
                    Mutant.runtime(
                            "eps-loses-the-first-word",
                            "EPS-04",
                            "A message of the accepting side that comes first is lost.",
                            EpsMutants::loseFirstWord),
                    Mutant.runtime(
                            "eps-takes-no-receive-while-connecting",
                            "EPS-05",
                            "A receive is refused while the endpoint connects.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postReceive",
                                            call ->
                                                    call.self(Endpoint.class).state()
                                                                    == EndpointState
                                                                            .ACTIVE_CONNECTION_PENDING
                                                            ? PostStatus.INVALID_STATE
                                                            : call.proceed())),
                    Mutant.runtime(
                            "eps-takes-early-reads",
                            "EPS-06",
                            "A read before the connection seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postRead",
                                            call ->
                                                    call.self(Endpoint.class).state()
                                                                    == EndpointState.UNCONNECTED
                                                            ? PostStatus.OK
                                                            : call.proceed())),
                    Mutant.runtime(
                            "eps-breaks-twice",
                            "EPS-07",
                            "That a connection broke is told twice.",
                            faults ->
                                    TakenEvents.repeat(
                                            faults,
                                            event -> event instanceof ConnectionEvent.Broken)),
                    Mutant.runtime(
                            "eps-takes-no-receive-after-the-end",
                            "EPS-08",
                            "A receive is refused after the end of the connection.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postReceive",
                                            call ->
                                                    call.self(Endpoint.class).state()
                                                                    == EndpointState.DISCONNECTED
                                                            ? PostStatus.INVALID_STATE
                                                            : call.proceed())),
                    Mutant.runtime(
                            "eps-takes-receives-when-closed",
                            "EPS-09",
                            "A receive on a closed endpoint seems to be taken.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "postReceive",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.CLOSED
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.runtime(
                            "eps-has-two-lives",
                            "EPS-10",
                            "The second reset does nothing.",
                            faults -> {
                                AtomicInteger resets = new AtomicInteger();
                                faults.on(
                                        Endpoint.class,
                                        "reset",
                                        call ->
                                                resets.incrementAndGet() == 2
                                                        ? null
                                                        : call.proceed());
                            }),
                    Mutant.runtime(
                            "eps-remembers-its-former-life",
                            "EPS-11",
                            "A completion of the former connection comes again after a reset.",
                            EpsMutants::remember),
                    Mutant.runtime(
                            "eps-is-behind-its-events",
                            "EPS-12",
                            "After a time limit has run out, the endpoint is still connecting.",
                            EpsMutants::lagBehind),
                    Mutant.runtime(
                            "eps-ignores-changes",
                            "EPS-13",
                            "A change that is not allowed is not refused.",
                            faults ->
                                    faults.forgive(
                                            Endpoint.class, "modify", DatType.INVALID_STATE)),
                    Mutant.runtime(
                            "eps-disconnects-what-is-reserved",
                            "EPS-15",
                            "Disconnecting a reserved endpoint does nothing.",
                            faults -> forgiveIn(faults, "disconnect", EndpointState.RESERVED)),
                    Mutant.runtime(
                            "eps-resets-what-is-reserved",
                            "EPS-15",
                            "Resetting a reserved endpoint does nothing.",
                            faults -> forgiveIn(faults, "reset", EndpointState.RESERVED)),
                    Mutant.runtime(
                            "eps-hides-that-it-is-reserved",
                            "EPS-15",
                            "A reserved endpoint says that it is unconnected.",
                            faults ->
                                    saying(
                                            faults,
                                            EndpointState.RESERVED,
                                            EndpointState.UNCONNECTED)),
                    Mutant.runtime(
                            "eps-changes-what-is-asked-for",
                            "EPS-16",
                            "Changing an endpoint of a request does nothing.",
                            faults ->
                                    forgiveIn(
                                            faults,
                                            "modify",
                                            EndpointState.PASSIVE_CONNECTION_PENDING)),
                    Mutant.runtime(
                            "eps-closes-what-is-asked-for",
                            "EPS-16",
                            "Closing an endpoint of a request does nothing.",
                            faults ->
                                    forgiveIn(
                                            faults,
                                            "close",
                                            EndpointState.PASSIVE_CONNECTION_PENDING)),
                    Mutant.runtime(
                            "eps-connects-what-was-made",
                            "EPS-17",
                            "Connecting an endpoint that was made for a request does nothing.",
                            faults ->
                                    forgiveIn(
                                            faults,
                                            "connect",
                                            EndpointState.TENTATIVE_CONNECTION_PENDING)),
                    Mutant.runtime(
                            "eps-resets-while-accepting",
                            "EPS-18",
                            "Resetting an endpoint that accepts does nothing.",
                            faults -> forgiveIn(faults, "reset", EndpointState.COMPLETION_PENDING)),
                    Mutant.runtime(
                            "eps-ends-an-accept-in-silence",
                            "EPS-18",
                            "That an accepting endpoint was disconnected is not told.",
                            EpsMutants::endInSilence),
                    Mutant.runtime(
                            "eps-mixes-up-early-receives",
                            "EPS-14",
                            "Two receives that were posted before connecting change places.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postReceive",
                                            call -> {
                                                long cookie = call.argument(3, Long.class);
                                                return call.argument(2, Long.class) == 71
                                                                && cookie < 2
                                                        ? call.with(3, 1 - cookie).proceed()
                                                        : call.proceed();
                                            })));

    private EpsMutants() {}

    private static void saying(Faults faults, EndpointState real, EndpointState told) {
        faults.after(
                Endpoint.class,
                "state",
                EndpointState.class,
                state -> state == real ? told : state);
    }

    /** A call that a state refuses does nothing. */
    private static void forgiveIn(Faults faults, String method, EndpointState state) {
        faults.on(
                Endpoint.class,
                method,
                call -> {
                    try {
                        return call.proceed();
                    } catch (DatException e) {
                        if (e.subtype() != state.subtype()) {
                            throw e;
                        }
                        return null;
                    }
                });
    }

    private static void endInSilence(Faults faults) {
        Set<Object> ended = ConcurrentHashMap.newKeySet();
        faults.on(
                Endpoint.class,
                "disconnect",
                call -> {
                    Endpoint self = call.self(Endpoint.class);
                    if (self.state() == EndpointState.COMPLETION_PENDING) {
                        ended.add(self);
                    }
                    return call.proceed();
                });
        TakenEvents.change(
                faults,
                event ->
                        event instanceof ConnectionEvent.Disconnected told
                                        && ended.contains(told.endpoint())
                                ? null
                                : event);
    }

    /** Only messages of one length, which no other rule sends. */
    private static void loseFirstWord(Faults faults) {
        Set<Object> accepting = ConcurrentHashMap.newKeySet();
        faults.on(
                ConnectionRequest.class,
                "accept",
                call -> {
                    accepting.add(call.argument(0, Endpoint.class));
                    return call.proceed();
                });
        faults.on(
                Endpoint.class,
                "postSend",
                call ->
                        call.argument(2, Long.class) == 61
                                        && accepting.contains(call.self(Endpoint.class))
                                ? PostStatus.OK
                                : call.proceed());
    }

    private static void remember(Faults faults) {
        AtomicReference<@Nullable DtoCompletion> last = new AtomicReference<>();
        AtomicReference<@Nullable DtoCompletion> again = new AtomicReference<>();
        faults.on(
                Endpoint.class,
                "reset",
                call -> {
                    Object result = call.proceed();
                    again.set(last.getAndSet(null));
                    return result;
                });
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    @Nullable DtoCompletion kept = again.get();
                    if (kept != null
                            && kept.dispatcher().equals(call.self(EventDispatcher.class))) {
                        again.set(null);
                        return kept;
                    }
                    @Nullable Object event = call.proceed();
                    if (event instanceof DtoCompletion done
                            && done.status() == CompletionStatus.FLUSHED) {
                        last.set(done);
                    }
                    return event;
                });
    }

    private static void lagBehind(Faults faults) {
        Set<Object> late = ConcurrentHashMap.newKeySet();
        faults.after(
                EventDispatcher.class,
                "await",
                ConnectionEvent.TimedOut.class,
                event -> {
                    late.add(event.endpoint());
                    return event;
                });
        faults.on(
                Endpoint.class,
                "state",
                call ->
                        late.contains(call.self(Endpoint.class))
                                ? EndpointState.ACTIVE_CONNECTION_PENDING
                                : call.proceed());
    }
}
