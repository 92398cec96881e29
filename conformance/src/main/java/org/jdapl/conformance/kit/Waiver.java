package org.jdapl.conformance.kit;

import java.time.LocalDate;
import java.util.Objects;

/**
 * A rule that an adapter is known to break, by a defect that neither its provider nor the runtime
 * can mend. The rule is tried all the same: a failure that the waiver describes is reported as
 * {@link Status#WAIVED}, any other failure as what it is, and a pass as a {@link Status#WARNING}.
 *
 * @param adapter name of the adapter, for example {@code ib:rxe0}; or a beginning of names that
 *     ends in a star
 * @param versions which versions have the defect, as {@link ProviderUnderTest#version()} tells them
 * @param rule the rule's id
 * @param shows what the text of the failure contains when it is this defect
 * @param reason what the defect is
 * @param link where the evidence is
 * @param expires the last day on which the waiver holds
 */
public record Waiver(
        String adapter,
        VersionRange versions,
        String rule,
        String shows,
        String reason,
        String link,
        LocalDate expires) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException where a text is blank
     */
    public Waiver {
        requireText("adapter", adapter);
        Objects.requireNonNull(versions, "versions");
        requireText("rule", rule);
        requireText("shows", shows);
        requireText("reason", reason);
        requireText("link", link);
        Objects.requireNonNull(expires, "expires");
    }

    private static void requireText(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " is blank");
        }
    }

    /**
     * Whether it is about an adapter.
     *
     * @param adapterName the adapter's name
     * @param version the version of what is under test
     * @return true where both fit
     */
    public boolean isAbout(String adapterName, String version) {
        return (adapter.endsWith("*")
                        ? adapterName.startsWith(adapter.substring(0, adapter.length() - 1))
                        : adapterName.equals(adapter))
                && versions.contains(version);
    }

    /**
     * Whether it holds no longer.
     *
     * @param today the day
     * @return true behind the last day
     */
    public boolean isExpired(LocalDate today) {
        return today.isAfter(expires);
    }

    @Override
    public String toString() {
        return reason + " [" + link + ", until " + expires + "]";
    }
}
