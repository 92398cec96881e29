package org.jdapl.conformance.rules.lif;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group LIF find. */
final class LifMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "lif-keeps-a-dispatcher",
                            "LIF-01",
                            "A dispatcher of software events that triggered something cannot be"
                                    + " closed.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "close",
                                            call -> {
                                                EventDispatcher self =
                                                        call.self(EventDispatcher.class);
                                                if (!self.isClosed()
                                                        && self.streams()
                                                                .contains(EventStream.SOFTWARE)
                                                        && self.notificationObject() != null) {
                                                    throw new IllegalStateException("in use");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "lif-wants-its-events-read",
                            "LIF-03",
                            "A dispatcher with unread events cannot be closed.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "close",
                                            call -> {
                                                EventDispatcher self =
                                                        call.self(EventDispatcher.class);
                                                if (!self.isClosed() && self.size() > 0) {
                                                    throw new IllegalStateException("not empty");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "lif-loses-a-flushed-request",
                            "LIF-04",
                            "The first request that the close of an endpoint flushes is lost.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "close",
                                            call -> {
                                                Endpoint self = call.self(Endpoint.class);
                                                @Nullable EventDispatcher requests =
                                                        self.isClosed() ? null : self.requests();
                                                @Nullable Object result = call.proceed();
                                                if (requests != null) {
                                                    requests.dequeue();
                                                }
                                                return result;
                                            })),
                    Mutant.runtime(
                            "lif-leaves-a-region",
                            "LIF-05",
                            "Closing a region of one length makes another one.",
                            faults ->
                                    faults.on(
                                            LocalMemoryRegion.class,
                                            "close",
                                            call -> {
                                                LocalMemoryRegion self =
                                                        call.self(LocalMemoryRegion.class);
                                                if (!self.isClosed()
                                                        && self.length() == LifTests.ODD_BYTES) {
                                                    self.protectionZone()
                                                            .allocate(
                                                                    1,
                                                                    Set.of(Privilege.LOCAL_READ));
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "lif-goes-on-connecting",
                            "LIF-07",
                            "An endpoint that is connecting cannot be closed.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "close",
                                            call -> {
                                                if (isConnecting(call.self(Endpoint.class))) {
                                                    throw new IllegalStateException("connecting");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "lif-leaves-a-zone",
                            "LIF-08",
                            "A service point that cannot be made leaves a zone.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createPublicServicePoint",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException e) {
                                                    call.self(InterfaceAdapter.class)
                                                            .createProtectionZone();
                                                    throw e;
                                                }
                                            })),
                    Mutant.runtime(
                            "lif-closes-by-force-alone",
                            "LIF-09",
                            "An adapter that had an endpoint can be closed abruptly only.",
                            faults -> {
                                AtomicBoolean used = new AtomicBoolean();
                                faults.on(
                                        InterfaceAdapter.class,
                                        "createEndpoint",
                                        call -> {
                                            used.set(true);
                                            return call.proceed();
                                        });
                                faults.on(
                                        InterfaceAdapter.class,
                                        "close",
                                        call -> {
                                            if (call.count() == 0 && used.get()) {
                                                throw new IllegalStateException("in use");
                                            }
                                            return call.proceed();
                                        });
                            }),
                    Mutant.runtime(
                            "lif-writes-what-was-closed",
                            "LIF-12",
                            "A write from a closed region, or by a closed endpoint, seems to be"
                                    + " taken.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "postWrite",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.CLOSED
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.runtime(
                            "lif-calls-after-the-close",
                            "LIF-13",
                            "Agents are called once more when their adapter is closed already.",
                            LifMutants::callAfterTheClose));

    private LifMutants() {}

    private static boolean isConnecting(Endpoint endpoint) {
        return !endpoint.isClosed() && endpoint.state() == EndpointState.ACTIVE_CONNECTION_PENDING;
    }

    private static void callAfterTheClose(Faults faults) {
        List<Runnable> calls = new CopyOnWriteArrayList<>();
        faults.on(
                InterfaceAdapter.class,
                "createEventDispatcher",
                call -> {
                    EventDispatcher made = call.proceed(EventDispatcher.class);
                    Optional.ofNullable(made.notificationObject())
                            .map(NotificationObject::agent)
                            .ifPresent(agent -> calls.add(() -> agent.triggered(made)));
                    return made;
                });
        faults.on(
                InterfaceAdapter.class,
                "isClosed",
                call -> {
                    boolean closed = call.proceed(Boolean.class);
                    if (closed) {
                        calls.forEach(Runnable::run);
                    }
                    return closed;
                });
    }
}
