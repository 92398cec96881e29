package org.jdapl.conformance.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.TrialEntry;
import org.jdapl.conformance.certificate.Certificate.WaiverUse;

/**
 * What is asked of a certificate of ours besides being genuine: that it is about one of our
 * targets, that what did not pass says why, and that it does not name the machine it was made on.
 */
final class Scrutiny {

    /** A path from the root: places of a machine, where they begin a word. */
    private static final Pattern PLACE =
            Pattern.compile("(?<![\\w.:/-])/(?:home|root|tmp|usr|var|opt|work|mnt)/[^\\s\"',)]*");

    private Scrutiny() {}

    /**
     * Looks at a certificate.
     *
     * @param certificate the certificate, which was verified
     * @param text its file
     * @return what is wrong with it, a line for each
     */
    static List<String> faults(Certificate certificate, String text) {
        List<String> faults = new ArrayList<>();
        String name = certificate.subject().target();
        Optional<OurTarget> target = OurTarget.named(name);
        if (target.isEmpty()) {
            faults.add(name + " is no target of ours");
        } else if (!certificate.subject().profile().equals(target.get().profile().name())) {
            faults.add("it was held to profile " + certificate.subject().profile());
        }
        for (TrialEntry trial : certificate.trials()) {
            if (!isAccountedFor(trial, certificate.waivers())) {
                faults.add(
                        trial.rule()
                                + ' '
                                + trial.mode()
                                + ": "
                                + trial.status()
                                + " without a reason");
            }
        }
        Matcher place = PLACE.matcher(text);
        while (place.find()) {
            faults.add("it names a place of the machine: " + place.group());
        }
        return faults;
    }

    private static boolean isAccountedFor(TrialEntry trial, List<WaiverUse> waivers) {
        return switch (trial.status()) {
            case PASS -> true;
            case NOT_APPLICABLE, WARNING -> !trial.text().isBlank();
            case WAIVED ->
                    waivers.stream()
                            .anyMatch(
                                    w ->
                                            w.rule().equals(trial.rule())
                                                    && w.use() == WaiverUse.Use.USED);
            case FAIL, ERROR, CRASH -> false;
        };
    }
}
