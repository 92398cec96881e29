package org.jdapl.conformance.rules.svp;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdapl.api.CommonServicePoint;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Endpoint;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group SVP find. */
final class SvpMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "svp-does-not-ask",
                            "SVP-01",
                            "Connecting to a common service point does nothing.",
                            faults -> faults.on(Endpoint.class, "commonConnect", call -> null)),
                    Mutant.runtime(
                            "svp-goes-on-listening",
                            "SVP-02",
                            "Closing a common service point does nothing.",
                            faults -> faults.on(CommonServicePoint.class, "close", call -> null)),
                    Mutant.runtime(
                            "svp-follows-anybody",
                            "SVP-03",
                            "Connecting to where an unconnected endpoint is does nothing.",
                            faults ->
                                    faults.forgive(
                                            Endpoint.class,
                                            "duplicateConnect",
                                            DatType.INVALID_STATE)),
                    Mutant.runtime(
                            "svp-loses-private-data",
                            "SVP-04",
                            "A request that was handed over has no private data.",
                            faults -> onceHandedOver(faults, "privateData", PrivateData.EMPTY)),
                    Mutant.runtime(
                            "svp-loses-the-endpoint",
                            "SVP-05",
                            "A request that was handed over has no endpoint.",
                            faults -> onceHandedOver(faults, "endpoint", null)),
                    Mutant.runtime(
                            "svp-drops-what-is-too-much",
                            "SVP-06",
                            "Handing a request over to a full dispatcher does nothing.",
                            faults ->
                                    faults.forgive(
                                            ConnectionRequest.class,
                                            "handoff",
                                            DatType.QUEUE_FULL)),
                    Mutant.runtime(
                            "svp-hides-failed-accepts",
                            "SVP-07",
                            "A failed accept of a request that was handed over tells nothing.",
                            SvpMutants::hideFailures),
                    Mutant.runtime(
                            "svp-keeps-the-endpoint",
                            "SVP-08",
                            "The endpoint of a request that was handed over stays pending.",
                            SvpMutants::keepEndpoints),
                    Mutant.runtime(
                            "svp-waits-without-data",
                            "SVP-09",
                            "Connecting with a wait gives no private data.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "connectAndWait",
                                            ConnectionEvent.Established.class,
                                            e ->
                                                    Records.with(
                                                            e, "privateData", PrivateData.EMPTY))),
                    Mutant.runtime(
                            "svp-takes-rejections-for-success",
                            "SVP-10",
                            "Connecting with a wait returns from a rejection as if nothing were.",
                            faults ->
                                    faults.forgive(
                                            Endpoint.class,
                                            "connectAndWait",
                                            DatType.INVALID_STATE)));

    private static AtomicBoolean handedOver(Faults faults) {
        AtomicBoolean handed = new AtomicBoolean();
        faults.on(
                ConnectionRequest.class,
                "handoff",
                call -> {
                    Object nothing = call.proceed();
                    handed.set(true);
                    return nothing;
                });
        return handed;
    }

    /** From the first hand-off on a method of requests gives something else. */
    private static void onceHandedOver(Faults faults, String method, @Nullable Object instead) {
        AtomicBoolean handed = handedOver(faults);
        faults.on(ConnectionRequest.class, method, call -> handed.get() ? instead : call.proceed());
    }

    private static void hideFailures(Faults faults) {
        AtomicBoolean handed = handedOver(faults);
        TakenEvents.change(
                faults,
                event ->
                        handed.get() && event instanceof ConnectionEvent.AcceptCompletionError
                                ? null
                                : event);
    }

    private static void keepEndpoints(Faults faults) {
        Set<Object> kept = ConcurrentHashMap.newKeySet();
        faults.on(
                ConnectionRequest.class,
                "handoff",
                call -> {
                    @Nullable Endpoint endpoint = call.self(ConnectionRequest.class).endpoint();
                    Object nothing = call.proceed();
                    if (endpoint != null) {
                        kept.add(endpoint);
                    }
                    return nothing;
                });
        faults.on(
                Endpoint.class,
                "state",
                call ->
                        kept.contains(call.self(Object.class))
                                ? EndpointState.PASSIVE_CONNECTION_PENDING
                                : call.proceed());
    }

    private SvpMutants() {}
}
