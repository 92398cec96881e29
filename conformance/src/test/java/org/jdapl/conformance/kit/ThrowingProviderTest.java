package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.mutants.Fault;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A provider that throws, or gives null, from one of its calls does not pass a rule that comes to
 * that call, and the trial has its end.
 */
class ThrowingProviderTest {

    private static final RuleCatalogue CATALOGUE = StandardRules.catalogue();

    /** Connects, sends and receives, and disconnects. */
    private static final String RULE = "DIS-01";

    /** Calls that may give null. */
    private static final Set<String> NULLABLE = Set.of("allocate");

    /** A call of the provider interface, named as in its type. */
    record Call(Class<?> type, String method) {
        @Override
        public String toString() {
            return type.getSimpleName() + "." + method;
        }
    }

    static Stream<Call> calls() {
        return BadProviders.CALLED.stream()
                .flatMap(
                        type ->
                                Arrays.stream(type.getMethods())
                                        .map(Method::getName)
                                        .distinct()
                                        .sorted()
                                        .map(name -> new Call(type, name)));
    }

    static Stream<Call> callsThatGiveSomething() {
        return calls().filter(call -> !NULLABLE.contains(call.method()))
                .filter(
                        call ->
                                Arrays.stream(call.type().getMethods())
                                        .filter(m -> m.getName().equals(call.method()))
                                        .noneMatch(m -> m.getReturnType().isPrimitive()));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void shouldNotPassWhereACallThrows(Call call) {
        assertFound(
                call,
                _ -> {
                    throw new IllegalStateException("thrown by " + call);
                });
    }

    @ParameterizedTest
    @MethodSource("calls")
    void shouldNotPassWhereACallThrowsAnError(Call call) {
        assertFound(
                call,
                _ -> {
                    throw new StackOverflowError("thrown by " + call);
                });
    }

    @ParameterizedTest
    @MethodSource("callsThatGiveSomething")
    void shouldNotPassWhereACallGivesNull(Call call) {
        assertFound(call, _ -> null);
    }

    private static void assertFound(Call call, Fault fault) {
        AtomicBoolean met = new AtomicBoolean();
        Mutant mutant =
                Mutant.provider(
                        "planted",
                        RULE,
                        "",
                        faults ->
                                faults.on(
                                        call.type(),
                                        call.method(),
                                        c -> {
                                            met.set(true);
                                            return fault.instead(c);
                                        }));
        for (ProgressMode mode : ProgressMode.values()) {
            met.set(false);
            Result result;
            try (Target target = Targets.named("soft:sim")) {
                result = Trial.run(CATALOGUE.test(RULE), target, mode, mutant);
            }
            assertThat(result.status().isGood())
                    .as("%s met=%s: %s", call, met, result)
                    .isEqualTo(!met.get());
        }
    }
}
