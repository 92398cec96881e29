package org.jdapl.conformance.rules.jav;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules about memory, threads and objects as Java has them. */
final class JavRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.stress(
                            "JAV-01",
                            RUNTIME,
                            "Calls with closed, foreign, null and senseless arguments end in a"
                                    + " refusal or an exception for the argument, and what is open"
                                    + " beside them goes on."),
                    Rule.required(
                            "JAV-02",
                            RUNTIME,
                            "Memory that the collector manages stays there while posted work names"
                                    + " it, though the application has dropped it."),
                    Rule.required(
                            "JAV-03",
                            RUNTIME,
                            "Objects that the application drops without closing them stay, are"
                                    + " counted by the census, and go with their adapter."),
                    Rule.required(
                            "JAV-04",
                            RUNTIME,
                            "A byte buffer of a region's segment and the segment show the bytes"
                                    + " that go out and come in, in the buffer's byte order."),
                    Rule.required(
                            "JAV-05",
                            RUNTIME,
                            "A waiter at a dispatcher that is interrupted returns at once with"
                                    + " InterruptedException, and no event is lost."),
                    Rule.gated(
                                    "JAV-06",
                                    PROVIDER,
                                    Capability.LARGE_REGION,
                                    "Memory of more than 2 GiB can be registered, and a peer"
                                            + " reaches its last byte; where that is not advertised,"
                                            + " such memory is refused with LENGTH_ERROR.")
                            .hint("Offsets and lengths are 64 bits wide everywhere."),
                    Rule.required(
                            "JAV-07",
                            RUNTIME,
                            "Once the arena of registered memory was closed, posts that name it are"
                                    + " refused with MEMORY_GONE, and the region can be closed."),
                    Rule.required(
                                    "JAV-09",
                                    PROVIDER,
                                    "Beside an adapter of another provider in the same Java VM, with"
                                            + " a registry of its own, both carry traffic at once, and"
                                            + " either closes without the other's noticing.")
                            .hint(
                                    "The other one is soft:iwarp. Signal handlers, native libraries"
                                            + " and statics are the process's."),
                    Rule.gated(
                                    "JAV-10",
                                    PROVIDER,
                                    Capability.ZERO_ALLOCATION,
                                    "Posting and polling allocate nothing on the thread that does"
                                            + " it, once the code is warm.")
                            .hint("QueuePair.postSend(), CompletionQueue.poll()."));

    private JavRules() {}
}
