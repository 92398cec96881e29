package org.jdapl.conformance.rules.cno;

import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules of group CNO. */
final class CnoRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "CNO-01",
                            RUNTIME,
                            "A notification object is triggered by an event of any kind on any dispatcher that it is given to, and names the dispatcher."),
                    Rule.stress(
                            "CNO-02",
                            RUNTIME,
                            "Where many dispatchers trigger one notification object at once, looking at all of them after each trigger finds every event."),
                    Rule.required(
                            "CNO-03",
                            RUNTIME,
                            "A dispatcher that was disabled, or that its notification object was taken from, triggers nothing and keeps its events."),
                    Rule.required(
                            "CNO-04",
                            RUNTIME,
                            "A notification object that a dispatcher or a waiter uses cannot be closed (CNO_IN_USE); a waiter is woken with ABORT when the adapter is closed."),
                    Rule.required(
                            "CNO-05",
                            RUNTIME,
                            "A wait for a trigger ends at its time limit, and when the thread is interrupted, and no trigger is lost."),
                    Rule.gated(
                            "CNO-06",
                            RUNTIME,
                            Capability.NOTIFICATION_DESCRIPTOR,
                            "The descriptor of a notification object is readable as long as it is triggered, and not once the trigger was taken."),
                    Rule.required(
                            "CNO-07",
                            RUNTIME,
                            "Several threads may wait for triggers of one notification object; each trigger wakes at least one of them."),
                    Rule.required(
                            "CNO-08",
                            RUNTIME,
                            "The agent is called once for each change to triggered, and uses the trigger up; what it throws is told by an asynchronous event and stops nothing."),
                    Rule.required(
                            "CNO-09",
                            RUNTIME,
                            "A trigger that nobody waits for is remembered, and several are one."),
                    Rule.required(
                            "CNO-10",
                            RUNTIME,
                            "Events that came while their dispatcher was disabled trigger when it is enabled."),
                    Rule.required(
                            "CNO-11",
                            RUNTIME,
                            "An event that a waiter at its dispatcher gets triggers nothing."),
                    Rule.required(
                            "CNO-12",
                            RUNTIME,
                            "A new agent is called instead of the former one, and at once where a trigger is remembered."));

    private CnoRules() {}
}
