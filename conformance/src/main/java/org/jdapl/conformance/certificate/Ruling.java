package org.jdapl.conformance.certificate;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.certificate.Certificate.TrialEntry;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Status;

/** What a certificate comes to, and the sums that it rests on: they follow from the trials. */
public enum Ruling {
    /** All rules were tried, and none came out worse than waived. */
    CERTIFIED,
    /** At least one trial failed, or the provider's layer has nothing that passed. */
    NOT_CERTIFIED,
    /** Nothing failed, but not all was tried. */
    PARTIAL;

    /**
     * The ruling on trials.
     *
     * @param whole whether they are all that there are
     * @param trials the trials
     * @return what they come to
     */
    public static Ruling of(boolean whole, List<TrialEntry> trials) {
        if (!worst(trials).isGood()) {
            return NOT_CERTIFIED;
        }
        if (!whole) {
            return PARTIAL;
        }
        // A provider that has nothing breaks nothing.
        Map<Status, Integer> ofProvider = counts(trials).getOrDefault(Layer.PROVIDER, Map.of());
        return ofProvider.containsKey(Status.PASS) ? CERTIFIED : NOT_CERTIFIED;
    }

    /**
     * The worst status.
     *
     * @param trials the trials
     * @return {@link Status#NOT_APPLICABLE} where there are none
     */
    public static Status worst(List<TrialEntry> trials) {
        return trials.stream().map(TrialEntry::status).reduce(Status.NOT_APPLICABLE, Status::worse);
    }

    /**
     * How many rules of each layer came out how.
     *
     * @param trials the trials
     * @return for both layers, by the worst trial of each rule
     */
    public static Map<Layer, Map<Status, Integer>> counts(List<TrialEntry> trials) {
        Map<Layer, Map<Status, Integer>> counts = new EnumMap<>(Layer.class);
        for (Layer layer : Layer.values()) {
            Map<Status, Integer> sums = new EnumMap<>(Status.class);
            byRule(trials.stream().filter(t -> t.layer() == layer).toList())
                    .values()
                    .forEach(status -> sums.merge(status, 1, Integer::sum));
            counts.put(layer, sums);
        }
        return counts;
    }

    /**
     * What came of each rule.
     *
     * @param trials the trials
     * @return by the rules' ids, in the order of the trials, the worst of each rule's trials
     */
    public static Map<String, Status> byRule(List<TrialEntry> trials) {
        Map<String, Status> byRule = new LinkedHashMap<>();
        trials.forEach(t -> byRule.merge(t.rule(), t.status(), Status::worse));
        return byRule;
    }
}
