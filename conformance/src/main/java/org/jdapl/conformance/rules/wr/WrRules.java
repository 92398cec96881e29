package org.jdapl.conformance.rules.wr;

import static org.jdapl.conformance.kit.Layer.PROVIDER;

import java.util.List;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group WR. */
final class WrRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "WR-01",
                            PROVIDER,
                            "A write of any size, at any alignment, changes exactly its target."),
                    Rule.required(
                                    "WR-05",
                                    PROVIDER,
                                    "A write with an unknown key fails, or succeeds and then the connection breaks; the target's memory is as it was.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN));

    private WrRules() {}
}
