package org.jdapl.conformance.rules.dis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.QueuePairs;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jspecify.annotations.Nullable;

/**
 * Faults that the rules of group DIS find. Nearly every rule ends a connection, so most of them
 * strike only endpoints with a queue of a length that one rule alone asks for.
 */
final class DisMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "dis-is-always-abrupt",
                            "DIS-01",
                            "A graceful disconnect waits for nothing.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "disconnect",
                                            call -> call.with(0, DisconnectMode.ABRUPT).proceed())),
                    Mutant.provider(
                                    "dis-goes-without-a-word",
                                    "DIS-02",
                                    "A graceful disconnect does nothing.",
                                    DisMutants::goWithoutAWord)
                            .onBothSides(),
                    Mutant.runtime(
                            "dis-keeps-the-end-from-who-wanted-it",
                            "DIS-03",
                            "The side that disconnects gets no event.",
                            faults -> ends(faults, 3, end -> null)),
                    Mutant.runtime(
                            "dis-tells-the-end-twice",
                            "DIS-04",
                            "The event of the end comes twice.",
                            DisMutants::tellTwice),
                    Mutant.runtime(
                            "dis-takes-a-crossing-for-a-fault",
                            "DIS-05",
                            "Where both sides disconnect, the connection breaks.",
                            faults ->
                                    ends(
                                            faults,
                                            5,
                                            end ->
                                                    new ConnectionEvent.Broken(
                                                            end.dispatcher(),
                                                            end.endpoint(),
                                                            "crossing",
                                                            0))),
                    Mutant.runtime(
                            "dis-refuses-the-second-time",
                            "DIS-06",
                            "Disconnecting what is disconnected is an error.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "disconnect",
                                            call -> {
                                                if (call.self(Endpoint.class).state()
                                                        == EndpointState.DISCONNECTED) {
                                                    throw new IllegalStateException(
                                                            "disconnected already");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "dis-is-always-graceful",
                            "DIS-07",
                            "An abrupt disconnect waits for what is outstanding.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "disconnect",
                                            call ->
                                                    call.with(0, DisconnectMode.GRACEFUL)
                                                            .proceed())),
                    Mutant.runtime(
                            "dis-takes-an-end-for-a-rejection",
                            "DIS-08",
                            "An attempt that this side ended is told as a rejection.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            Event.class,
                                            event ->
                                                    event
                                                                            instanceof
                                                                            ConnectionEvent
                                                                                            .Disconnected
                                                                                    end
                                                                    && end.endpoint()
                                                                            .connection()
                                                                            .isEmpty()
                                                            ? new ConnectionEvent.NonPeerRejected(
                                                                    end.dispatcher(),
                                                                    end.endpoint(),
                                                                    "ended")
                                                            : event)),
                    Mutant.runtime(
                            "dis-tells-an-abandoned-attempt-twice",
                            "DIS-08",
                            "An attempt that this side ended gets a second event.",
                            faults ->
                                    TakenEvents.repeat(
                                            faults,
                                            event ->
                                                    event
                                                                    instanceof
                                                                    ConnectionEvent.Disconnected end
                                                            && end.endpoint()
                                                                    .connection()
                                                                    .isEmpty())),
                    Mutant.provider(
                            "dis-keeps-on-placing-data",
                            "DIS-09",
                            "Neither a disconnect nor a flush reaches the connection.",
                            DisMutants::keepPlacing),
                    Mutant.provider(
                            "dis-waits-for-ever-for-a-lost-peer",
                            "DIS-10",
                            "That a peer is lost is not told.",
                            faults -> keepTheEnd(faults, 10)),
                    Mutant.provider(
                            "dis-does-not-notice-a-death",
                            "DIS-11",
                            "The end of the peer's process is not told.",
                            faults -> keepTheEnd(faults, 11)),
                    Mutant.runtime(
                            "dis-ignores-a-keep-alive",
                            "DIS-12",
                            "A keep-alive that the adapter does not have is left out.",
                            DisMutants::leaveOutTheKeepAlive),
                    Mutant.provider(
                            "dis-takes-a-fault-for-an-end",
                            "DIS-13",
                            "A connection that broke is told as one that the peer ended.",
                            faults -> {
                                Set<Object> contexts = QueuePairs.contexts(faults, 13);
                                faults.on(
                                        AdapterListener.class,
                                        "broken",
                                        call -> {
                                            Object context = call.argument(0, Object.class);
                                            if (!contexts.contains(context)) {
                                                return call.proceed();
                                            }
                                            call.self(AdapterListener.class).disconnected(context);
                                            return null;
                                        });
                            }),
                    Mutant.runtime(
                            "dis-ignores-callbacks",
                            "DIS-14",
                            "A disconnect by an agent does nothing.",
                            DisMutants::ignoreCallbacks));

    private DisMutants() {}

    private static int receives(Object parameters) {
        return ((QueuePairParameters) parameters).attributes().maxReceives();
    }

    /** Queue pairs whose receive queue is of a length, as they are made. */
    private static Set<Object> queuePairs(Faults faults, int receives) {
        Set<Object> found = ConcurrentHashMap.newKeySet();
        faults.on(
                Adapter.class,
                "createQueuePair",
                call -> {
                    Object made = call.proceed(Object.class);
                    if (receives(call.argument(0, Object.class)) == receives) {
                        found.add(made);
                    }
                    return made;
                });
        return found;
    }

    /** Tells nothing of the end of endpoints whose receive queue is of a length. */
    private static void keepTheEnd(Faults faults, int receives) {
        Set<Object> contexts = QueuePairs.contexts(faults, receives);
        for (String method : List.of("broken", "disconnected")) {
            faults.on(
                    AdapterListener.class,
                    method,
                    call ->
                            contexts.contains(call.argument(0, Object.class))
                                    ? null
                                    : call.proceed());
        }
    }

    private static void leaveOutTheKeepAlive(Faults faults) {
        faults.on(
                InterfaceAdapter.class,
                "createEndpoint",
                call -> {
                    int last = call.count() - 1;
                    EndpointAttributes wanted = call.argument(last, EndpointAttributes.class);
                    return call.with(
                                    last,
                                    wanted.toBuilder()
                                            .keepAlive(Duration.ZERO)
                                            .livenessBound(Duration.ZERO)
                                            .build())
                            .proceed();
                });
    }

    private static void goWithoutAWord(Faults faults) {
        Set<Object> deaf = queuePairs(faults, 7);
        faults.on(
                ConnectionManager.class,
                "disconnect",
                call ->
                        call.argument(1, Boolean.class)
                                        && deaf.contains(call.argument(0, Object.class))
                                ? null
                                : call.proceed());
    }

    private static void keepPlacing(Faults faults) {
        Set<Object> deaf = queuePairs(faults, 9);
        faults.on(
                ConnectionManager.class,
                "disconnect",
                call -> deaf.contains(call.argument(0, Object.class)) ? null : call.proceed());
        faults.on(
                QueuePair.class,
                "flush",
                call -> deaf.contains(call.self(QueuePair.class)) ? 0 : call.proceed());
    }

    /** Changes the event of the end of endpoints whose receive queue is of a length. */
    private static void ends(
            Faults faults,
            int receives,
            Function<ConnectionEvent.Disconnected, @Nullable Event> change) {
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    @Nullable Object event = call.proceed();
                    return event instanceof ConnectionEvent.Disconnected end
                                    && end.endpoint().attributes().maxReceives() == receives
                            ? change.apply(end)
                            : event;
                });
    }

    private static void tellTwice(Faults faults) {
        TakenEvents.repeat(
                faults,
                event ->
                        event instanceof ConnectionEvent.Disconnected end
                                && end.endpoint().attributes().maxReceives() == 4);
    }

    private static void ignoreCallbacks(Faults faults) {
        ThreadLocal<Boolean> inAgent = ThreadLocal.withInitial(() -> false);
        faults.on(
                InterfaceAdapter.class,
                "createNotificationObject",
                call -> {
                    NotificationObject.Agent agent =
                            call.argument(0, NotificationObject.Agent.class);
                    NotificationObject.Agent watched =
                            dispatcher -> {
                                inAgent.set(true);
                                agent.triggered(dispatcher);
                                inAgent.set(false);
                            };
                    return call.with(0, watched).proceed();
                });
        faults.on(Endpoint.class, "disconnect", call -> inAgent.get() ? null : call.proceed());
    }
}
