package org.jdapl.conformance.rules.snd;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group SND. */
final class SndRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "SND-01",
                            PROVIDER,
                            "Messages of every size, from none to 1 MiB, and around the size of a packet, arrive intact, and nothing else changes."),
                    Rule.required(
                            "SND-02",
                            PROVIDER,
                            "Each message takes exactly one receive, in the order of the sends and of the receives, over 1000 messages of many sizes."),
                    Rule.required(
                            "SND-03",
                            PROVIDER,
                            "A message that is shorter than its receive leaves the rest of the receive's memory as it was."),
                    Rule.required(
                            "SND-04",
                            PROVIDER,
                            "The completions of a send and of its receive tell the length of the message."),
                    Rule.required(
                            "SND-05",
                            PROVIDER,
                            "Gathered from any number of segments and scattered over any number of segments, also empty ones, a message keeps the order of its bytes."),
                    Rule.required(
                            "SND-06",
                            PROVIDER,
                            "Once a send has completed, its memory can be changed without changing what the peer gets."),
                    Rule.gated(
                            "SND-07",
                            PROVIDER,
                            Capability.INLINE,
                            "The memory of an inline send can be changed as soon as the post has returned, up to the advertised size; one byte more is refused with LENGTH_ERROR, and where there is no inline data the post is refused with NOT_SUPPORTED."),
                    Rule.required(
                            "SND-08",
                            RUNTIME,
                            "Suppressed sends that succeed give no completion, also more than the queue holds, and the next completion comes behind all of them."),
                    Rule.required(
                            "SND-09",
                            RUNTIME,
                            "A suppressed request that fails or is flushed gives a completion that says so."),
                    Rule.required(
                                    "SND-10",
                                    PROVIDER,
                                    "A message that is longer than its receive fails at the receiver; the sender sees an error, or success and then the end; nothing is written beyond the receive.")
                            .allow(Profile.IB, Outcome.REMOTE_RESPONDER, Outcome.LOCAL_LENGTH)
                            .allowElsewhere(
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.REMOTE_RESPONDER,
                                    Outcome.LOCAL_LENGTH,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.required(
                                    "SND-11",
                                    PROVIDER,
                                    "A message that meets no receive fails at the sender, or succeeds and then the connection ends.")
                            .allow(Profile.IB, Outcome.RECEIVER_NOT_READY)
                            .allowElsewhere(
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.RECEIVER_NOT_READY,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.gated(
                            "SND-12",
                            PROVIDER,
                            Capability.RECEIVER_NOT_READY_RETRY,
                            "A message that meets no receive waits for one that is posted later, where retries have no end; where there are no retries, asking for them is refused with INVALID_PARAMETER."),
                    Rule.required(
                            "SND-13",
                            RUNTIME,
                            "A message above the endpoint's maximum is refused with LENGTH_ERROR, and one of exactly the maximum is not."),
                    Rule.required(
                            "SND-14",
                            PROVIDER,
                            "Receives that are posted while messages come, as fast as credits allow, take them in the order of posting."),
                    Rule.required(
                            "SND-15",
                            RUNTIME,
                            "A list of posts is taken up to the first that is refused: its index and the reason are told, and those before it complete."),
                    Rule.stress(
                            "SND-16",
                            PROVIDER,
                            "1000 messages go both ways at once over queues of one place each."),
                    Rule.required(
                            "SND-17",
                            PROVIDER,
                            "A send with BARRIER_FENCE carries what an earlier read brought."),
                    Rule.required(
                            "SND-18",
                            PROVIDER,
                            "SOLICITED_WAIT changes neither the data of a message nor its length nor the order."),
                    Rule.required(
                            "SND-19",
                            RUNTIME,
                            "Cookies may repeat: each completion has that of its own request."),
                    Rule.required(
                            "SND-20",
                            RUNTIME,
                            "A receive without segments takes a message without bytes."),
                    Rule.required(
                            "SND-21",
                            PROVIDER,
                            "Full queues of sends from and receives into one region, at different places, all carry their own bytes."),
                    Rule.required(
                            "SND-22",
                            PROVIDER,
                            "A thread that reads the completion of a receive sees the whole message without doing anything else."));

    private SndRules() {}
}
