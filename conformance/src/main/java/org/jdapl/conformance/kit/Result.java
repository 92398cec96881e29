package org.jdapl.conformance.kit;

import java.util.List;
import java.util.Set;
import org.jdapl.api.data.ProgressMode;

/**
 * What came of one trial of a rule.
 *
 * @param rule the rule's id
 * @param mode the progress mode
 * @param status what came of it
 * @param byAssertion whether it failed by the rule's own assertion, not by what was left behind
 * @param text why, for anything but a plain pass
 * @param trace where, for failures and errors; else empty
 * @param outcomes how faulty operations came out
 * @param rawCodes the provider's own codes of what failed on this side, in order
 * @param remarks what people should know
 * @param millis how long it took
 */
public record Result(
        String rule,
        ProgressMode mode,
        Status status,
        boolean byAssertion,
        String text,
        String trace,
        Set<Outcome> outcomes,
        List<String> rawCodes,
        List<String> remarks,
        long millis) {

    /** Copies the collections. */
    public Result {
        outcomes = Set.copyOf(outcomes);
        rawCodes = List.copyOf(rawCodes);
        remarks = List.copyOf(remarks);
    }

    /** What the harness says of a trial whose test has said nothing. */
    static Result ofHarness(
            Journal.Step step, Status status, String text, String trace, long millis) {
        return new Result(
                step.rule(),
                step.mode(),
                status,
                false,
                text,
                trace,
                Set.of(),
                List.of(),
                List.of(),
                millis);
    }

    /** The same with another text. */
    Result withText(String other) {
        return new Result(
                rule, mode, status, byAssertion, other, trace, outcomes, rawCodes, remarks, millis);
    }

    /** The same with a longer time. */
    Result withMillis(long other) {
        return new Result(
                rule, mode, status, byAssertion, text, trace, outcomes, rawCodes, remarks, other);
    }
}
