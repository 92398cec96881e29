package org.jdapl.conformance.rules.spi;

import static org.jdapl.conformance.kit.Layer.PROVIDER;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/**
 * The rules about the provider interface. The runtime hides from a consumer much of what a provider
 * does; here the test is the runtime.
 */
final class SpiRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "SPI-01",
                                    PROVIDER,
                                    "The attributes of a provider and of an open adapter stay equal"
                                            + " while other adapters are opened and closed and objects"
                                            + " are made, and an adapter has the name that it was"
                                            + " opened under.")
                            .hint("Adapter.attributes() is a snapshot, made at the opening."),
                    Rule.required(
                                    "SPI-02",
                                    PROVIDER,
                                    "An adapter has one connection manager and one wait set, and"
                                            + " two adapters have none in common.")
                            .hint("Adapter.connectionManager() and waitSet()."),
                    Rule.required(
                                    "SPI-03",
                                    PROVIDER,
                                    "Optional calls agree with the capabilities: what is advertised"
                                            + " does not refuse with MODEL_NOT_SUPPORTED, and what is"
                                            + " not advertised does.")
                            .hint("The methods of org.jdapl.spi with a default body."),
                    Rule.required(
                                    "SPI-04",
                                    PROVIDER,
                                    "A wake ends the wait that goes on, or the next one at once.")
                            .hint("WaitSet.wake(), by any thread."),
                    Rule.gated(
                                    "SPI-05",
                                    PROVIDER,
                                    Capability.SELF_CONNECTION,
                                    "A completion gives back all 64 bits of the id of its request"
                                            + " or receive, its kind, and the number of its queue"
                                            + " pair.")
                            .hint("WorkRequest.id, Completions.id, .kind and .queuePair."),
                    Rule.gated(
                                    "SPI-06",
                                    PROVIDER,
                                    Capability.SELF_CONNECTION,
                                    "Whatever happens to connections is told on the thread that"
                                            + " drives, while it does, and with the very object that was"
                                            + " given as context.")
                            .hint("Calls of AdapterListener come out of progress() and await()."),
                    Rule.gated(
                                    "SPI-07",
                                    PROVIDER,
                                    Capability.SELF_CONNECTION,
                                    "An armed completion queue tells once of the next completion,"
                                            + " and one that is not armed tells nothing.")
                            .hint("CompletionQueue.arm() and AdapterListener.completionReady()."),
                    Rule.gated(
                                    "SPI-08",
                                    PROVIDER,
                                    Capability.SELF_CONNECTION,
                                    "After flush() no completion comes of what the queue pair had"
                                            + " left, and none that was there is lost.")
                            .hint("QueuePair.flush(); the runtime makes the flushed completions."));

    private SpiRules() {}
}
