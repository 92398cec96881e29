package org.jdapl.conformance.throwing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.mutants.Fault;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.ProviderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a call of a provider throws, and null where it owes an object: the consumer is told of
 * the call and of what came of it, no wait lasts for ever, and nothing is left when the adapter is
 * closed.
 */
@Timeout(60)
class ThrowingProviderTest {

    /** Part of every failure's text. */
    private static final String PLANTED = "planted failure";

    /** May give null. */
    private static final Set<String> MAY_GIVE_NULL = Set.of("ProtectionDomain.allocate");

    /** What the runtime calls where {@code soft:sim} has the capability, which it has not. */
    private static final Set<String> UNREACHED =
            new TreeSet<>(
                    Set.of(
                            "Adapter.createAddressHandle",
                            "AddressHandle.close",
                            "ConnectionManager.joinMulticast",
                            "ConnectionManager.listenForDatagrams",
                            "ConnectionManager.lookUp",
                            "MulticastMembership.close",
                            "QueuePair.queueKey",
                            // What the runtime does not call at all.
                            "IncomingConnection.offeredReadsIn",
                            "IncomingConnection.offeredReadsOut",
                            "QueuePair.reset"));

    /** The consumer loses nothing by these: the registry looks for changes by itself, too. */
    private static final Set<String> NOT_TOLD = Set.of("Provider.watch", "AdapterWatch.close");

    /** What a call does instead of its work. */
    private static final Map<String, Fault> FAULTS = new LinkedHashMap<>();

    static {
        FAULTS.put(
                "refuses",
                _ -> {
                    throw new ProviderException(DatType.INSUFFICIENT_RESOURCES, PLANTED);
                });
        FAULTS.put(
                "throws an exception",
                _ -> {
                    throw new IllegalStateException(PLANTED);
                });
        FAULTS.put(
                "throws an error",
                _ -> {
                    throw new AssertionError(PLANTED);
                });
        FAULTS.put(
                "runs out of stack",
                _ -> {
                    throw new StackOverflowError(PLANTED);
                });
    }

    private static final String GIVES_NULL = "gives null";

    static Stream<SpiCall> calls() {
        return SpiCall.all().stream();
    }

    /** The objects of a provider that are open. */
    private static final class Ledger {
        final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
        final Faults faults = new Faults();

        Ledger() {
            for (SpiCall call : SpiCall.all()) {
                boolean closes = call.method().equals("close");
                if (closes && call.type() != IncomingConnection.class) {
                    faults.on(
                            call.type(),
                            "close",
                            c -> {
                                open.remove(c.self(Object.class));
                                return c.proceed();
                            });
                } else if (!closes && call.givesObject()) {
                    faults.after(
                            call.type(),
                            call.method(),
                            AutoCloseable.class,
                            made -> {
                                open.add(made);
                                return made;
                            });
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void shouldTellOfAFailureAndLeaveNothing(SpiCall call) throws Exception {
        boolean met = false;
        for (ProgressMode mode : ProgressMode.values()) {
            for (Map.Entry<String, Fault> fault : FAULTS.entrySet()) {
                met |= tour(call, fault.getKey(), fault.getValue(), mode);
            }
            if (call.givesObject() && !MAY_GIVE_NULL.contains(call.toString())) {
                met |= tour(call, GIVES_NULL, _ -> null, mode);
            }
        }
        assertThat(met)
                .as("%s is reached: the list of those that are not must be exact", call)
                .isEqualTo(!UNREACHED.contains(call.toString()));
    }

    @Test
    void shouldListNoCallThatThereIsNot() {
        assertThat(calls().map(SpiCall::toString)).containsAll(UNREACHED);
    }

    @Test
    void shouldHaveNothingToTellOfASoundProvider() throws Exception {
        for (ProgressMode mode : ProgressMode.values()) {
            Tour.Outcome outcome = Tour.run(sound -> sound, mode);

            assertThat(outcome.told())
                    .noneMatch(text -> text.contains("Exception") || text.contains("provider"))
                    .anyMatch(text -> text.contains("Disconnected"));
            assertThat(outcome.reportsAtTheEnd()).isZero();
        }
    }

    /**
     * Takes a tour.
     *
     * @return whether it came to the call
     */
    private static boolean tour(SpiCall call, String what, Fault fault, ProgressMode mode)
            throws Exception {
        String name = call + " " + what + " " + mode;
        AtomicBoolean met = new AtomicBoolean();
        Faults faults =
                new Faults()
                        .on(
                                call.type(),
                                call.method(),
                                c -> {
                                    met.set(true);
                                    return fault.instead(c);
                                });
        Ledger ledger = new Ledger();
        Tour.Outcome outcome = Tour.run(sound -> faults.around(ledger.faults.around(sound)), mode);
        if (!met.get()) {
            return false;
        }
        List<String> told = outcome.told();
        boolean named =
                told.stream()
                        .anyMatch(
                                text ->
                                        what.equals(GIVES_NULL)
                                                ? text.contains(call.method())
                                                        && text.contains("null")
                                                : text.contains(PLANTED));
        assertThat(named || outcome.reportsAtTheEnd() > 0)
                .as("%s: told %s", name, told)
                .isEqualTo(!NOT_TOLD.contains(call.toString()));
        assertThat(outcome.closing()).as(name).isLessThan(Duration.ofSeconds(6));
        if (outcome.left() != null) {
            assertThat(outcome.left().open()).as(name).isEmpty();
            assertThat(outcome.left().outstandingRequests()).as(name).isZero();
            assertThat(outcome.left().outstandingReceives()).as(name).isZero();
        }
        if (!call.method().equals("close")) {
            assertThat(ledger.open).as(name).isEmpty();
        }
        return true;
    }
}
