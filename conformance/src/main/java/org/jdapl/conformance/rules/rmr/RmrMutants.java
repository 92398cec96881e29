package org.jdapl.conformance.rules.rmr;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jdapl.api.BindCompletion;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.Remedy;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Fault;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.WorkRequests;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group RMR find. Most strike at binds of one length only. */
final class RmrMutants {

    private static final int LEAKED = 300;
    private static final int TRANSFERS = Privilege.REMOTE_READ.bit() | Privilege.REMOTE_WRITE.bit();

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "rmr-key-does-not-fit",
                            "RMR-01",
                            "A key has more bits than a triplet has room for.",
                            faults ->
                                    faults.after(
                                            LocalMemoryRegion.class,
                                            "remoteRegion",
                                            RemoteRegion.class,
                                            r ->
                                                    r.length() == RmrTests.ENCODED
                                                            ? Records.with(
                                                                    r, "key", r.key() | 1L << 40)
                                                            : r)),
                    Mutant.runtime(
                            "rmr-loses-the-cookie",
                            "RMR-02",
                            "The completion of a bind has another cookie.",
                            told(
                                    done ->
                                            done.cookie() == RmrTests.TURN
                                                    ? Records.with(done, "cookie", 0L)
                                                    : done)),
                    Mutant.provider(
                            "rmr-binds-one-byte-less",
                            "RMR-03",
                            "The last byte is not bound.",
                            binds(
                                    RmrTests.WHOLE,
                                    request -> {
                                        request.length[0]--;
                                        request.totalLength--;
                                    })),
                    Mutant.runtime(
                            "rmr-lets-anybody-write",
                            "RMR-04",
                            "A bind with a right that the region lacks seems to be taken.",
                            faults ->
                                    faults.forgive(
                                            RemoteMemoryRegion.class,
                                            "bind",
                                            DatType.PRIVILEGES_VIOLATION)),
                    Mutant.provider(
                            "rmr-opens-one-byte-more",
                            "RMR-05",
                            "One byte more is bound.",
                            binds(
                                    RmrTests.NARROW,
                                    request -> {
                                        request.length[0]++;
                                        request.totalLength++;
                                    })),
                    Mutant.provider(
                            "rmr-keeps-the-former-key",
                            "RMR-06",
                            "The former key stays good after another bind.",
                            faults ->
                                    inPlace(
                                            faults,
                                            (request, former) ->
                                                    request.totalLength == RmrTests.REBOUND
                                                            && former == RmrTests.REBOUND)),
                    Mutant.provider(
                            "rmr-unbinds-nothing",
                            "RMR-07",
                            "An unbind leaves the key good.",
                            faults ->
                                    inPlace(
                                            faults,
                                            (request, former) ->
                                                    request.totalLength == 0
                                                            && former == RmrTests.UNBOUND)),
                    Mutant.runtime(
                            "rmr-conceals-the-key",
                            "RMR-08",
                            "A receive does not tell which key it has ended.",
                            faults ->
                                    faults.after(
                                            EventDispatcher.class,
                                            "await",
                                            DtoCompletion.class,
                                            done -> Records.with(done, "invalidatedKey", 0L))),
                    Mutant.provider(
                            "rmr-invalidates-nothing",
                            "RMR-09",
                            "A send with invalidate is sent as another send.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.SEND_WITH_INVALIDATE,
                                            _ -> true,
                                            request -> request.kind = OperationKind.SEND)),
                    Mutant.provider(
                            "rmr-is-of-everybody",
                            "RMR-10",
                            "What is of one endpoint is of its whole zone.",
                            faults ->
                                    inPlace(
                                            faults,
                                            (request, _) ->
                                                    request.totalLength == RmrTests.OF_ONE)),
                    Mutant.runtime(
                            "rmr-tells-its-key-late",
                            "RMR-11",
                            "The new key is told only when the completion of the bind was taken.",
                            RmrMutants::tellLate),
                    Mutant.runtime(
                            "rmr-binds-nothing-to-nothing",
                            "RMR-12",
                            "A bind of no bytes does nothing.",
                            bindCalls(
                                    call ->
                                            call.argument(1, LocalSegment.class).length() == 0
                                                    ? null
                                                    : call.proceed())),
                    Mutant.runtime(
                            "rmr-binds-what-is-closed",
                            "RMR-13",
                            "A bind of a closed remote memory region seems to be taken.",
                            bindCalls(
                                    call ->
                                            call.self(RemoteMemoryRegion.class).isClosed()
                                                    ? null
                                                    : call.proceed())),
                    Mutant.provider(
                            "rmr-gives-every-right",
                            "RMR-14",
                            "The peer gets both rights.",
                            binds(
                                    RmrTests.RIGHTS,
                                    request -> request.windowPrivileges |= TRANSFERS)),
                    Mutant.runtime(
                            "rmr-knows-no-zones",
                            "RMR-15",
                            "A bind across zones seems to be taken.",
                            faults ->
                                    faults.forgive(
                                            RemoteMemoryRegion.class,
                                            "bind",
                                            DatType.PROTECTION_VIOLATION)),
                    Mutant.runtime(
                            "rmr-binds-without-a-connection",
                            "RMR-16",
                            "A bind without a connection seems to be taken.",
                            faults ->
                                    faults.forgive(
                                            RemoteMemoryRegion.class,
                                            "bind",
                                            DatType.INVALID_STATE)),
                    Mutant.runtime(
                            "rmr-succeeds-when-flushed",
                            "RMR-17",
                            "A bind that was flushed is told as done.",
                            told(
                                    done ->
                                            done.endpoint().attributes().maxRequests()
                                                            == RmrTests.FLUSHED_REQUESTS
                                                    ? Records.with(
                                                            done,
                                                            "status",
                                                            CompletionStatus.SUCCESS)
                                                    : done)),
                    Mutant.runtime(
                            "rmr-is-never-quiet",
                            "RMR-18",
                            "A suppressed bind gives an event.",
                            bindCalls(
                                    call ->
                                            call.argument(3, Long.class) == RmrTests.QUIET
                                                    ? call.with(4, CompletionFlags.DEFAULT)
                                                            .proceed()
                                                    : call.proceed())),
                    Mutant.runtime(
                            "rmr-takes-unsignalled-for-suppressed",
                            "RMR-27",
                            "An unsignalled bind has no event.",
                            bindCalls(
                                    call ->
                                            call.argument(3, Long.class) == RmrTests.UNSIGNALLED
                                                    ? call.with(4, CompletionFlags.SUPPRESS)
                                                            .proceed()
                                                    : call.proceed())),
                    Mutant.runtime(
                            "rmr-stays-while-bound",
                            "RMR-19",
                            "Closing is refused while it is bound.",
                            faults ->
                                    faults.on(
                                            RemoteMemoryRegion.class,
                                            "close",
                                            RmrMutants::refuseWhileBound)),
                    Mutant.runtime(
                            "rmr-starts-elsewhere",
                            "RMR-20",
                            "What is bound to a zero-based region is told one byte on.",
                            whereBound(
                                    RmrTests.ZERO_BASED,
                                    r -> Records.with(r, "address", r.address() + 1))),
                    Mutant.provider(
                            "rmr-lets-anybody-add",
                            "RMR-21",
                            "Whoever may write may do atomic operations.",
                            binds(
                                    RmrTests.ATOMIC,
                                    request ->
                                            request.windowPrivileges |=
                                                    Privilege.REMOTE_ATOMIC.bit())),
                    Mutant.runtime(
                            "rmr-tells-another-scope",
                            "RMR-22",
                            "It tells that it is of one endpoint.",
                            faults ->
                                    faults.after(
                                            RemoteMemoryRegion.class,
                                            "scope",
                                            RmrScope.class,
                                            _ -> RmrScope.ENDPOINT)),
                    Mutant.runtime(
                            "rmr-leaks", "RMR-23", "One of many is not closed.", RmrMutants::leak),
                    Mutant.runtime(
                            "rmr-has-room-for-binds",
                            "RMR-24",
                            "A bind that has no room seems to be taken.",
                            faults ->
                                    faults.forgive(
                                            RemoteMemoryRegion.class,
                                            "bind",
                                            DatType.INSUFFICIENT_RESOURCES)),
                    Mutant.provider(
                            "rmr-sticks-to-an-endpoint",
                            "RMR-25",
                            "It can be bound through one endpoint only.",
                            RmrMutants::stick),
                    Mutant.provider(
                            "rmr-outlives-its-connection",
                            "RMR-26",
                            "The key of what is of one endpoint does not end with the connection.",
                            faults ->
                                    inPlace(
                                            faults,
                                            (request, _) ->
                                                    request.totalLength == RmrTests.PASSING)));

    private RmrMutants() {}

    private static Consumer<Faults> binds(int bytes, Consumer<WorkRequest> change) {
        return faults ->
                WorkRequests.change(
                        faults,
                        OperationKind.BIND,
                        request -> request.totalLength == bytes,
                        change);
    }

    private static Consumer<Faults> bindCalls(Fault fault) {
        return faults -> faults.on(RemoteMemoryRegion.class, "bind", fault);
    }

    private static Consumer<Faults> told(UnaryOperator<BindCompletion> change) {
        return faults -> faults.after(EventDispatcher.class, "await", BindCompletion.class, change);
    }

    private static Consumer<Faults> whereBound(int bytes, UnaryOperator<RemoteRegion> change) {
        return faults ->
                faults.on(
                        RemoteMemoryRegion.class,
                        "remoteRegion",
                        call -> {
                            @Nullable Object told = call.proceed();
                            return told instanceof Optional<?> some
                                            && some.orElse(null) instanceof RemoteRegion r
                                            && r.length() == bytes
                                    ? Optional.of(change.apply(r))
                                    : told;
                        });
    }

    /** Which binds, by the request and the length of the bind before on the same window. */
    private interface Which {
        boolean test(WorkRequest request, long formerLength);
    }

    /** Some binds are done by a window of the whole zone beside the one that is meant. */
    private static void inPlace(Faults faults, Which which) {
        Map<MemoryWindow, MemoryWindow> other = new ConcurrentHashMap<>();
        Map<MemoryWindow, Long> lengths = new ConcurrentHashMap<>();
        Set<MemoryWindow> replaced = ConcurrentHashMap.newKeySet();
        faults.on(
                Adapter.class,
                "createMemoryWindow",
                call -> {
                    MemoryWindow window = call.proceed(MemoryWindow.class);
                    other.put(window, call.with(1, false).proceed(MemoryWindow.class));
                    return window;
                });
        faults.on(
                MemoryWindow.class,
                "remoteKey",
                call -> {
                    MemoryWindow self = call.self(MemoryWindow.class);
                    return replaced.contains(self)
                            ? Objects.requireNonNull(other.get(self)).remoteKey()
                            : call.proceed();
                });
        faults.on(
                MemoryWindow.class,
                "close",
                call -> {
                    MemoryWindow beside = other.remove(call.self(MemoryWindow.class));
                    if (beside != null) {
                        beside.close();
                    }
                    return call.proceed();
                });
        faults.on(
                QueuePair.class,
                "postSend",
                call -> {
                    if (call.argument(0, Object.class) instanceof WorkRequest request
                            && request.kind == OperationKind.BIND) {
                        MemoryWindow window = Objects.requireNonNull(request.window);
                        Long former = lengths.put(window, request.totalLength);
                        if (which.test(request, former == null ? -1 : former)) {
                            request.window = other.get(window);
                            replaced.add(window);
                        }
                    }
                    return call.proceed();
                });
    }

    private static void tellLate(Faults faults) {
        Set<RemoteMemoryRegion> waiting = ConcurrentHashMap.newKeySet();
        faults.on(
                RemoteMemoryRegion.class,
                "bind",
                call -> {
                    if (call.argument(1, LocalSegment.class).length() == RmrTests.ORDERED) {
                        waiting.add(call.self(RemoteMemoryRegion.class));
                    }
                    return call.proceed();
                });
        faults.on(
                RemoteMemoryRegion.class,
                "remoteRegion",
                call ->
                        waiting.contains(call.self(RemoteMemoryRegion.class))
                                ? Optional.empty()
                                : call.proceed());
        faults.after(
                EventDispatcher.class,
                "await",
                BindCompletion.class,
                done -> {
                    waiting.remove(done.region());
                    return done;
                });
    }

    private static @Nullable Object refuseWhileBound(Call call) throws Throwable {
        RemoteMemoryRegion self = call.self(RemoteMemoryRegion.class);
        if (!self.isClosed()
                && self.remoteRegion().filter(r -> r.length() == RmrTests.CLOSED).isPresent()) {
            throw new DatException(
                    DatCode.error(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE),
                    "it is bound",
                    ErrorScope.CALL,
                    Remedy.FIX_ORDER);
        }
        return call.proceed();
    }

    private static void leak(Faults faults) {
        int[] count = new int[1];
        faults.on(
                RemoteMemoryRegion.class,
                "close",
                call -> ++count[0] == LEAKED ? null : call.proceed());
    }

    private static void stick(Faults faults) {
        Map<MemoryWindow, QueuePair> first = new ConcurrentHashMap<>();
        faults.on(
                QueuePair.class,
                "postSend",
                call -> {
                    QueuePair self = call.self(QueuePair.class);
                    return call.argument(0, Object.class) instanceof WorkRequest request
                                    && request.kind == OperationKind.BIND
                                    && request.totalLength == RmrTests.SHARED
                                    && !self.equals(
                                            first.computeIfAbsent(
                                                    Objects.requireNonNull(request.window),
                                                    _ -> self))
                            ? PostStatus.PROVIDER_ERROR
                            : call.proceed();
                });
    }
}
