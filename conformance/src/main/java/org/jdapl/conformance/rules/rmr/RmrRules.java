package org.jdapl.conformance.rules.rmr;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group RMR. */
final class RmrRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "RMR-01",
                            RUNTIME,
                            "What a peer needs of a region can be written as bytes, in either form, and read back in another process."),
                    window(
                            "RMR-02",
                            RUNTIME,
                            "A bind completes on the endpoint's dispatcher for requests, in its turn, with its endpoint, remote memory region and cookie."),
                    window(
                                    "RMR-03",
                                    PROVIDER,
                                    "A peer can read and write all that a remote memory region is bound to, and needs no remote right of the region itself.")
                            .hint("The window's bounds are exact, and its rights its own."),
                    window(
                            "RMR-04",
                            RUNTIME,
                            "A bind that lets the peer write needs the local right to write of the region: without it, it is refused with PRIVILEGES_VIOLATION."),
                    failing(
                                    "RMR-05",
                                    "One byte before or behind what it is bound to fails, though the region has that byte.")
                            .hint("Compare with the window's bounds, not with the region's."),
                    failing(
                            "RMR-06",
                            "Every bind gives a key that the last one had not, and ends the former key."),
                    failing(
                            "RMR-07",
                            "Once it is unbound or closed its key is dead for every connection."),
                    Rule.gated(
                                    "RMR-08",
                                    PROVIDER,
                                    Capability.SEND_WITH_INVALIDATE,
                                    "A send with invalidate ends a key before the receive completes, which tells the key; the remote memory region is unbound then.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.gated(
                                    "RMR-09",
                                    PROVIDER,
                                    Capability.SEND_WITH_INVALIDATE,
                                    "A send that would invalidate an unknown key, one of another zone, or that of a local memory region, ends the connection and no key.")
                            .allow(
                                    Profile.IB,
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.REMOTE_RESPONDER,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    failing(
                            "RMR-10",
                            Capability.MEMORY_WINDOW_ENDPOINT,
                            "A remote memory region of one endpoint works on the endpoint that it was bound through, and on no other."),
                    window(
                                    "RMR-11",
                                    PROVIDER,
                                    "A bind is done before later requests of its endpoint start: a send right behind it may carry the new key.")
                            .hint("An implicit fence, as uDAPL has it."),
                    window(
                            "RMR-12",
                            RUNTIME,
                            "A bind of no bytes takes the binding away, and completes as a bind."),
                    window(
                            "RMR-13",
                            RUNTIME,
                            "A remote memory region that is closed is refused with INVALID_HANDLE."),
                    failing(
                            "RMR-14",
                            "A key without the right to write stops writes, and one without the right to read stops reads."),
                    window(
                            "RMR-15",
                            RUNTIME,
                            "Endpoint, region and remote memory region of different zones, and bytes outside of the region, are refused with PROTECTION_VIOLATION; those of another adapter with INVALID_HANDLE."),
                    window(
                            "RMR-16",
                            RUNTIME,
                            "A bind is refused with INVALID_STATE before there is a connection, and flushed once it has ended."),
                    failing(
                                    "RMR-17",
                                    "A bind that is outstanding when its connection ends is flushed, and gives no key; what was bound before cannot be closed until the next bind has succeeded or the remote memory region is closed, unless its key is dead already, as it is then.")
                            .hint("A device that flushes a bind has not carried it out."),
                    window(
                            "RMR-18",
                            RUNTIME,
                            "A suppressed bind that succeeds gives no event, and is in force."),
                    window(
                            "RMR-19",
                            RUNTIME,
                            "A remote memory region can be closed while it is bound, and lets go of its region."),
                    Rule.gated(
                            "RMR-20",
                            PROVIDER,
                            Capability.ZERO_BASED_REGION,
                            "Bound to part of a zero-based region, it starts for the peer at that part's offset."),
                    Rule.gated(
                                    "RMR-21",
                                    PROVIDER,
                                    Capability.ATOMICS,
                                    "A key takes atomic operations where it was bound with that right, and no others.")
                            .allowElsewhere(Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN),
                    window(
                            "RMR-22",
                            RUNTIME,
                            "It tells its zone, its scope and what it is bound to, from the post of the bind on; nothing while it is not bound."),
                    window(
                            "RMR-23",
                            PROVIDER,
                            "Five hundred binds and unbinds, and as many remote memory regions, leave nothing behind."),
                    window(
                            "RMR-24",
                            RUNTIME,
                            "A bind counts as a request: where the queue is full it is refused with INSUFFICIENT_RESOURCES, and the former binding stays."),
                    window(
                            "RMR-25",
                            PROVIDER,
                            "Any endpoint of the zone may bind one anew, and every endpoint of the zone may use its key."),
                    failing(
                            "RMR-26",
                            Capability.MEMORY_WINDOW_ENDPOINT,
                            "The key of a remote memory region of one endpoint is dead once that endpoint's connection has ended, also when it is connected anew."),
                    window(
                            "RMR-27",
                            RUNTIME,
                            "An unsignalled bind that succeeds has its event, which ends no wait, and is refused with INVALID_PARAMETER where the endpoint was not made for it."));

    private RmrRules() {}

    private static Rule window(String id, Layer layer, String sentence) {
        return Rule.gated(id, layer, Capability.MEMORY_WINDOW, sentence);
    }

    private static Rule failing(String id, String sentence) {
        return failing(id, Capability.MEMORY_WINDOW, sentence);
    }

    /** A rule on what fails at the target; iWARP may have told success to a writer before. */
    private static Rule failing(String id, Capability gate, String sentence) {
        return Rule.gated(id, PROVIDER, gate, sentence)
                .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                .allowElsewhere(
                        Outcome.REMOTE_ACCESS,
                        Outcome.SUCCESS_THEN_BROKEN,
                        Outcome.FLUSHED_THEN_BROKEN);
    }
}
