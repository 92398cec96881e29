package org.jdapl.conformance.explorer;

import java.util.List;

/**
 * A bug that is planted in the runtime's own source: in one file, a piece of text that stands there
 * exactly once is replaced.
 *
 * @param name what it does
 * @param file the file, in the runtime's package
 * @param find the text
 * @param replacement what stands there instead
 * @param seeds within so many seeds it must be found
 */
record PlantedBug(String name, String file, String find, String replacement, int seeds) {

    /** What stands before the rows of an end in the table of connected endpoints alone. */
    private static final String AFTERWARDS =
            """
                    put(t, DISCONNECTED, Trigger.DISCONNECT_GRACEFUL, Effect.NO_EFFECT, DISCONNECTED, null);
                    put(t, DISCONNECTED, Trigger.RESET, Effect.DONE, UNCONNECTED, null);
            """
                    + " ".repeat(8);

    static final List<PlantedBug> ALL =
            List.of(
                    new PlantedBug(
                            "receives are not flushed when a connection ends",
                            "EndpointImpl",
                            "            receivePoster.settle(0);\n",
                            "",
                            5),
                    new PlantedBug(
                            "the oldest operation that is flushed counts as a success",
                            "EventDispatcherImpl",
                            "boolean success = seq - first < succeeded;",
                            "boolean success = seq - first <= succeeded;",
                            20),
                    new PlantedBug(
                            "a receive reports the length of its buffer",
                            "EventDispatcherImpl",
                            "ledger.receives ? scratch.length[i] : success",
                            "success",
                            20),
                    new PlantedBug(
                            "the terminal event goes before the completions",
                            "EndpointImpl",
                            "        boolean cutShort = flush(next);\n        startLife();\n",
                            "        owner.eventsOf(this).push(event);\n        boolean cutShort = flush(next);\n        startLife();\n        counts.ended(event);\n        if (Boolean.TRUE) {\n            return;\n        }\n",
                            40),
                    new PlantedBug(
                            "a suppressed request that succeeds keeps its place in the queue",
                            "EventDispatcherImpl",
                            "        if (swallow) {\n            ledger.free(1);\n            return;\n",
                            "        if (swallow) {\n            return;\n",
                            400),
                    new PlantedBug(
                            "posts after a flush see the former state",
                            "EndpointImpl",
                            "            receivePoster.gate().unlock(next.ordinal());\n            requestPoster.gate().unlock(next.ordinal());\n        }\n    }\n\n    private int flushQueuePair",
                            "            receivePoster.gate().unlock();\n            requestPoster.gate().unlock();\n        }\n    }\n\n    private int flushQueuePair",
                            40),
                    new PlantedBug(
                            "time limits never run out",
                            "Timers",
                            "        if (nanos < NO_LIMIT) {\n",
                            "        if (nanos > NO_LIMIT) {\n",
                            40),
                    new PlantedBug(
                            "the state table refuses receives after the end",
                            "EndpointStateTable",
                            AFTERWARDS
                                    + "put(t, DISCONNECTED, Trigger.POST_RECEIVE, Effect.FLUSHED,",
                            AFTERWARDS
                                    + "put(t, DISCONNECTED, Trigger.POST_RECEIVE, Effect.REFUSED,",
                            20),
                    new PlantedBug(
                            "reset leaves the account of a former life",
                            "EndpointImpl",
                            "            requestPoster.renew(qp, ids(false), attributes.maxReadsOut());\n",
                            "",
                            300),
                    new PlantedBug(
                            "closing forgets the receives",
                            "Poster",
                            "        return e != null && e.settle(ledger, succeeded);\n",
                            "        return e != null && (!receives || succeeded > 0) && e.settle(ledger, succeeded);\n",
                            20),
                    new PlantedBug(
                            "a shared receive that completes still counts as posted",
                            "SharedReceiveQueueImpl",
                            "        completed.getAndIncrement();\n",
                            "",
                            20),
                    new PlantedBug(
                            "a place of a shared receive is not given back",
                            "SharedReceiveQueueImpl",
                            "        p.free[p.freeCount++] = place;\n        freeLock",
                            "        freeLock",
                            20));
}
