package org.jdapl.conformance.rules.cnc;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules about several threads at once. */
final class CncRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.stress(
                                    "CNC-01",
                                    PROVIDER,
                                    "Threads that post to connections of their own at once lose"
                                            + " nothing, and each sees its completions in order.")
                            .hint("Queue pairs share nothing that a post may leave half done."),
                    Rule.stress(
                            "CNC-02",
                            RUNTIME,
                            "Threads that post to one endpoint at once, while another one takes the"
                                    + " completions, lose nothing: each cookie comes once, and each"
                                    + " thread's in its order."),
                    Rule.stress(
                                    "CNC-05",
                                    PROVIDER,
                                    "Regions can be made and closed by one thread while another one"
                                            + " transfers from others.")
                            .hint("MemoryRegion.close() waits for nobody else's transfer."),
                    Rule.stress(
                            "CNC-07",
                            RUNTIME,
                            "Where an endpoint is closed while another thread posts to it, each"
                                    + " post is refused with CLOSED or completes exactly once, and none"
                                    + " is taken after the first refusal."),
                    Rule.required(
                            "CNC-08",
                            RUNTIME,
                            "Of several threads that close an object at once none is refused, and"
                                    + " it is closed once."),
                    Rule.required(
                            "CNC-09",
                            RUNTIME,
                            "An agent is not called again before its last call has returned."),
                    Rule.required(
                            "CNC-10",
                            RUNTIME,
                            "While threads wait on dispatchers and notification objects of an"
                                    + " adapter, others post, connect, make and close objects."),
                    Rule.stress(
                            "CNC-11",
                            RUNTIME,
                            "More virtual threads than there are processors may wait, each on a"
                                    + " dispatcher of its own, and any of them is woken by its"
                                    + " event."),
                    Rule.required(
                            "CNC-13",
                            RUNTIME,
                            "An adapter tells that its control calls may come from any thread, and"
                                    + " they may: what one thread makes others use and close."));

    private CncRules() {}
}
