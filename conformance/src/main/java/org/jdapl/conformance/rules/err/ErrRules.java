package org.jdapl.conformance.rules.err;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group ERR. */
final class ErrRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "ERR-01",
                                    PROVIDER,
                                    "The end of a connection by a fault is told with a reason.")
                            .hint("AdapterListener.broken() carries a text and the native code."),
                    Rule.required(
                            "ERR-02",
                            RUNTIME,
                            "Every refusal carries a code of the specification's, with the error bit set, and a text."),
                    Rule.required(
                            "ERR-03",
                            RUNTIME,
                            "A post is refused for the same reason in the style that returns a status and in the style that throws."),
                    Rule.required(
                            "ERR-04",
                            RUNTIME,
                            "A refused post has no effect: no completion comes, and no place in the queue is used."),
                    Rule.required(
                            "ERR-05",
                            RUNTIME,
                            "Closed and foreign objects are refused with INVALID_HANDLE or PROTECTION_VIOLATION, before the provider sees them."),
                    Rule.required(
                                    "ERR-08",
                                    PROVIDER,
                                    "The loss of the device is told once to every adapter that is open on it, by an asynchronous event, and breaks its connections.")
                            .hint(
                                    "AdapterListener.adapterLost() is called once for each open adapter."),
                    Rule.required(
                                    "ERR-09",
                                    PROVIDER,
                                    "A peer that dies while a request is outstanding is told by a broken connection within the bound, though nobody reads asynchronous events.")
                            .hint(
                                    "Do not wait for an asynchronous event before AdapterListener.broken()."),
                    Rule.required(
                            "ERR-10",
                            RUNTIME,
                            "Texts of refusals and events never show what is in memory."),
                    Rule.required(
                                    "ERR-11",
                                    PROVIDER,
                                    "A request that fails though the peer is well ends the connection, and one who waits for connection events alone is told.")
                            .hint(
                                    "Look at completions from time to time, though nobody has armed their queue."));

    private ErrRules() {}
}
