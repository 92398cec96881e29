package org.jdapl.core;

import org.jdapl.api.EndpointChange;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.ServiceType;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.QueuePairParameters;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint is made of, checked against the adapter. Under the control lock.
 *
 * @param zone the protection zone
 * @param receives the dispatcher for completions of receives
 * @param requests the dispatcher for completions of requests
 * @param connections the dispatcher for connection events
 * @param shared where receives come from; null for receives of its own
 * @param attributes the effective attributes
 * @param wanted the attributes as they were asked for; a part that is missing now may still come
 */
record EndpointParts(
        @Nullable ProtectionZoneImpl zone,
        @Nullable EventDispatcherImpl receives,
        @Nullable EventDispatcherImpl requests,
        @Nullable EventDispatcherImpl connections,
        @Nullable SharedReceiveQueueImpl shared,
        EndpointAttributes attributes,
        EndpointAttributes wanted) {

    /** Checks parts and attributes, and fills in what was left to the adapter. */
    static EndpointParts check(
            AdapterImpl owner,
            @Nullable ProtectionZoneImpl zone,
            @Nullable EventDispatcherImpl receives,
            @Nullable EventDispatcherImpl requests,
            @Nullable EventDispatcherImpl connections,
            @Nullable SharedReceiveQueueImpl shared,
            EndpointAttributes wanted) {
        stream(receives, EventStream.DTO, DatSubtype.INVALID_HANDLE_EVD_RECV, "receives");
        stream(requests, EventStream.DTO, DatSubtype.INVALID_HANDLE_EVD_REQUEST, "requests");
        stream(
                connections,
                EventStream.CONNECTION,
                DatSubtype.INVALID_HANDLE_EVD_CONN,
                "connection events");
        if (wanted.serviceType() == ServiceType.UNRELIABLE_DATAGRAM) {
            owner.gate().require(Capability.UNRELIABLE_DATAGRAM);
            if (shared != null) {
                // Receives of datagrams need room for the routing header, those of others do not.
                throw Errors.parameter(
                        5, "receives of an endpoint for datagrams do not come from a shared queue");
            }
        }
        if (!wanted.keepAlive().isZero()) {
            owner.gate().require(Capability.KEEP_ALIVE);
        }
        if (!wanted.livenessBound().isZero()) {
            owner.gate().require(Capability.KEEP_ALIVE);
        }
        if (wanted.receiveCompletions() == CompletionType.SOLICITED) {
            owner.gate().require(Capability.SOLICITED_EVENT);
        }
        if (wanted.requestCompletions() == CompletionType.SOLICITED) {
            throw Errors.parameter(
                    6, "requestCompletions=SOLICITED: only receives can be solicited");
        }
        if (shared != null && shared.zone() != zone) {
            throw Errors.foreign(
                    DatSubtype.INVALID_HANDLE_SRQ,
                    "the shared receive queue is in another protection zone");
        }
        EndpointAttributes a =
                effective(
                        owner.attributes(),
                        wanted,
                        receives != null && shared == null,
                        requests != null);
        return new EndpointParts(zone, receives, requests, connections, shared, a, wanted);
    }

    private static void stream(
            @Nullable EventDispatcherImpl dispatcher,
            EventStream stream,
            DatSubtype subtype,
            String what) {
        if (dispatcher != null) {
            if (dispatcher.isClosed()) {
                throw Errors.foreign(subtype, "the dispatcher for " + what + " is closed");
            }
            if (!dispatcher.accepts(stream)) {
                throw Errors.foreign(
                        subtype,
                        "the dispatcher for "
                                + what
                                + " lacks the stream "
                                + stream
                                + ": streams="
                                + dispatcher.streams());
            }
        }
    }

    private static EndpointAttributes effective(
            AdapterAttributes limit, EndpointAttributes a, boolean receives, boolean requests) {
        positive("maxReceives", a.maxReceives(), receives);
        positive("maxRequests", a.maxRequests(), requests);
        atMost("maxReceives", a.maxReceives(), limit.maxWorkRequests());
        atMost("maxRequests", a.maxRequests(), limit.maxWorkRequests());
        atMost("maxReceiveSegments", a.maxReceiveSegments(), limit.maxSegments());
        atMost("maxRequestSegments", a.maxRequestSegments(), limit.maxSegments());
        atMost("maxReadSegments", a.maxReadSegments(), limit.maxReadSegments());
        atMost("maxWriteSegments", a.maxWriteSegments(), limit.maxWriteSegments());
        atMost("maxReadsIn", a.maxReadsIn(), limit.maxReadsIn());
        atMost("maxReadsOut", a.maxReadsOut(), limit.maxReadsOut());
        atMost("maxInlineBytes", a.maxInlineBytes(), limit.maxInlineBytes());
        long maxMessageBytes =
                a.serviceType() == ServiceType.UNRELIABLE_DATAGRAM
                        ? limit.maxDatagramBytes()
                        : limit.maxMessageBytes();
        atMost("maxMessageBytes", a.maxMessageBytes(), maxMessageBytes);
        atMost("maxRdmaBytes", a.maxRdmaBytes(), limit.maxRdmaBytes());
        return a.toBuilder()
                .maxReceives(receives ? a.maxReceives() : 0)
                .maxRequests(requests ? a.maxRequests() : 0)
                .maxMessageBytes(a.maxMessageBytes() == 0 ? maxMessageBytes : a.maxMessageBytes())
                .maxRdmaBytes(a.maxRdmaBytes() == 0 ? limit.maxRdmaBytes() : a.maxRdmaBytes())
                .build();
    }

    private static void positive(String name, int value, boolean wanted) {
        if (wanted && value == 0) {
            throw Errors.parameter(
                    6, name + "=0 although there is a dispatcher for the completions");
        }
    }

    private static void atMost(String name, long value, long max) {
        if (value < 0 || value > max) {
            throw Errors.parameter(
                    6,
                    name + "=" + value + " is not between 0 and the adapter's maximum of " + max);
        }
    }

    /** These parts with some changed. */
    EndpointParts with(AdapterImpl owner, EndpointChange change) {
        return check(
                owner,
                change.zone() == null ? zone : owner.own(change.zone()),
                change.receives() == null ? receives : owner.own(change.receives()),
                change.requests() == null ? requests : owner.own(change.requests()),
                change.connections() == null ? connections : owner.own(change.connections()),
                change.sharedReceives() == null
                        ? shared
                        : owner.own(change.sharedReceives(), SharedReceiveQueueImpl.class),
                change.attributes() == null ? wanted : change.attributes());
    }

    /** Makes room in the dispatchers and keeps the parts from being closed. */
    void attach() {
        boolean receivesDone = false;
        boolean requestsDone = false;
        boolean done = false;
        try {
            if (receives != null) {
                receives.attachQueue(attributes.maxReceives(), attributes.receiveCompletions());
                receivesDone = true;
            }
            if (requests != null) {
                requests.attachQueue(attributes.maxRequests(), attributes.requestCompletions());
                requestsDone = true;
            }
            attachShared();
            done = true;
        } finally {
            if (!done) {
                if (receivesDone) {
                    detachReceives();
                }
                if (requestsDone) {
                    detachRequests();
                }
            }
        }
        if (connections != null) {
            connections.retain();
        }
        if (zone != null) {
            zone.retain();
        }
    }

    private void attachShared() {
        if (shared != null && receives != null) {
            shared.attach(receives);
        }
    }

    void detach() {
        if (shared != null && receives != null) {
            shared.detach(receives);
        }
        detachReceives();
        detachRequests();
        if (connections != null) {
            connections.releaseUser();
        }
        if (zone != null) {
            zone.releaseUser();
        }
    }

    private void detachReceives() {
        if (receives != null) {
            receives.detachQueue(attributes.maxReceives(), attributes.receiveCompletions());
        }
    }

    private void detachRequests() {
        if (requests != null) {
            requests.detachQueue(attributes.maxRequests(), attributes.requestCompletions());
        }
    }

    QueuePairParameters queuePairParameters(AdapterImpl owner) {
        if (zone == null) {
            throw new IllegalStateException("no protection zone");
        }
        return new QueuePairParameters(
                zone.domain(),
                queue(owner, requests),
                queue(owner, receives),
                shared == null ? null : shared.queue(),
                attributes.toBuilder()
                        .maxReceives(Math.max(1, attributes.maxReceives()))
                        .maxRequests(Math.max(1, attributes.maxRequests()))
                        .build());
    }

    private static CompletionQueue queue(
            AdapterImpl owner, @Nullable EventDispatcherImpl dispatcher) {
        @Nullable CompletionQueue q = dispatcher == null ? null : dispatcher.queue();
        return q != null ? q : owner.unusedQueue();
    }
}
