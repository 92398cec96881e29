package org.jdapl.api.data;

import java.time.Duration;
import java.util.Objects;

/**
 * What an endpoint can do (uDAPL {@code DAT_EP_ATTR}). {@link #defaults()} fits most programs;
 * {@link Builder} changes single values. A limit above what the adapter has is refused, never
 * lowered; {@link #within} lowers what is too high. After creation the endpoint reports its
 * effective attributes, which may be larger.
 *
 * @param serviceType reliable connection or datagram
 * @param maxMessageBytes longest message that may be sent, in bytes; 0 for the adapter's maximum
 * @param maxRdmaBytes longest RDMA operation, in bytes; 0 for the adapter's maximum
 * @param maxReceives receives that may be posted at once; 0 only without an event dispatcher for
 *     receives
 * @param maxRequests requests that may be posted at once; 0 only without an event dispatcher for
 *     requests
 * @param maxReceiveSegments most segments of a receive
 * @param maxRequestSegments most segments of a send
 * @param maxReadSegments most segments of an RDMA read's sink
 * @param maxWriteSegments most segments of an RDMA write
 * @param maxReadsIn RDMA reads and atomics that the peer may have outstanding here
 * @param maxReadsOut RDMA reads and atomics that may be outstanding from here
 * @param maxInlineBytes longest message that may be posted inline
 * @param receiveCompletions how completions of receives notify
 * @param requestCompletions how completions of requests notify
 * @param threadMode how many threads may post at once
 * @param privateDataFraming how private data travels
 * @param livenessBound within what time a dead peer is reported while work is outstanding; zero for
 *     the transport's own
 * @param keepAlive interval of probes on an idle connection; zero for none; needs {@link
 *     Capability#KEEP_ALIVE}
 * @param transport the transport-specific part
 */
