package org.jdapl.conformance.rules.snd;

import static org.jdapl.conformance.kit.Layer.PROVIDER;

import java.util.List;
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
                            "SND-04",
                            PROVIDER,
                            "The completions of a send and of its receive tell the length of the message."));

    private SndRules() {}
}
