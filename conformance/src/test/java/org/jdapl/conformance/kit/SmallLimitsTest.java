package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.conformance.rules.StandardRules;
import org.jdapl.spi.Adapter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LIM-07 is tried where an adapter has few of something, and passes where the limit is kept. */
class SmallLimitsTest {

    private static final int FEW = 70;

    private static Result run(ProgressMode mode, String limit, int most) {
        Mutant small =
                Mutant.provider(
                        "small",
                        "LIM-07",
                        "",
                        faults ->
                                faults.after(
                                        Adapter.class,
                                        "attributes",
                                        AdapterAttributes.class,
                                        a -> Records.with(a, limit, most)));
        try (Target target = Targets.named("soft:sim")) {
            return Trial.run(StandardRules.catalogue().test("LIM-07"), target, mode, small);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"maxProtectionZones", "maxEventDispatchers", "maxEndpoints", "maxRegions"})
    void shouldUseUpWhatThereIsFewOf(String limit) {
        Result result = run(ProgressMode.MANUAL, limit, FEW);

        assertThat(result.status()).as(result.toString()).isEqualTo(Status.PASS);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotApplyWhereThereIsMuchOfAll(ProgressMode mode) {
        Result result = run(mode, "maxEndpoints", 5000);

        assertThat(result.status()).as(result.toString()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(result.text()).contains("more than 1024 of each");
    }
}
