package org.jdapl.conformance.kit;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jdapl.api.data.Capability;

/**
 * A rule that providers are held to.
 *
 * @param id group and number, for example {@code CON-07}; never used again once it was published
 * @param sentence the rule
 * @param level how binding it is
 * @param layer whose work it judges
 * @param capability what must be advertised for it to apply, for level {@link Level#GATED}
 * @param allowed how the faulty operation may come out, for each profile; empty where the rule
 *     leaves no choice
 * @param hint where to look if a provider fails
 */
public record Rule(
        String id,
        String sentence,
        Level level,
        Layer layer,
        Optional<Capability> capability,
        Map<Profile, Set<Outcome>> allowed,
        String hint) {

    private static final Pattern ID = Pattern.compile("[A-Z]{2,3}-[0-9]{2}");

    /** Copies the map, and checks that the parts fit. */
    public Rule {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("not a rule's id: " + id);
        }
        if ((level == Level.GATED) != capability.isPresent()) {
            throw new IllegalArgumentException(id + ": a gated rule names its capability");
        }
        allowed = Map.copyOf(allowed);
    }

    /**
     * A rule for everybody.
     *
     * @param id group and number
     * @param layer whose work it judges
     * @param sentence the rule
     * @return the rule, without a hint
     */
    public static Rule required(String id, Layer layer, String sentence) {
        return new Rule(id, sentence, Level.REQUIRED, layer, Optional.empty(), Map.of(), "");
    }

    /**
     * A rule for those who advertise a capability.
     *
     * @param id group and number
     * @param layer whose work it judges
     * @param capability the capability
     * @param sentence the rule
     * @return the rule, without a hint
     */
    public static Rule gated(String id, Layer layer, Capability capability, String sentence) {
        return new Rule(id, sentence, Level.GATED, layer, Optional.of(capability), Map.of(), "");
    }

    /**
     * A rule for everybody that needs many tries.
     *
     * @param id group and number
     * @param layer whose work it judges
     * @param sentence the rule
     * @return the rule, without a hint
     */
    public static Rule stress(String id, Layer layer, String sentence) {
        return new Rule(id, sentence, Level.STRESS, layer, Optional.empty(), Map.of(), "");
    }

    /**
     * Something that is written down.
     *
     * @param id group and number
     * @param layer whose work it shows
     * @param sentence what is left open
     * @return the rule, without a hint
     */
    public static Rule info(String id, Layer layer, String sentence) {
        return new Rule(id, sentence, Level.INFO, layer, Optional.empty(), Map.of(), "");
    }

    /**
     * This rule with a hint.
     *
     * @param text where to look if a provider fails
     * @return the rule
     */
    public Rule hint(String text) {
        return new Rule(id, sentence, level, layer, capability, allowed, text);
    }

    /**
     * This rule with the outcomes that are allowed in a profile.
     *
     * @param profile the profile
     * @param first an allowed outcome
     * @param more further ones
     * @return the rule
     */
    public Rule allow(Profile profile, Outcome first, Outcome... more) {
        Map<Profile, Set<Outcome>> map = new EnumMap<>(Profile.class);
        map.putAll(allowed);
        map.put(profile, Set.copyOf(EnumSet.of(first, more)));
        return new Rule(id, sentence, level, layer, capability, map, hint);
    }

    /**
     * This rule with the outcomes that are allowed in every profile that was not named yet.
     *
     * @param first an allowed outcome
     * @param more further ones
     * @return the rule
     */
    public Rule allowElsewhere(Outcome first, Outcome... more) {
        Rule rule = this;
        for (Profile profile : Profile.values()) {
            if (!allowed.containsKey(profile)) {
                rule = rule.allow(profile, first, more);
            }
        }
        return rule;
    }

    /**
     * This rule with what an accept may come to whose requester has gone, see {@link
     * Expect#lateAccept}: a kernel's connection manager of iWARP cannot call a request off, so that
     * a late accept connects, and the connection ends.
     *
     * @return the rule
     */
    public Rule allowLateAccept() {
        return allow(Profile.IWARP, Outcome.OTHER_ERROR, Outcome.SUCCESS_THEN_BROKEN)
                .allowElsewhere(Outcome.OTHER_ERROR);
    }

    /**
     * The group.
     *
     * @return what stands before the number
     */
    public String group() {
        return id.substring(0, id.indexOf('-'));
    }
}
