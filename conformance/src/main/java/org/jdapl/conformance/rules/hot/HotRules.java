package org.jdapl.conformance.rules.hot;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Rule;

/**
 * The rules of group HOT. Those about ports and addresses, and about the command that removes a
 * device, need a device of the kernel's: the lab has them as tests.
 */
final class HotRules {

    static final List<Rule> ALL =
            List.of(
                    rule(
                                    "HOT-02",
                                    PROVIDER,
                                    "After the loss of a device no work succeeds: posts are refused or flushed, and its connections have ended, each once.")
                            .hint(
                                    "A driver may go on moving data: AdapterListener.adapterLost() is the end, whatever the device does."),
                    rule(
                                    "HOT-03",
                                    RUNTIME,
                                    "All work that is outstanding when the device is lost is completed as flushed, once each and in order.")
                            .hint("QueuePair.flush() gives the number of requests that succeeded."),
                    rule(
                                    "HOT-04",
                                    RUNTIME,
                                    "After the loss of the device every object can be closed, and the adapter, within the bound.")
                            .hint("Nothing may wait for a device that has gone."),
                    rule(
                                    "HOT-05",
                                    RUNTIME,
                                    "Who waits for an event when the device is lost is woken: by an event that came of it, else by ABORT.")
                            .hint("A listener that waits for connection requests gets no event."),
                    rule(
                                    "HOT-06",
                                    PROVIDER,
                                    "A device that was lost and comes back can be opened and used by the same registry, while the lost adapter is still open.")
                            .hint("Provider.open() looks anew for what there is."),
                    rule(
                                    "HOT-09",
                                    PROVIDER,
                                    "A watch of the registry tells of a device that goes and of one that comes, once each.")
                            .hint("Provider.adapters() lists what can be opened now."));

    private HotRules() {}

    private static Rule rule(String id, Layer layer, String sentence) {
        return Rule.gated(id, layer, Capability.HOTPLUG, sentence);
    }
}
