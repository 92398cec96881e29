package org.jdapl.conformance.rules.srq;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group SRQ. */
final class SrqRules {

    static final List<Rule> ALL =
            List.of(
                    shared(
                                    "SRQ-01",
                                    PROVIDER,
                                    "Several endpoints draw from one shared receive queue, and each completion names the endpoint that received, with the cookie of the receive that holds the message.")
                            .hint(
                                    "Completions.queuePair is the number of the queue pair that took the receive."),
                    shared(
                            "SRQ-02",
                            RUNTIME,
                            "A receive cannot be posted to an endpoint that draws from a shared receive queue: INVALID_STATE, and nothing has happened."),
                    shared(
                            "SRQ-03",
                            RUNTIME,
                            "A full shared receive queue refuses with QUEUE_FULL until completions are taken, and loses none."),
                    shared(
                                    "SRQ-04",
                                    PROVIDER,
                                    "A message that finds the shared receive queue empty fails its own connection alone; others go on once receives are posted.")
                            .allow(Profile.IB, Outcome.RECEIVER_NOT_READY)
                            .allowElsewhere(
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.RECEIVER_NOT_READY,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.gated(
                                    "SRQ-05",
                                    PROVIDER,
                                    Capability.SRQ_LOW_WATERMARK,
                                    "When fewer receives are posted than the low watermark says, an asynchronous event names the shared receive queue, and not before.")
                            .hint("AdapterListener.lowWatermark()."),
                    Rule.gated(
                            "SRQ-06",
                            PROVIDER,
                            Capability.SRQ_LOW_WATERMARK,
                            "A low watermark acts once for each arming, at once where fewer receives are posted already, and not at all once it is disarmed."),
                    Rule.gated(
                            "SRQ-07",
                            RUNTIME,
                            Capability.SRQ_LOW_WATERMARK,
                            "A low watermark below zero or above the size is refused with INVALID_PARAMETER, and one of exactly the size is not."),
                    shared(
                            "SRQ-08",
                            RUNTIME,
                            "A shared receive queue that an endpoint uses cannot be closed (SRQ_IN_USE), nor can its zone (PZ_IN_USE), and both go on working; it can when the last such endpoint is closed."),
                    shared(
                                    "SRQ-09",
                                    PROVIDER,
                                    "Under equal load all endpoints of a shared receive queue get all their messages as long as receives are posted again.")
                            .hint("Each post of SharedReceiveQueue.postReceive() is one receive."),
                    shared(
                                    "SRQ-10",
                                    PROVIDER,
                                    "The end of one connection leaves the posted receives of a shared receive queue to the other endpoints, and flushes none of them.")
                            .hint("Only what a queue pair has taken is flushed with it."),
                    shared(
                            "SRQ-11",
                            PROVIDER,
                            "A connected endpoint of a shared receive queue closes at once, though no receive of it is outstanding, and brings no further event."),
                    Rule.gated(
                                    "SRQ-12",
                                    PROVIDER,
                                    Capability.SRQ_RESIZE,
                                    "Making a shared receive queue larger keeps the receives that are posted and makes room for more.")
                            .hint("SharedReceiveQueue.resize()."),
                    shared(
                            "SRQ-13",
                            RUNTIME,
                            "A region that a posted shared receive names cannot be closed (LMR_IN_USE) until a message has used the receive or the queue is closed, which gives back all that nobody used, without a completion."),
                    shared(
                            "SRQ-14",
                            RUNTIME,
                            "A shared receive queue counts the receives that are posted, and those whose places are in use until their completions are taken."),
                    shared(
                                    "SRQ-15",
                                    PROVIDER,
                                    "The messages of each connection complete shared receives in the order of their sending.")
                            .hint(
                                    "A completion's id is that of the receive which holds the message."),
                    shared(
                                    "SRQ-16",
                                    PROVIDER,
                                    "A shared receive that a message has begun to fill when the connection ends is flushed, once, to the endpoint that took it.")
                            .hint(
                                    "The provider puts the flushed completion into the queue before QueuePair.flush() returns."),
                    shared(
                            "SRQ-17",
                            RUNTIME,
                            "A dispatcher that was made for one event holds all that endpoints of a shared receive queue can bring."),
                    shared(
                            "SRQ-18",
                            RUNTIME,
                            "A shared receive queue serves endpoints of its own zone and adapter alone (INVALID_HANDLE/SRQ), and takes memory of its own zone that may be written (PROTECTION_VIOLATION, PRIVILEGES_VIOLATION)."),
                    shared(
                            "SRQ-19",
                            RUNTIME,
                            "A shared receive queue of no receives, of more receives or segments than advertised, or with a watermark from the start is refused with INVALID_PARAMETER."),
                    Rule.gated(
                            "SRQ-20",
                            RUNTIME,
                            Capability.SRQ_RESIZE,
                            "A shared receive queue is not made smaller than what is in use, nor as small as its low watermark (INVALID_STATE), nor of a size that is not legal (INVALID_PARAMETER), and stays as it was."),
                    Rule.gated(
                                    "SRQ-21",
                                    PROVIDER,
                                    Capability.RECEIVE_WATERMARKS,
                                    "An endpoint that holds more receives of a shared queue than its soft watermark says is told once by an asynchronous event, at once where it holds more already, and goes on.")
                            .hint("AdapterListener.receiveTaken() is called for each receive."),
                    Rule.gated(
                                    "SRQ-22",
                                    PROVIDER,
                                    Capability.RECEIVE_WATERMARKS,
                                    "An endpoint that holds more receives of a shared queue than its hard watermark says loses its connection, and it alone.")
                            .hint("AdapterListener.receiveTaken() is called for each receive."),
                    Rule.gated(
                            "SRQ-23",
                            RUNTIME,
                            Capability.RECEIVE_QUERY,
                            "An endpoint counts the receives of its own that are posted and not completed."),
                    Rule.gated(
                            "SRQ-24",
                            PROVIDER,
                            Capability.RECEIVE_WATERMARKS,
                            "An endpoint of a shared receive queue counts the receives that it took and whose completions were not taken."),
                    Rule.gated(
                            "SRQ-25",
                            RUNTIME,
                            Capability.RECEIVE_WATERMARKS,
                            "A watermark below zero is refused with INVALID_PARAMETER, and one for an endpoint with receives of its own with INVALID_STATE."));

    private static Rule shared(String id, Layer layer, String sentence) {
        return Rule.gated(id, layer, Capability.SHARED_RECEIVE_QUEUE, sentence);
    }

    private SrqRules() {}
}
