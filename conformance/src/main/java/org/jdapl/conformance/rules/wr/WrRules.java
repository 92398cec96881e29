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
                            "WR-02",
                            PROVIDER,
                            "A write of no bytes succeeds with any address and any key, and touches nothing."),
                    Rule.required(
                            "WR-03",
                            PROVIDER,
                            "What a write brought is visible when the receive of a later send on the same connection completes."),
                    Rule.required(
                            "WR-04",
                            PROVIDER,
                            "A write that is gathered from several segments, also empty ones, is contiguous at its target."),
                    Rule.required(
                                    "WR-05",
                                    PROVIDER,
                                    "A write with an unknown key fails, or succeeds and then the connection breaks; the target's memory is as it was.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.required(
                            "WR-06",
                            PROVIDER,
                            "A write gives its target no event, and takes none of its receives."),
                    Rule.required(
                            "WR-07",
                            PROVIDER,
                            "Writes over two connections into two regions at once do not disturb each other."),
                    Rule.required(
                                    "WR-09",
                                    PROVIDER,
                                    "A write whose range wraps round the end of the address space is refused or fails as one out of bounds does.")
                            .allow(
                                    Profile.IB,
                                    Outcome.REFUSED,
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REFUSED,
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.required(
                            "WR-10",
                            PROVIDER,
                            "A write that ends exactly at the region's end succeeds, also one of all of it."),
                    Rule.required(
                            "WR-11",
                            PROVIDER,
                            "Of writes to the same place over one connection the last one's data stays."),
                    Rule.stress(
                            "WR-12",
                            PROVIDER,
                            "Where the target's endpoint is closed while writes come, each write completes once, in order, and the writer is told of the end."));

    private WrRules() {}
}
