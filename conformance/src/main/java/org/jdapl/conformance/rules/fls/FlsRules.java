package org.jdapl.conformance.rules.fls;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group FLS. */
final class FlsRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "FLS-01",
                                    RUNTIME,
                                    "Every request that is outstanding when the connection ends gets exactly one completion.")
                            .hint("The runtime's ledger makes what QueuePair.flush() does not."),
                    Rule.required(
                            "FLS-02",
                            RUNTIME,
                            "Every receive that is outstanding when the connection ends gets exactly one completion, FLUSHED."),
                    Rule.required(
                                    "FLS-03",
                                    RUNTIME,
                                    "What did not happen is FLUSHED, never a success and never an error of its own.")
                            .hint("Only the operation at fault has an error of its own."),
                    Rule.required(
                                    "FLS-04",
                                    PROVIDER,
                                    "The operation at fault is told first, with its own status, and the ones behind it are FLUSHED.")
                            .hint(
                                    "A message that is too long for its receive is LOCAL_LENGTH at the receiver."),
                    Rule.required(
                            "FLS-05",
                            RUNTIME,
                            "Flushed completions keep the order of their posts, those of requests and those of receives."),
                    Rule.required(
                                    "FLS-06",
                                    RUNTIME,
                                    "A request with SUPPRESS that is outstanding when the connection ends gets its completion, FLUSHED.")
                            .hint("Only a success is suppressed."),
                    Rule.required(
                                    "FLS-07",
                                    RUNTIME,
                                    "The event that ends the connection comes behind the last flushed completion.")
                            .hint(
                                    "When it is read, the completions are in their dispatchers already."),
                    Rule.required(
                            "FLS-08",
                            RUNTIME,
                            "Full queues are flushed within the bound of local calls."),
                    Rule.required(
                                    "FLS-09",
                                    PROVIDER,
                                    "The memory of a flushed receive is as it was, but for that of the message that failed.")
                            .hint("After QueuePair.flush() nobody writes to memory of receives."),
                    Rule.stress(
                            "FLS-11",
                            RUNTIME,
                            "What is posted while the connection ends is refused, or completed exactly once."),
                    Rule.required(
                                    "FLS-12",
                                    RUNTIME,
                                    "A flushed completion tells the operation, the endpoint and the cookie of its post.")
                            .hint(
                                    "A driver's opcode of a failed completion means nothing; the ledger knows."));

    private FlsRules() {}
}
