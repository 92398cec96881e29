package org.jdapl.conformance.rules.con;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.TakenEvents;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group CON find. */
final class ConMutants {

    /** Data on the wire that is longer than this is that of a test of maximal sizes. */
    private static final int LONG_BYTES = 100;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "con-never-tells-established",
                            "CON-01",
                            "The state never becomes CONNECTED.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "state",
                                            EndpointState.class,
                                            state ->
                                                    state == EndpointState.CONNECTED
                                                            ? EndpointState.COMPLETION_PENDING
                                                            : state)),
                    Mutant.provider(
                            "con-names-the-wrong-requester",
                            "CON-02",
                            "A request names the listener's address as the requester's.",
                            faults ->
                                    faults.on(
                                            IncomingConnection.class,
                                            "remoteAddress",
                                            call ->
                                                    call.self(IncomingConnection.class)
                                                            .localAddress())),
                    Mutant.provider(
                            "con-takes-another-port",
                            "CON-03",
                            "Instead of a port in use it takes a free one.",
                            ConMutants::takeAnotherPort),
                    Mutant.runtime(
                            "con-calls-a-port-in-use-a-bad-address",
                            "CON-03",
                            "A port in use is refused as a bad address.",
                            faults ->
                                    faults.refuseAs(
                                            InterfaceAdapter.class,
                                            "createPublicServicePoint",
                                            DatType.CONN_QUAL_IN_USE,
                                            DatType.INVALID_ADDRESS)),
                    Mutant.provider(
                            "con-tells-the-port-of-another",
                            "CON-04",
                            "The third listener reports the port behind its own.",
                            ConMutants::tellAnotherPort),
                    Mutant.provider(
                            "con-keeps-ports",
                            "CON-05",
                            "A port that somebody listened on once is in use for ever.",
                            ConMutants::keepPorts),
                    Mutant.runtime(
                            "con-takes-a-refusal-for-silence",
                            "CON-06",
                            "That nobody listens is told as a time-out.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            ConnectionEvent.class,
                                            event ->
                                                    event instanceof ConnectionEvent.NonPeerRejected
                                                            ? new ConnectionEvent.TimedOut(
                                                                    event.dispatcher(),
                                                                    event.endpoint())
                                                            : event)),
                    Mutant.runtime(
                            "con-tells-a-refusal-twice",
                            "CON-06",
                            "The event that nobody listens comes twice.",
                            faults ->
                                    TakenEvents.repeat(
                                            faults,
                                            event ->
                                                    event
                                                            instanceof
                                                            ConnectionEvent.NonPeerRejected)),
                    Mutant.provider(
                            "con-takes-out-of-reach-for-refused",
                            "CON-07",
                            "An address that cannot be reached is told as a rejection.",
                            faults ->
                                    faults.on(
                                            AdapterListener.class,
                                            "unreachable",
                                            call -> {
                                                call.self(AdapterListener.class)
                                                        .rejected(
                                                                call.argument(0, Object.class),
                                                                false,
                                                                new byte[0],
                                                                "unreachable");
                                                return null;
                                            })),
                    Mutant.runtime(
                            "con-is-impatient",
                            "CON-08",
                            "An attempt gets a tenth of its time.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "connect",
                                            ConMutants::connectImpatiently)),
                    Mutant.runtime(
                            "con-takes-silence-for-a-break",
                            "CON-08",
                            "That the time of an attempt is over is told as a broken connection.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            ConnectionEvent.class,
                                            event ->
                                                    event instanceof ConnectionEvent.TimedOut
                                                            ? new ConnectionEvent.Broken(
                                                                    event.dispatcher(),
                                                                    event.endpoint(),
                                                                    "silence",
                                                                    0)
                                                            : event)),
                    Mutant.runtime(
                            "con-tells-of-a-closed-endpoint",
                            "CON-09",
                            "Closing an endpoint that connects gives an event.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "close",
                                            call -> {
                                                Endpoint endpoint = call.self(Endpoint.class);
                                                if (endpoint.state()
                                                        == EndpointState
                                                                .ACTIVE_CONNECTION_PENDING) {
                                                    endpoint.disconnect(DisconnectMode.ABRUPT);
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "con-rejects-what-is-closed",
                            "CON-10",
                            "Closing a request is told as the consumer's rejection.",
                            faults ->
                                    faults.on(
                                            ConnectionRequest.class,
                                            "close",
                                            call -> {
                                                call.self(ConnectionRequest.class).reject();
                                                return null;
                                            })),
                    Mutant.provider(
                            "con-takes-the-peers-no-for-its-transports",
                            "CON-11",
                            "The consumer's rejection is told as the transport's.",
                            faults ->
                                    faults.on(
                                            AdapterListener.class,
                                            "rejected",
                                            call -> call.with(1, false).proceed())),
                    Mutant.runtime(
                            "con-fills-receives-of-the-rejected",
                            "CON-11",
                            "Receives of an endpoint that never was connected succeed.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            DtoCompletion.class,
                                            done ->
                                                    done.endpoint().connection().isEmpty()
                                                            ? Records.with(
                                                                    done,
                                                                    "status",
                                                                    CompletionStatus.SUCCESS)
                                                            : done)),
                    Mutant.runtime(
                            "con-accepts-twice",
                            "CON-12",
                            "A second accept is not refused.",
                            faults -> {
                                Set<Object> accepted = ConcurrentHashMap.newKeySet();
                                faults.on(
                                        ConnectionRequest.class,
                                        "accept",
                                        call ->
                                                accepted.add(call.self(ConnectionRequest.class))
                                                        ? call.proceed()
                                                        : null);
                            }),
                    Mutant.provider(
                            "con-garbles-data-of-requests",
                            "CON-13",
                            "The last byte of a request's long private data is wrong.",
                            faults -> garble(faults, "connect")),
                    Mutant.provider(
                            "con-garbles-data-of-accepts",
                            "CON-14",
                            "The last byte of an accept's long private data is wrong.",
                            faults -> garble(faults, "accept")),
                    Mutant.runtime(
                            "con-loses-data-of-rejections",
                            "CON-15",
                            "A rejection's private data is lost.",
                            faults ->
                                    faults.on(
                                            ConnectionRequest.class,
                                            "reject",
                                            call ->
                                                    call.count() == 0
                                                            ? call.proceed()
                                                            : call.with(0, PrivateData.EMPTY)
                                                                    .proceed())),
                    Mutant.runtime(
                            "con-drops-too-much-data",
                            "CON-16",
                            "Private data that is too long is left out.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "connect",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException e) {
                                                    if (e.type() != DatType.INVALID_PARAMETER) {
                                                        throw e;
                                                    }
                                                    return with(call, PrivateData.EMPTY).proceed();
                                                }
                                            })),
                    Mutant.runtime(
                            "con-trims-data",
                            "CON-17",
                            "Zeros at the end of a request's private data are trimmed.",
                            faults ->
                                    faults.after(
                                            ConnectionRequest.class,
                                            "privateData",
                                            PrivateData.class,
                                            ConMutants::trim)),
                    Mutant.runtime(
                            "con-tells-too-many-reads",
                            "CON-18",
                            "More reads may be outstanding than the peer serves.",
                            faults -> connection(faults, c -> Records.with(c, "readsOut", 6))),
                    Mutant.provider(
                            "con-tires",
                            "CON-19",
                            "The 80th attempt to connect is refused.",
                            faults -> {
                                AtomicInteger attempts = new AtomicInteger();
                                faults.on(
                                        ConnectionManager.class,
                                        "connect",
                                        call -> {
                                            if (attempts.incrementAndGet() == 80) {
                                                throw new ProviderException(
                                                        DatType.INSUFFICIENT_RESOURCES,
                                                        "no more connections");
                                            }
                                            return call.proceed();
                                        });
                            }),
                    Mutant.provider(
                            "con-loses-a-request",
                            "CON-20",
                            "The 40th request is not told.",
                            faults ->
                                    loseAt(faults, AdapterListener.class, "connectionRequest", 40)),
                    Mutant.provider(
                            "con-listens-no-more-after-a-refusal",
                            "CON-21",
                            "After a request was closed, no other is told.",
                            faults -> {
                                AtomicBoolean deaf = new AtomicBoolean();
                                faults.on(
                                        IncomingConnection.class,
                                        "close",
                                        call -> {
                                            deaf.set(true);
                                            return call.proceed();
                                        });
                                faults.on(
                                        AdapterListener.class,
                                        "connectionRequest",
                                        call -> deaf.get() ? null : call.proceed());
                            }),
                    Mutant.provider(
                            "con-forgets-requests-with-their-listener",
                            "CON-22",
                            "Once a listener is closed, rejections do not arrive.",
                            faults -> {
                                AtomicBoolean closed = new AtomicBoolean();
                                faults.on(
                                        Listener.class,
                                        "close",
                                        call -> {
                                            closed.set(true);
                                            return call.proceed();
                                        });
                                faults.on(
                                        ConnectionManager.class,
                                        "reject",
                                        call -> closed.get() ? null : call.proceed());
                            }),
                    Mutant.provider(
                            "con-loses-a-rejection",
                            "CON-23",
                            "The 150th rejection does not arrive.",
                            faults -> loseAt(faults, ConnectionManager.class, "reject", 150)),
                    Mutant.provider(
                            "con-does-one-thing-at-a-time",
                            "CON-24",
                            "There is no connecting while a request waits for its answer.",
                            ConMutants::doOneThingAtATime),
                    Mutant.runtime(
                            "con-connects-again",
                            "CON-25",
                            "Connecting a connected endpoint seems to be taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "connect",
                                            call ->
                                                    call.self(Endpoint.class).state()
                                                                    == EndpointState.CONNECTED
                                                            ? null
                                                            : call.proceed())),
                    Mutant.provider(
                            "con-avoids-itself",
                            "CON-26",
                            "An own listener cannot be connected to.",
                            ConMutants::avoidOwnListeners),
                    Mutant.runtime(
                            "con-takes-a-foreign-endpoint",
                            "CON-28",
                            "An accept with an endpoint of another adapter seems to be taken.",
                            faults ->
                                    faults.forgive(
                                            ConnectionRequest.class,
                                            "accept",
                                            DatType.INVALID_HANDLE)),
                    Mutant.provider(
                            "con-listens-on-old-addresses-only",
                            "CON-29",
                            "Listening on an IPv6 address is refused.",
                            faults ->
                                    faults.on(
                                            ConnectionManager.class,
                                            "listen",
                                            call -> {
                                                if (call.argument(0, InetSocketAddress.class)
                                                                .getAddress()
                                                        instanceof Inet6Address) {
                                                    throw new ProviderException(
                                                            DatType.INVALID_ADDRESS, "IPv6");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "con-forgets-the-connection",
                            "CON-30",
                            "After the end the peer's address is not known any more.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "connection",
                                            call ->
                                                    call.self(Endpoint.class).state()
                                                                    == EndpointState.DISCONNECTED
                                                            ? Optional.empty()
                                                            : call.proceed())),
                    Mutant.runtime(
                            "con-answers-late",
                            "CON-31",
                            "An answer of 23 bytes is refused while the Established was not taken.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "postSend",
                                            call ->
                                                    call.argument(2, Long.class) == 23
                                                                    && hasEvents(call)
                                                            ? PostStatus.INVALID_STATE
                                                            : call.proceed())));

    private ConMutants() {}

    private static void takeAnotherPort(Faults faults) {
        faults.on(
                ConnectionManager.class,
                "listen",
                call -> {
                    try {
                        return call.proceed();
                    } catch (ProviderException e) {
                        InetSocketAddress wanted = call.argument(0, InetSocketAddress.class);
                        return call.with(0, new InetSocketAddress(wanted.getAddress(), 0))
                                .proceed();
                    }
                });
    }

    private static void tellAnotherPort(Faults faults) {
        Set<Object> seen = ConcurrentHashMap.newKeySet();
        Set<Object> liars = ConcurrentHashMap.newKeySet();
        faults.on(
                Listener.class,
                "localAddress",
                call -> {
                    Listener self = call.self(Listener.class);
                    if (seen.add(self) && seen.size() == 3) {
                        liars.add(self);
                    }
                    InetSocketAddress real = call.proceed(InetSocketAddress.class);
                    return liars.contains(self)
                            ? new InetSocketAddress(real.getAddress(), real.getPort() + 1)
                            : real;
                });
    }

    private static void keepPorts(Faults faults) {
        faults.on(
                ConnectionManager.class,
                "listen",
                call -> {
                    if (call.argument(0, InetSocketAddress.class).getPort() != 0) {
                        throw new ProviderException(DatType.CONN_QUAL_IN_USE, "it was in use");
                    }
                    return call.proceed();
                });
    }

    private static @Nullable Object connectImpatiently(Call call) throws Throwable {
        ConnectOptions options = call.argument(1, ConnectOptions.class);
        Duration less = options.timeout().dividedBy(10);
        return call.with(1, Records.with(options, "timeout", less)).proceed();
    }

    private static Call with(Call call, PrivateData data) {
        return call.with(1, call.argument(1, ConnectOptions.class).withPrivateData(data));
    }

    /** The last byte of what is long goes out changed. */
    private static void garble(Faults faults, String method) {
        faults.on(
                ConnectionManager.class,
                method,
                call -> {
                    ConnectParameters given = call.argument(2, ConnectParameters.class);
                    byte[] data = given.privateData().clone();
                    if (data.length > LONG_BYTES) {
                        data[data.length - 1]++;
                    }
                    return call.with(2, Records.with(given, "privateData", data)).proceed();
                });
    }

    private static PrivateData trim(PrivateData data) {
        byte[] bytes = data.toByteArray();
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return PrivateData.of(Arrays.copyOf(bytes, end));
    }

    private static void connection(Faults faults, UnaryOperator<Connection> change) {
        faults.after(
                Endpoint.class,
                "connection",
                Optional.class,
                optional -> ((Optional<?>) optional).map(c -> change.apply((Connection) c)));
    }

    /** One call has no effect. */
    private static void loseAt(Faults faults, Class<?> type, String method, int which) {
        AtomicInteger calls = new AtomicInteger();
        faults.on(type, method, call -> calls.incrementAndGet() == which ? null : call.proceed());
    }

    private static boolean hasEvents(Call call) {
        @Nullable EventDispatcher events = call.self(Endpoint.class).connections();
        return events != null && events.size() > 0;
    }

    private static void doOneThingAtATime(Faults faults) {
        AtomicInteger waiting = new AtomicInteger();
        faults.on(
                AdapterListener.class,
                "connectionRequest",
                call -> {
                    waiting.incrementAndGet();
                    return call.proceed();
                });
        faults.on(
                ConnectionManager.class,
                "accept",
                call -> {
                    waiting.decrementAndGet();
                    return call.proceed();
                });
        faults.on(
                ConnectionManager.class,
                "reject",
                call -> {
                    waiting.decrementAndGet();
                    return call.proceed();
                });
        faults.on(
                ConnectionManager.class,
                "connect",
                call -> {
                    if (waiting.get() > 0) {
                        throw new ProviderException(DatType.INVALID_STATE, "a request waits");
                    }
                    return call.proceed();
                });
    }

    private static void avoidOwnListeners(Faults faults) {
        Set<InetSocketAddress> own = ConcurrentHashMap.newKeySet();
        faults.after(
                ConnectionManager.class,
                "listen",
                Listener.class,
                listener -> {
                    own.add(listener.localAddress());
                    return listener;
                });
        faults.on(
                ConnectionManager.class,
                "connect",
                call -> {
                    if (own.contains(call.argument(1, InetSocketAddress.class))) {
                        throw new ProviderException(DatType.INVALID_ADDRESS, "that is here");
                    }
                    return call.proceed();
                });
    }
}
