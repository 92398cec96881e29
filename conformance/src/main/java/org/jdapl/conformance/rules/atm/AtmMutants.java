package org.jdapl.conformance.rules.atm;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.Work;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.mutants.WorkRequests;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group ATM find. Most strike at one number or one cookie only. */
final class AtmMutants {

    private static final long ALL_BITS = -1;

    /** After so many of one kind, one is lost; fewer are posted by all other rules. */
    private static final int LOST_ONE = 50;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "atm-adds-without-sign",
                            "ATM-01",
                            "A negative number is added without its highest bit.",
                            adds(
                                    r -> r.compareOrAdd == AtmTests.ADD_NEGATIVE,
                                    r -> r.compareOrAdd &= Long.MAX_VALUE)),
                    Mutant.provider(
                            "atm-compares-half",
                            "ATM-02",
                            "Compare-and-swap looks at the lower 63 bits only.",
                            swaps(
                                    r -> r.compareOrFieldMask == ALL_BITS,
                                    r -> r.compareOrFieldMask = Long.MAX_VALUE)),
                    Mutant.provider(
                            "atm-swaps-bytes",
                            "ATM-03",
                            "The number to add is in the other byte order.",
                            adds(
                                    r -> r.compareOrAdd == AtmTests.ADD_IN_ORDER,
                                    r -> r.compareOrAdd = Long.reverseBytes(r.compareOrAdd))),
                    taken(
                            "atm-takes-any-address",
                            "ATM-04",
                            "An operation on an address that is not aligned seems to be taken.",
                            PostStatus.INVALID_ARGUMENT,
                            work -> work.segments() == 1),
                    taken(
                            "atm-takes-any-sink",
                            "ATM-05",
                            "An operation with a sink of another size seems to be taken.",
                            PostStatus.LENGTH_ERROR,
                            _ -> true),
                    Mutant.provider(
                            "atm-loses-an-addition",
                            "ATM-06",
                            "One of many additions is without effect.",
                            faults -> losing(faults, AtmTests.ADD_MANY)),
                    Mutant.provider(
                                    "atm-loses-to-the-cpu",
                                    "ATM-07",
                                    "One of many additions to what the CPU adds to is without effect.",
                                    faults -> losing(faults, AtmTests.ADD_WITH_CPU))
                            .onBothSides(),
                    Mutant.provider(
                                    "atm-needs-no-right",
                                    "ATM-08",
                                    "Who may write may do atomic operations.",
                                    faults ->
                                            faults.on(
                                                    ProtectionDomain.class,
                                                    "register",
                                                    AtmMutants::addTheRight))
                            .onBothSides(),
                    Mutant.runtime(
                            "atm-loses-its-turn",
                            "ATM-09",
                            "The last of many that wait for their turn completes with another cookie.",
                            told(
                                    done ->
                                            done.operation() == OperationKind.FETCH_AND_ADD
                                                    && done.cookie() == AtmTests.LAST_IN_ORDER
                                                    && done.endpoint().attributes().maxReadsOut()
                                                            == AtmTests.DEPTH_ONE,
                                    done -> Records.with(done, "cookie", 0L))),
                    taken(
                            "atm-takes-foreign-sinks",
                            "ATM-10",
                            "An operation with a sink of another zone seems to be taken.",
                            PostStatus.PROTECTION_VIOLATION,
                            _ -> true),
                    Mutant.provider(
                            "atm-forgets-the-fields",
                            "ATM-13",
                            "A masked addition carries from field to field.",
                            adds(r -> r.compareOrFieldMask != 0, r -> r.compareOrFieldMask = 0)),
                    Mutant.provider(
                            "atm-swaps-all-bits",
                            "ATM-14",
                            "A masked compare-and-swap swaps all bits.",
                            swaps(r -> r.swapMask != ALL_BITS, r -> r.swapMask = ALL_BITS)),
                    Mutant.provider(
                            "atm-ignores-the-fence",
                            "ATM-15",
                            "A fence of a send has no effect.",
                            faults ->
                                    WorkRequests.change(
                                            faults,
                                            OperationKind.SEND,
                                            _ -> true,
                                            r -> r.flags &= ~WorkRequest.FENCE)),
                    Mutant.runtime(
                            "atm-takes-it-for-unknown-peers",
                            "ATM-16",
                            "An operation that the peer may not know seems to be taken.",
                            faults -> taking(faults, PostStatus.NOT_SUPPORTED, false)),
                    Mutant.runtime(
                            "atm-hangs-at-depth-zero",
                            "ATM-17",
                            "An operation at depth 0 seems to be taken.",
                            faults -> taking(faults, PostStatus.NOT_SUPPORTED, true)),
                    Mutant.runtime(
                            "atm-tells-another-operation",
                            "ATM-18",
                            "A fetch-and-add is told as a compare-and-swap.",
                            told(
                                    done ->
                                            done.cookie() == AtmTests.TOLD
                                                    && done.operation()
                                                            == OperationKind.FETCH_AND_ADD,
                                    done ->
                                            Records.with(
                                                    done,
                                                    "operation",
                                                    OperationKind.COMPARE_AND_SWAP))),
                    Mutant.provider(
                            "atm-takes-the-word-before",
                            "ATM-19",
                            "An operation that does not fit is done on the number before.",
                            adds(
                                    r -> r.compareOrAdd == AtmTests.ADD_OUTSIDE,
                                    r -> r.remoteAddress -= Long.BYTES)),
                    Mutant.runtime(
                            "atm-succeeds-when-flushed",
                            "ATM-20",
                            "A fetch-and-add that was flushed is told as done.",
                            told(
                                    done ->
                                            done.operation() == OperationKind.FETCH_AND_ADD
                                                    && done.status() == CompletionStatus.FLUSHED,
                                    done ->
                                            Records.with(
                                                    done, "status", CompletionStatus.SUCCESS))));

    private AtmMutants() {}

    private static Consumer<Faults> adds(
            Predicate<WorkRequest> which, Consumer<WorkRequest> change) {
        return faults -> WorkRequests.change(faults, OperationKind.FETCH_AND_ADD, which, change);
    }

    private static Consumer<Faults> swaps(
            Predicate<WorkRequest> which, Consumer<WorkRequest> change) {
        return faults -> WorkRequests.change(faults, OperationKind.COMPARE_AND_SWAP, which, change);
    }

    private static Consumer<Faults> told(
            Predicate<DtoCompletion> which, UnaryOperator<DtoCompletion> change) {
        return faults ->
                faults.after(
                        EventDispatcher.class,
                        "await",
                        DtoCompletion.class,
                        done -> which.test(done) ? change.apply(done) : done);
    }

    /** A post that is refused with a status seems to be taken. */
    private static Mutant taken(
            String id, String kills, String sentence, int refusal, Predicate<Work> which) {
        return Mutant.runtime(
                id,
                kills,
                sentence,
                faults ->
                        faults.on(
                                Endpoint.class,
                                "post",
                                call -> answer(call, refusal, work(call, which))));
    }

    private static void taking(Faults faults, int refusal, boolean atDepthZero) {
        faults.on(
                Endpoint.class,
                "post",
                call ->
                        answer(
                                call,
                                refusal,
                                work(call, _ -> true)
                                        && isAtDepthZero(call.self(Endpoint.class))
                                                == atDepthZero));
    }

    private static boolean isAtDepthZero(Endpoint endpoint) {
        return endpoint.connection().map(c -> c.readsOut() == 0).orElse(false);
    }

    private static boolean work(Call call, Predicate<Work> which) {
        return call.argument(0, Object.class) instanceof Work work
                && isAtomic(work.kind())
                && which.test(work);
    }

    private static Object answer(Call call, int refusal, boolean applies) throws Throwable {
        int status = call.proceed(Integer.class);
        return applies && status == refusal ? PostStatus.OK : status;
    }

    private static boolean isAtomic(OperationKind kind) {
        return kind == OperationKind.FETCH_AND_ADD || kind == OperationKind.COMPARE_AND_SWAP;
    }

    private static void losing(Faults faults, long number) {
        int[] count = new int[1];
        WorkRequests.change(
                faults,
                OperationKind.FETCH_AND_ADD,
                r -> r.compareOrAdd == number && ++count[0] % LOST_ONE == 0,
                r -> r.compareOrAdd = 0);
    }

    private static Object addTheRight(Call call) throws Throwable {
        int rights = call.argument(1, Integer.class);
        int right = Privilege.REMOTE_WRITE.in(rights) ? Privilege.REMOTE_ATOMIC.bit() : 0;
        return call.with(1, rights | right).proceed(Object.class);
    }
}