public record EndpointAttributes(
        ServiceType serviceType,
        long maxMessageBytes,
        long maxRdmaBytes,
        int maxReceives,
        int maxRequests,
        int maxReceiveSegments,
        int maxRequestSegments,
        int maxReadSegments,
        int maxWriteSegments,
        int maxReadsIn,
        int maxReadsOut,
        int maxInlineBytes,
        CompletionType receiveCompletions,
        CompletionType requestCompletions,
        ThreadMode threadMode,
        PrivateDataFraming privateDataFraming,
        Duration livenessBound,
        Duration keepAlive,
        TransportAttributes transport) {

    private static final EndpointAttributes DEFAULTS =
            new EndpointAttributes(
                    ServiceType.RELIABLE_CONNECTION,
                    0,
                    0,
                    64,
                    64,
                    4,
                    4,
                    1,
                    4,
                    4,
                    4,
                    0,
                    CompletionType.THRESHOLD,
                    CompletionType.THRESHOLD,
                    ThreadMode.SHARED,
                    PrivateDataFraming.RAW,
                    Duration.ZERO,
                    Duration.ZERO,
                    TransportAttributes.NONE);

    /** Checks that no part is missing; the runtime checks the numbers against the adapter. */
    public EndpointAttributes {
        Objects.requireNonNull(serviceType, "serviceType");
        Objects.requireNonNull(receiveCompletions, "receiveCompletions");
        Objects.requireNonNull(requestCompletions, "requestCompletions");
        Objects.requireNonNull(threadMode, "threadMode");
        Objects.requireNonNull(privateDataFraming, "privateDataFraming");
        Objects.requireNonNull(livenessBound, "livenessBound");
        Objects.requireNonNull(keepAlive, "keepAlive");
        Objects.requireNonNull(transport, "transport");
    }

    /**
     * The default attributes: 64 receives and requests of up to 4 segments, 4 reads each way.
     *
     * @return the attributes
     */
    public static EndpointAttributes defaults() {
        return DEFAULTS;
    }

    /**
     * These attributes, with each limit lowered to what an adapter has. For programs that take what
     * they get; creating an endpoint never lowers anything by itself.
     *
     * @param adapter the adapter's attributes
     * @return attributes whose limits the adapter does not refuse
     */
    public EndpointAttributes within(AdapterAttributes adapter) {
        return toBuilder()
                .maxMessageBytes(Math.min(maxMessageBytes, adapter.maxMessageBytes()))
                .maxRdmaBytes(Math.min(maxRdmaBytes, adapter.maxRdmaBytes()))
                .maxReceives(Math.min(maxReceives, adapter.maxWorkRequests()))
                .maxRequests(Math.min(maxRequests, adapter.maxWorkRequests()))
                .maxReceiveSegments(Math.min(maxReceiveSegments, adapter.maxSegments()))
                .maxRequestSegments(Math.min(maxRequestSegments, adapter.maxSegments()))
                .maxReadSegments(Math.min(maxReadSegments, adapter.maxReadSegments()))
                .maxWriteSegments(Math.min(maxWriteSegments, adapter.maxWriteSegments()))
                .maxReadsIn(Math.min(maxReadsIn, adapter.maxReadsIn()))
                .maxReadsOut(Math.min(maxReadsOut, adapter.maxReadsOut()))
                .maxInlineBytes(Math.min(maxInlineBytes, adapter.maxInlineBytes()))
                .build();
    }

    /**
     * Starts from the default attributes.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder(DEFAULTS);
    }

    /**
     * Starts from these attributes.
     *
     * @return a builder
     */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Builds endpoint attributes. Not safe for use by several threads. */
    public static final class Builder {
        private ServiceType serviceType;
        private long maxMessageBytes;
        private long maxRdmaBytes;
        private int maxReceives;
        private int maxRequests;
        private int maxReceiveSegments;
        private int maxRequestSegments;
        private int maxReadSegments;
        private int maxWriteSegments;
        private int maxReadsIn;
        private int maxReadsOut;
        private int maxInlineBytes;
        private CompletionType receiveCompletions;
        private CompletionType requestCompletions;
        private ThreadMode threadMode;
        private PrivateDataFraming privateDataFraming;
        private Duration livenessBound;
        private Duration keepAlive;
        private TransportAttributes transport;

        private Builder(EndpointAttributes from) {
            this.serviceType = from.serviceType;
            this.maxMessageBytes = from.maxMessageBytes;
            this.maxRdmaBytes = from.maxRdmaBytes;
            this.maxReceives = from.maxReceives;
            this.maxRequests = from.maxRequests;
            this.maxReceiveSegments = from.maxReceiveSegments;
            this.maxRequestSegments = from.maxRequestSegments;
            this.maxReadSegments = from.maxReadSegments;
            this.maxWriteSegments = from.maxWriteSegments;
            this.maxReadsIn = from.maxReadsIn;
            this.maxReadsOut = from.maxReadsOut;
            this.maxInlineBytes = from.maxInlineBytes;
            this.receiveCompletions = from.receiveCompletions;
            this.requestCompletions = from.requestCompletions;
            this.threadMode = from.threadMode;
            this.privateDataFraming = from.privateDataFraming;
            this.livenessBound = from.livenessBound;
            this.keepAlive = from.keepAlive;
            this.transport = from.transport;
        }

        /**
         * Sets serviceType.
         *
         * @param value reliable connection or datagram
         * @return this
         */
        public Builder serviceType(ServiceType value) {
            this.serviceType = value;
            return this;
        }

        /**
         * Sets maxMessageBytes.
         *
         * @param value longest message that may be sent, in bytes; 0 for the adapter's maximum
         * @return this
         */
        public Builder maxMessageBytes(long value) {
            this.maxMessageBytes = value;
            return this;
        }

        /**
         * Sets maxRdmaBytes.
         *
         * @param value longest RDMA operation, in bytes; 0 for the adapter's maximum
         * @return this
         */
        public Builder maxRdmaBytes(long value) {
            this.maxRdmaBytes = value;
            return this;
        }

        /**
         * Sets maxReceives.
         *
         * @param value receives that may be posted at once; 0 only without an event dispatcher for
         *     receives
         * @return this
         */
        public Builder maxReceives(int value) {
            this.maxReceives = value;
            return this;
        }

        /**
         * Sets maxRequests.
         *
         * @param value requests that may be posted at once; 0 only without an event dispatcher for
         *     requests
         * @return this
         */
        public Builder maxRequests(int value) {
            this.maxRequests = value;
            return this;
        }

        /**
         * Sets maxReceiveSegments.
         *
         * @param value most segments of a receive
         * @return this
         */
        public Builder maxReceiveSegments(int value) {
            this.maxReceiveSegments = value;
            return this;
        }

        /**
         * Sets maxRequestSegments.
         *
         * @param value most segments of a send
         * @return this
         */
        public Builder maxRequestSegments(int value) {
            this.maxRequestSegments = value;
            return this;
        }

        /**
         * Sets maxReadSegments.
         *
         * @param value most segments of an RDMA read's sink
         * @return this
         */
        public Builder maxReadSegments(int value) {
            this.maxReadSegments = value;
            return this;
        }

        /**
         * Sets maxWriteSegments.
         *
         * @param value most segments of an RDMA write
         * @return this
         */
        public Builder maxWriteSegments(int value) {
            this.maxWriteSegments = value;
            return this;
        }

        /**
         * Sets maxReadsIn.
         *
         * @param value RDMA reads and atomics that the peer may have outstanding here
         * @return this
         */
        public Builder maxReadsIn(int value) {
            this.maxReadsIn = value;
            return this;
        }

        /**
         * Sets maxReadsOut.
         *
         * @param value RDMA reads and atomics that may be outstanding from here
         * @return this
         */
        public Builder maxReadsOut(int value) {
            this.maxReadsOut = value;
            return this;
        }

        /**
         * Sets maxInlineBytes.
         *
         * @param value longest message that may be posted inline
         * @return this
         */
        public Builder maxInlineBytes(int value) {
            this.maxInlineBytes = value;
            return this;
        }

        /**
         * Sets receiveCompletions.
         *
         * @param value how completions of receives notify
         * @return this
         */
        public Builder receiveCompletions(CompletionType value) {
            this.receiveCompletions = value;
            return this;
        }

        /**
         * Sets requestCompletions.
         *
         * @param value how completions of requests notify
         * @return this
         */
        public Builder requestCompletions(CompletionType value) {
            this.requestCompletions = value;
            return this;
        }

        /**
         * Sets threadMode.
         *
         * @param value how many threads may post at once
         * @return this
         */
        public Builder threadMode(ThreadMode value) {
            this.threadMode = value;
            return this;
        }

        /**
         * Sets privateDataFraming.
         *
         * @param value how private data travels
         * @return this
         */
        public Builder privateDataFraming(PrivateDataFraming value) {
            this.privateDataFraming = value;
            return this;
        }

        /**
         * Sets livenessBound.
         *
         * @param value within what time a dead peer is reported while work is outstanding; zero for
         *     the transport's own
         * @return this
         */
        public Builder livenessBound(Duration value) {
            this.livenessBound = value;
            return this;
        }

        /**
         * Sets keepAlive.
         *
         * @param value interval of probes on an idle connection; zero for none; needs {@link
         *     Capability#KEEP_ALIVE}
         * @return this
         */
        public Builder keepAlive(Duration value) {
            this.keepAlive = value;
            return this;
        }

        /**
         * Sets transport.
         *
         * @param value the transport-specific part
         * @return this
         */
        public Builder transport(TransportAttributes value) {
            this.transport = value;
            return this;
        }

        /**
         * Makes the attributes.
         *
         * @return the attributes
         */
        public EndpointAttributes build() {
            return new EndpointAttributes(
                    serviceType,
                    maxMessageBytes,
                    maxRdmaBytes,
                    maxReceives,
                    maxRequests,
                    maxReceiveSegments,
                    maxRequestSegments,
                    maxReadSegments,
                    maxWriteSegments,
                    maxReadsIn,
                    maxReadsOut,
                    maxInlineBytes,
                    receiveCompletions,
                    requestCompletions,
                    threadMode,
                    privateDataFraming,
                    livenessBound,
                    keepAlive,
                    transport);
        }
    }
}
