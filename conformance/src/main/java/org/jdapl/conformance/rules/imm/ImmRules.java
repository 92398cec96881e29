package org.jdapl.conformance.rules.imm;

import static org.jdapl.conformance.kit.Layer.PROVIDER;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group IMM. */
final class ImmRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.gated(
                            "IMM-01",
                            PROVIDER,
                            Capability.SEND_WITH_IMMEDIATE,
                            "A send with immediate data brings its message and the 32 bits in one completion, RECEIVE_WITH_IMMEDIATE."),
                    write(
                                    "IMM-02",
                                    "Immediate data has the same value at both sides, whatever its bits.")
                            .hint("Completions.immediate is the sender's int, not its bytes."),
                    write(
                                    "IMM-03",
                                    "A write with immediate data completes a receive as RECEIVE_WRITE_IMMEDIATE with the length of what was written, and its initiator as WRITE_WITH_IMMEDIATE.")
                            .hint("Completions.length of the receive is that of the write."),
                    write(
                            "IMM-04",
                            "A write with immediate data uses up exactly one receive, the oldest, and leaves its memory as it was."),
                    write(
                                    "IMM-05",
                                    "A write with immediate data that meets no receive fails as a send would.")
                            .allow(Profile.IB, Outcome.RECEIVER_NOT_READY)
                            .allowElsewhere(
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.RECEIVER_NOT_READY,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.required(
                                    "IMM-06",
                                    PROVIDER,
                                    "A message without immediate data never shows any.")
                            .hint("Completions.IMMEDIATE is set anew for each completion."),
                    write(
                            "IMM-07",
                            "All bytes of a write with immediate data are in place when its receive completes."),
                    write("IMM-08", "A write of no bytes carries its immediate data."),
                    write(
                                    "IMM-09",
                                    "Where it is not known that the peer has writes with immediate data they are refused with NOT_SUPPORTED and nothing has happened; where every peer has them they work.")
                            .hint("QueuePair.peerHasExtensions() says that the peer has them."),
                    write(
                                    "IMM-10",
                                    "A write with immediate data that the target refuses gives the receiver nothing: its receive is flushed, or fails on InfiniBand.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN,
                                    Outcome.REMOTE_ACCESS),
                    write(
                            "IMM-11",
                            "A write with immediate data takes a receive of a shared receive queue as it takes one of the endpoint's own."));

    private static Rule write(String id, String sentence) {
        return Rule.gated(id, PROVIDER, Capability.WRITE_WITH_IMMEDIATE, sentence);
    }

    private ImmRules() {}
}
