package org.jdapl.conformance.rules.atm;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Rule;

/** The rules of group ATM. */
final class AtmRules {

    static final List<Rule> ALL =
            List.of(
                    atomic(
                            "ATM-01",
                            PROVIDER,
                            "Fetch-and-add returns the number that was there, and adds modulo 2 to the 64th."),
                    atomic(
                            "ATM-02",
                            PROVIDER,
                            "Compare-and-swap returns the number that was there, and swaps only where all 64 bits are as expected."),
                    atomic(
                                    "ATM-03",
                                    PROVIDER,
                                    "Numbers are in the CPU's byte order on both sides, in the peer's memory and in the sink.")
                            .hint("The wire's order is the wire's own business."),
                    atomic(
                            "ATM-04",
                            RUNTIME,
                            "An address that is not a multiple of 8 is refused with INVALID_ARGUMENT at the post."),
                    atomic(
                            "ATM-05",
                            RUNTIME,
                            "A sink that is not 8 bytes is refused with LENGTH_ERROR, and any number of segments but one with INVALID_ARGUMENT."),
                    atomic(
                                    "ATM-06",
                                    PROVIDER,
                                    "Several endpoints that add to one number lose nothing: every old number comes back once.")
                            .hint(
                                    "Operations of all queue pairs of the device are atomic to each other."),
                    Rule.gated(
                            "ATM-07",
                            PROVIDER,
                            Capability.ATOMICS_WITH_CPU,
                            "Additions by the peer and by the CPU to one number lose nothing."),
                    failing(
                            "ATM-08",
                            "Without the right to atomic operations, which is not one of the four of ALL, an operation fails and the number stays."),
                    atomic(
                                    "ATM-09",
                                    PROVIDER,
                                    "Reads and atomic operations beyond the agreed depth wait for their turn: all are done, in the order of posting.")
                            .hint("Both count against the depth of outstanding reads."),
                    atomic(
                            "ATM-10",
                            RUNTIME,
                            "A sink of another zone, without the local right to write, outside of its region or of a closed region is refused at the post."),
                    Rule.gated(
                            "ATM-13",
                            PROVIDER,
                            Capability.MASKED_ATOMICS,
                            "A masked fetch-and-add adds field by field, and no carry leaves a field."),
                    Rule.gated(
                            "ATM-14",
                            PROVIDER,
                            Capability.MASKED_ATOMICS,
                            "A masked compare-and-swap looks at the compared bits alone, and changes the swapped bits alone."),
                    atomic(
                            "ATM-15",
                            PROVIDER,
                            "A request with a fence starts after the atomic operations before it, and sees what they brought."),
                    atomic(
                                    "ATM-16",
                                    RUNTIME,
                                    "Towards a peer of which nothing is known an atomic operation is refused with NOT_SUPPORTED, or carried out: it breaks nothing.")
                            .hint(
                                    "On iWARP a peer tells in its framed private data that it has RFC 7306."),
                    atomic(
                            "ATM-17",
                            RUNTIME,
                            "Where no read may be outstanding an atomic operation is refused with NOT_SUPPORTED."),
                    atomic(
                            "ATM-18",
                            RUNTIME,
                            "The completion tells which operation it was, and 8 bytes; a suppressed one that succeeds gives none."),
                    failing(
                            "ATM-19",
                            "An operation on 8 bytes of which one is outside of the region fails, and changes nothing."),
                    atomic(
                            "ATM-20",
                            RUNTIME,
                            "An atomic operation that is outstanding when the connection ends is flushed, in its turn."));

    private AtmRules() {}

    private static Rule atomic(String id, Layer layer, String sentence) {
        return Rule.gated(id, layer, Capability.ATOMICS, sentence);
    }

    /** A rule on what fails at the peer; an atomic operation never succeeds then. */
    private static Rule failing(String id, String sentence) {
        return atomic(id, PROVIDER, sentence)
                .allowElsewhere(Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN);
    }
}
