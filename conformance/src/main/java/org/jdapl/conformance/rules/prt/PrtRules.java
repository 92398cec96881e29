package org.jdapl.conformance.rules.prt;

import static org.jdapl.conformance.kit.Layer.PROVIDER;

import java.util.List;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group PRT. */
final class PrtRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "PRT-03",
                                    PROVIDER,
                                    "A remote write without the right fails as one with an unknown key, and the target is as it was.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN));

    private PrtRules() {}
}
