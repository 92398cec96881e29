package org.jdapl.conformance.kit;

import java.util.List;
import java.util.TreeMap;
import org.jdapl.conformance.certificate.Certificate.Artifact;
import org.jdapl.conformance.certificate.Certificate.Subject;
import org.jdapl.spi.SpiVersion;

/**
 * What there is to say of a target besides how it keeps the rules.
 *
 * @param subject the adapter and its provider
 * @param artifacts what takes part, with digests
 * @param waivers those that are about the adapter
 */
public record Description(Subject subject, List<Artifact> artifacts, List<Waiver> waivers) {

    /** Copies the lists. */
    public Description {
        artifacts = List.copyOf(artifacts);
        waivers = List.copyOf(waivers);
    }

    /**
     * Of a target that cannot be described: it has a name.
     *
     * @param target the name
     * @return the description
     */
    static Description unknown(String target) {
        Subject subject =
                new Subject(
                        target,
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        SpiVersion.CURRENT.toString(),
                        new TreeMap<>());
        return new Description(subject, List.of(), List.of());
    }
}
