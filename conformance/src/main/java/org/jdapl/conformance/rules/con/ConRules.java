package org.jdapl.conformance.rules.con;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Rule;

/** The rules of group CON. */
final class ConRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "CON-01",
                            PROVIDER,
                            "A connection that is asked for and accepted is established at both sides, and messages go both ways."),
                    Rule.required(
                            "CON-02",
                            PROVIDER,
                            "A request names the service point and the address that it came to, and the requester's address as the requester itself knows it."),
                    Rule.required(
                            "CON-03",
                            PROVIDER,
                            "Listening on a port that is in use is refused with CONN_QUAL_IN_USE, and the first listener goes on."),
                    Rule.required(
                            "CON-04",
                            PROVIDER,
                            "Listening on port 0 takes a free port, another one each time, that can be read back and connected to."),
                    Rule.required(
                            "CON-05",
                            PROVIDER,
                            "The port of a closed listener can be listened on again at once, also after connections through it."),
                    Rule.required(
                            "CON-06",
                            PROVIDER,
                            "Connecting to a port where nobody listens ends in exactly one event, NonPeerRejected."),
                    Rule.required(
                                    "CON-07",
                                    PROVIDER,
                                    "Connecting to an address that cannot be reached ends in exactly one event, Unreachable.")
                            .hint(
                                    "AdapterListener.unreachable(), also where the call itself fails."),
                    Rule.required(
                                    "CON-08",
                                    RUNTIME,
                                    "Where the peer does not answer, TimedOut comes when the time limit has run out and not before, and a late accept finds that the requester is gone.")
                            .allowLateAccept(),
                    Rule.required(
                                    "CON-09",
                                    RUNTIME,
                                    "Closing an endpoint that is connecting ends the attempt without any further event.")
                            .allowLateAccept(),
                    Rule.required(
                            "CON-10",
                            RUNTIME,
                            "A request stays valid until it is answered or closed; closing it tells the requester NonPeerRejected."),
                    Rule.required(
                            "CON-11",
                            RUNTIME,
                            "A rejection ends in one event, PeerRejected, behind the flushed receives of the requester's endpoint."),
                    Rule.required(
                            "CON-12",
                            RUNTIME,
                            "A request that was accepted or rejected can be neither accepted nor rejected again: INVALID_STATE or INVALID_HANDLE."),
                    Rule.required(
                            "CON-13",
                            PROVIDER,
                            "Framed private data of a request arrives byte for byte, from none to the maximum."),
                    Rule.required(
                            "CON-14",
                            PROVIDER,
                            "Framed private data of an accept arrives byte for byte, from none to the maximum."),
                    Rule.required(
                            "CON-15",
                            PROVIDER,
                            "Framed private data of a rejection arrives byte for byte, from none to the maximum."),
                    Rule.required(
                            "CON-16",
                            RUNTIME,
                            "Private data above the maximum is refused with INVALID_PARAMETER before anything is sent, and a request stays as good as before."),
                    Rule.required(
                            "CON-17",
                            RUNTIME,
                            "Framed private data has its sender's length at the receiver, also where it ends in zeros: no padding is seen, nothing is trimmed."),
                    Rule.required(
                            "CON-18",
                            PROVIDER,
                            "The read depths that are told after connecting fit both sides: what one may have outstanding, the other serves."),
                    Rule.stress(
                            "CON-19",
                            PROVIDER,
                            "100 connections one after the other through one port all carry a message."),
                    Rule.stress(
                            "CON-20",
                            PROVIDER,
                            "64 requests at once to one listener are all delivered, once, and all can be accepted."),
                    Rule.stress(
                            "CON-21",
                            RUNTIME,
                            "Requests that the dispatcher has no room for are told NonPeerRejected, and the listener goes on."),
                    Rule.stress(
                            "CON-22",
                            PROVIDER,
                            "When a listener is closed while requests come, each requester gets exactly one event: the consumer's answer, NonPeerRejected or Unreachable."),
                    Rule.stress(
                            "CON-23",
                            PROVIDER,
                            "200 rejections all arrive, and nothing is left of them."),
                    Rule.required(
                            "CON-24",
                            PROVIDER,
                            "Two sides that connect to each other at once get two connections."),
                    Rule.required(
                            "CON-25",
                            RUNTIME,
                            "Connecting an endpoint that is connected is refused with INVALID_STATE, and the connection goes on."),
                    Rule.gated(
                            "CON-26",
                            PROVIDER,
                            Capability.SELF_CONNECTION,
                            "Two endpoints of one adapter connect to each other, and data goes both ways."),
                    Rule.required(
                            "CON-28",
                            RUNTIME,
                            "A request cannot be accepted with an endpoint of another adapter: INVALID_HANDLE, and it stays valid."),
                    Rule.gated(
                            "CON-29",
                            PROVIDER,
                            Capability.IPV6,
                            "A connection over IPv6 is established as one over IPv4 is."),
                    Rule.required(
                            "CON-30",
                            RUNTIME,
                            "Addresses, depths and private data of a connection stay readable after its end."),
                    Rule.required(
                            "CON-31",
                            RUNTIME,
                            "Whoever takes the first message of a connection that was accepted can answer it at once, also where connection events go to another dispatcher and the Established was not taken yet."));

    private ConRules() {}
}
