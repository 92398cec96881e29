package org.jdapl.conformance.kit;

import java.time.LocalDate;
import java.util.List;

/**
 * What a trial is reported as, when its waivers have been looked at.
 *
 * @param status what came of it
 * @param text why
 */
record Verdict(Status status, String text) {

    /** What the text of a rule begins with that passes in spite of a waiver. */
    static final String UNEXPECTED_PASS = "UNEXPECTED PASS";

    /**
     * Judges.
     *
     * @param status what came of the trial as such
     * @param text why
     * @param waivers those that are about the rule and the adapter
     * @param today the day
     */
    static Verdict of(Status status, String text, List<Waiver> waivers, LocalDate today) {
        return switch (status) {
            case FAIL, ERROR -> broken(status, text, waivers, today);
            case PASS, WARNING -> kept(status, text, waivers, today);
            default -> new Verdict(status, text);
        };
    }

    /** Whether a trial passed though its rule is waived. */
    static boolean isUnexpectedPass(Result result) {
        return result.status() == Status.WARNING && result.text().startsWith(UNEXPECTED_PASS);
    }

    private static Verdict broken(
            Status status, String text, List<Waiver> waivers, LocalDate today) {
        for (Waiver waiver : waivers) {
            if (text.contains(waiver.shows())) {
                return waiver.isExpired(today)
                        ? new Verdict(status, text + " (no longer waived: " + waiver + ")")
                        : new Verdict(Status.WAIVED, waiver + " (" + text + ")");
            }
        }
        return new Verdict(status, text);
    }

    private static Verdict kept(Status status, String text, List<Waiver> waivers, LocalDate today) {
        return waivers.stream()
                .filter(waiver -> !waiver.isExpired(today))
                .findFirst()
                .map(waiver -> UNEXPECTED_PASS + ", waived as: " + waiver)
                .map(remark -> text.isEmpty() ? remark : remark + "; " + text)
                .map(remarks -> new Verdict(Status.WARNING, remarks))
                .orElse(new Verdict(status, text));
    }
}
