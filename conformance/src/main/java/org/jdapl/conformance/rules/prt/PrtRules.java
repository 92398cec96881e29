package org.jdapl.conformance.rules.prt;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group PRT. */
final class PrtRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "PRT-01",
                            RUNTIME,
                            "A region of another adapter is refused at the post with PROTECTION_VIOLATION."),
                    Rule.required(
                            "PRT-02",
                            RUNTIME,
                            "A segment that is not wholly inside its region is refused at the post with PROTECTION_VIOLATION."),
                    write(
                            "PRT-03",
                            "A remote write without the right fails as one with an unknown key, and the target is as it was."),
                    write(
                            "PRT-04",
                            "The right to write is the region's: what a peer may only read is not written to, though another region of the same connection may be."),
                    read(
                            "PRT-05",
                            "A remote read without the right fails as one with an unknown key, and brings nothing."),
                    read(
                            "PRT-06",
                            "The right to read is the region's: what a peer may only write is not read, though another region of the same connection may be."),
                    both(
                            "PRT-07",
                            "A remote access up to the last byte of a region succeeds; one byte further it fails."),
                    both(
                            "PRT-08",
                            "A remote access from the first byte of a region succeeds; one byte before it fails."),
                    Rule.required(
                            "PRT-09",
                            RUNTIME,
                            "A region of another zone than the endpoint's is refused at the post with PROTECTION_VIOLATION."),
                    both(
                            "PRT-10",
                            "A remote access to a region of another zone than that of the target's endpoint fails, though the key is right."),
                    both(
                            "PRT-11",
                            "A key of which one bit of the last byte is changed is unknown."),
                    Rule.required(
                            "PRT-12",
                            RUNTIME,
                            "A receive or a read into a region without LOCAL_WRITE is refused at the post with PRIVILEGES_VIOLATION."),
                    write(
                                    "PRT-13",
                                    "A remote access that fails ends its own connection, and all others of the adapter go on.")
                            .hint("An error belongs to a queue pair, not to its adapter."),
                    both(
                            "PRT-14",
                            "Whatever a remote access that fails asked for, no byte outside of the region that it names has changed afterwards."),
                    Rule.required(
                                    "PRT-15",
                                    PROVIDER,
                                    "The victim of a peer's fault learns of it by the event that ends the connection; its own calls throw nothing, and its memory is as it was.")
                            .hint("What a peer sends is checked before it is used."));

    private static Rule write(String id, String sentence) {
        return Rule.required(id, PROVIDER, sentence)
                .hint("See the rights of ProtectionDomain.register(); RFC 5040, 5; IBTA 9.4.3.")
                .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                .allowElsewhere(
                        Outcome.REMOTE_ACCESS,
                        Outcome.SUCCESS_THEN_BROKEN,
                        Outcome.FLUSHED_THEN_BROKEN);
    }

    private static Rule read(String id, String sentence) {
        return Rule.required(id, PROVIDER, sentence)
                .hint("A read is checked at the target as a write is; it never succeeds by halves.")
                .allowElsewhere(Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN);
    }

    /** Writes and reads; for a read that comes out as a success the tests look themselves. */
    private static Rule both(String id, String sentence) {
        return write(id, sentence).hint("Bounds, zones and keys are compared at every access.");
    }

    private PrtRules() {}
}
