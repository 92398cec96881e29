package org.jdapl.conformance.rules.evd;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules of group EVD. */
final class EvdRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "EVD-01",
                                    PROVIDER,
                                    "A dispatcher of depth 1, of 64 and of the advertised maximum can be made, and is at least so deep.")
                            .hint("CompletionQueue.depth() may be more than was asked for."),
                    Rule.required(
                            "EVD-02",
                            RUNTIME,
                            "A depth of zero, below it, or above the maximum is refused with INVALID_PARAMETER."),
                    Rule.required(
                            "EVD-03",
                            RUNTIME,
                            "Looking into an empty dispatcher gives nothing, at once."),
                    Rule.required(
                            "EVD-04",
                            RUNTIME,
                            "A completion tells the cookie, the endpoint, the dispatcher, the operation, the status and the length of its post."),
                    Rule.required(
                                    "EVD-05",
                                    PROVIDER,
                                    "Every request has exactly one completion, and it comes.")
                            .hint("CompletionQueue.poll() gives each completion once."),
                    Rule.required(
                            "EVD-06",
                            RUNTIME,
                            "Of several threads that take events from one dispatcher each event goes to one."),
                    Rule.required(
                                    "EVD-07",
                                    RUNTIME,
                                    "A request with SUPPRESS that succeeds has no completion.")
                            .hint("Native completions of suppressed requests are swallowed."),
                    Rule.required(
                                    "EVD-08",
                                    PROVIDER,
                                    "The completions of an endpoint's requests come in the order of the posts, whatever their kinds, and so do those of its receives.")
                            .hint("A read that waits for its answer holds back what is behind it."),
                    Rule.required(
                            "EVD-10",
                            RUNTIME,
                            "One dispatcher serves requests and receives of several endpoints, and tells which one each completion is of."),
                    Rule.required(
                                    "EVD-11",
                                    RUNTIME,
                                    "The completion of a request gives back the places of all the suppressed ones before it.")
                            .hint("Suppressed requests alone must not fill the queue for ever."),
                    Rule.stress(
                                    "EVD-12",
                                    PROVIDER,
                                    "A wait ends for a completion whenever it arrives, also just before the waiter sleeps.")
                            .hint("After CompletionQueue.arm() the queue is polled once more."),
                    Rule.required(
                            "EVD-13",
                            RUNTIME,
                            "A wait for so many events ends when so many are there, or at its time limit without taking any."),
                    Rule.required(
                                    "EVD-14",
                                    RUNTIME,
                                    "Once all events were taken nobody is woken, and waiting uses no processor time.")
                            .hint("WaitSet.await() returns early only where something happened."),
                    Rule.required(
                                    "EVD-15",
                                    RUNTIME,
                                    "A wait ends at its time limit: not earlier, and not much later.")
                            .hint("WaitSet.await() takes its time limit in nanoseconds."),
                    Rule.required(
                            "EVD-16",
                            RUNTIME,
                            "A wait with a time limit of zero takes what is there and does not wait."),
                    Rule.required(
                                    "EVD-17",
                                    RUNTIME,
                                    "A dispatcher holds all that its endpoints can bring: a post is refused with QUEUE_FULL until completions are taken, and none is lost.")
                            .hint(
                                    "A place is given back when the completion is taken, not when it comes."),
                    Rule.gated(
                            "EVD-19",
                            RUNTIME,
                            Capability.EVD_RESIZE,
                            "Resizing keeps all unread events in order."),
                    Rule.gated(
                            "EVD-20",
                            RUNTIME,
                            Capability.EVD_RESIZE,
                            "Making a dispatcher smaller than what it holds is refused with INVALID_STATE, and nothing is lost."),
                    Rule.required(
                            "EVD-21",
                            RUNTIME,
                            "Software events come in the order of their posts with their payloads; one that does not fit is refused with QUEUE_FULL."),
                    Rule.required(
                            "EVD-22",
                            RUNTIME,
                            "Closing a dispatcher that an endpoint or a service point uses is refused with INVALID_STATE/EVD_IN_USE, and it goes on working."),
                    Rule.required(
                            "EVD-23",
                            RUNTIME,
                            "A dispatcher gets only what its streams name, be it one for all or one for each; it is not taken for what it does not name."),
                    Rule.gated(
                                    "EVD-24",
                                    PROVIDER,
                                    Capability.SOLICITED_EVENT,
                                    "Where only solicited completions notify, a solicited message ends a wait, and so does a failure.")
                            .hint(
                                    "WorkRequest.SOLICITED must reach the peer's Completions.SOLICITED."),
                    Rule.required(
                            "EVD-25",
                            RUNTIME,
                            "A dispatcher is not closed under a waiter, who is woken when it becomes unwaitable (EVD_UNWAITABLE) and when the adapter is closed (ABORT)."),
                    Rule.required(
                            "EVD-26",
                            RUNTIME,
                            "An event that was taken out of a batch stays as it is when the batch is filled anew, and there is nothing behind the last one."),
                    Rule.required(
                            "EVD-30",
                            RUNTIME,
                            "A dispatcher can be made for every set of streams but the empty one and those with the asynchronous events of the adapter (INVALID_PARAMETER), and one for all takes events of each kind."),
                    Rule.required(
                                    "EVD-31",
                                    RUNTIME,
                                    "Completions of unsignalled requests that succeed end no wait and trigger no notification object; the next completion that notifies does, and so does a failure, and none is lost.")
                            .hint("A failed request notifies whatever its flags say."),
                    Rule.required(
                            "EVD-32",
                            RUNTIME,
                            "A request may be unsignalled only where the endpoint was made for it (INVALID_ARGUMENT), requests cannot be solicited (INVALID_PARAMETER), and where not every completion notifies nobody waits for more than one (EVD_CONFIG_SOLICITED)."));

    private EvdRules() {}
}
