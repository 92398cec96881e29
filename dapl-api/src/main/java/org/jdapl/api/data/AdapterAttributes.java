package org.jdapl.api.data;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What an adapter is and what it can do (uDAPL {@code DAT_IA_ATTR}). It is fixed while the adapter
 * is open.
 *
 * @param adapterName the full name, {@code provider:device[/port]}
 * @param vendorName who made it
 * @param hardwareVersion its version, for people
 * @param firmwareVersion the version of its firmware, or of its software, for people
 * @param transport the kind of fabric
 * @param addresses local addresses that a service point can listen on and a connection can start
 *     from
 * @param maxEndpoints endpoints at once
 * @param maxWorkRequests requests, and receives, at once on one endpoint
 * @param maxReadsIn RDMA reads that one endpoint can serve at once
 * @param maxReadsOut RDMA reads that one endpoint can have outstanding
 * @param maxEventDispatchers event dispatchers at once
 * @param maxEventDepth events that one event dispatcher can hold
 * @param maxSegments most segments of a send or receive
 * @param maxWriteSegments most segments of an RDMA write
 * @param maxReadSegments most segments of an RDMA read's sink
 * @param maxRegions memory regions at once
 * @param maxRegionBytes longest region
 * @param maxProtectionZones protection zones at once
 * @param maxRemoteRegions remote memory regions (windows) at once
 * @param maxMessageBytes longest message
 * @param maxRdmaBytes longest RDMA operation
 * @param maxSharedReceiveQueues shared receive queues at once
 * @param maxSharedReceives receives at once on one shared receive queue
 * @param maxInlineBytes longest inline message; 0 where there is none
 * @param maxDatagramBytes longest datagram; 0 where there are none
 * @param maxPrivateDataBytes most bytes of private data, in raw form
 * @param privateDataPadded whether the receiver of raw private data may see padding behind it
 * @param completionMeaning what a successful send or RDMA write says; an RDMA read's always means
 *     that the data is here
 * @param livenessBound within what time a dead peer is reported while work is outstanding; zero
 *     where only the operating system's time-outs apply
 * @param progress how the adapter makes progress
 * @param targetProgress whether the target of RDMA operations must make progress
 * @param capabilities what is advertised
 * @param transportAttributes the transport-specific part
 */
public record AdapterAttributes(
        String adapterName,
        String vendorName,
        String hardwareVersion,
        String firmwareVersion,
        Transport transport,
        List<InetAddress> addresses,
        int maxEndpoints,
        int maxWorkRequests,
        int maxReadsIn,
        int maxReadsOut,
        int maxEventDispatchers,
        int maxEventDepth,
        int maxSegments,
        int maxWriteSegments,
        int maxReadSegments,
        int maxRegions,
        long maxRegionBytes,
        int maxProtectionZones,
        int maxRemoteRegions,
        long maxMessageBytes,
        long maxRdmaBytes,
        int maxSharedReceiveQueues,
        int maxSharedReceives,
        int maxInlineBytes,
        int maxDatagramBytes,
        int maxPrivateDataBytes,
        boolean privateDataPadded,
        CompletionMeaning completionMeaning,
        Duration livenessBound,
        ProgressMode progress,
        TargetProgress targetProgress,
        Set<Capability> capabilities,
        TransportAttributes transportAttributes) {

    /** Makes the collections immutable. */
    public AdapterAttributes {
        Objects.requireNonNull(adapterName, "adapterName");
        addresses = List.copyOf(addresses);
        EnumSet<Capability> sorted = EnumSet.noneOf(Capability.class);
        sorted.addAll(capabilities);
        capabilities = Collections.unmodifiableSet(sorted);
    }

    /**
     * Whether a capability is advertised.
     *
     * @param capability the capability
     * @return true where it is
     */
    public boolean has(Capability capability) {
        return capabilities.contains(capability);
    }

    /**
     * These attributes with other capabilities.
     *
     * @param set what is advertised
     * @return the attributes
     */
    public AdapterAttributes withCapabilities(Set<Capability> set) {
        return new AdapterAttributes(
                adapterName,
                vendorName,
                hardwareVersion,
                firmwareVersion,
                transport,
                addresses,
                maxEndpoints,
                maxWorkRequests,
                maxReadsIn,
                maxReadsOut,
                maxEventDispatchers,
                maxEventDepth,
                maxSegments,
                maxWriteSegments,
                maxReadSegments,
                maxRegions,
                maxRegionBytes,
                maxProtectionZones,
                maxRemoteRegions,
                maxMessageBytes,
                maxRdmaBytes,
                maxSharedReceiveQueues,
                maxSharedReceives,
                maxInlineBytes,
                maxDatagramBytes,
                maxPrivateDataBytes,
                privateDataPadded,
                completionMeaning,
                livenessBound,
                progress,
                targetProgress,
                set,
                transportAttributes);
    }

    /**
     * Starts with numbers of zero and nothing advertised.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds adapter attributes. Not safe for use by several threads. */
    public static final class Builder {
        private String adapterName = "";
        private String vendorName = "";
        private String hardwareVersion = "";
        private String firmwareVersion = "";
        private Transport transport = Transport.SOFTWARE;
        private List<InetAddress> addresses = List.of();
        private int maxEndpoints;
        private int maxWorkRequests;
        private int maxReadsIn;
        private int maxReadsOut;
        private int maxEventDispatchers;
        private int maxEventDepth;
        private int maxSegments;
        private int maxWriteSegments;
        private int maxReadSegments;
        private int maxRegions;
        private long maxRegionBytes;
        private int maxProtectionZones;
        private int maxRemoteRegions;
        private long maxMessageBytes;
        private long maxRdmaBytes;
        private int maxSharedReceiveQueues;
        private int maxSharedReceives;
        private int maxInlineBytes;
        private int maxDatagramBytes;
        private int maxPrivateDataBytes;
        private boolean privateDataPadded;
        private CompletionMeaning completionMeaning = CompletionMeaning.LOCAL;
        private Duration livenessBound = Duration.ZERO;
        private ProgressMode progress = ProgressMode.AUTO;
        private TargetProgress targetProgress = TargetProgress.NONE;
        private Set<Capability> capabilities = Set.of();
        private TransportAttributes transportAttributes = TransportAttributes.NONE;

        private Builder() {}

        /**
         * Sets adapterName.
         *
         * @param value the full name, {@code provider:device[/port]}
         * @return this
         */
        public Builder adapterName(String value) {
            this.adapterName = value;
            return this;
        }

        /**
         * Sets vendorName.
         *
         * @param value who made it
         * @return this
         */
        public Builder vendorName(String value) {
            this.vendorName = value;
            return this;
        }

        /**
         * Sets hardwareVersion.
         *
         * @param value its version, for people
         * @return this
         */
        public Builder hardwareVersion(String value) {
            this.hardwareVersion = value;
            return this;
        }

        /**
         * Sets firmwareVersion.
         *
         * @param value the version of its firmware, or of its software, for people
         * @return this
         */
        public Builder firmwareVersion(String value) {
            this.firmwareVersion = value;
            return this;
        }

        /**
         * Sets transport.
         *
         * @param value the kind of fabric
         * @return this
         */
        public Builder transport(Transport value) {
            this.transport = value;
            return this;
        }

        /**
         * Sets addresses.
         *
         * @param value local addresses that a service point can listen on and a connection can
         *     start from
         * @return this
         */
        public Builder addresses(List<InetAddress> value) {
            this.addresses = value;
            return this;
        }

        /**
         * Sets maxEndpoints.
         *
         * @param value endpoints at once
         * @return this
         */
        public Builder maxEndpoints(int value) {
            this.maxEndpoints = value;
            return this;
        }

        /**
         * Sets maxWorkRequests.
         *
         * @param value requests, and receives, at once on one endpoint
         * @return this
         */
        public Builder maxWorkRequests(int value) {
            this.maxWorkRequests = value;
            return this;
        }

        /**
         * Sets maxReadsIn.
         *
         * @param value RDMA reads that one endpoint can serve at once
         * @return this
         */
        public Builder maxReadsIn(int value) {
            this.maxReadsIn = value;
            return this;
        }

        /**
         * Sets maxReadsOut.
         *
         * @param value RDMA reads that one endpoint can have outstanding
         * @return this
         */
        public Builder maxReadsOut(int value) {
            this.maxReadsOut = value;
            return this;
        }

        /**
         * Sets maxEventDispatchers.
         *
         * @param value event dispatchers at once
         * @return this
         */
        public Builder maxEventDispatchers(int value) {
            this.maxEventDispatchers = value;
            return this;
        }

        /**
         * Sets maxEventDepth.
         *
         * @param value events that one event dispatcher can hold
         * @return this
         */
        public Builder maxEventDepth(int value) {
            this.maxEventDepth = value;
            return this;
        }

        /**
         * Sets maxSegments.
         *
         * @param value most segments of a send or receive
         * @return this
         */
        public Builder maxSegments(int value) {
            this.maxSegments = value;
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
         * Sets maxRegions.
         *
         * @param value memory regions at once
         * @return this
         */
        public Builder maxRegions(int value) {
            this.maxRegions = value;
            return this;
        }

        /**
         * Sets maxRegionBytes.
         *
         * @param value longest region
         * @return this
         */
        public Builder maxRegionBytes(long value) {
            this.maxRegionBytes = value;
            return this;
        }

        /**
         * Sets maxProtectionZones.
         *
         * @param value protection zones at once
         * @return this
         */
        public Builder maxProtectionZones(int value) {
            this.maxProtectionZones = value;
            return this;
        }

        /**
         * Sets maxRemoteRegions.
         *
         * @param value remote memory regions (windows) at once
         * @return this
         */
        public Builder maxRemoteRegions(int value) {
            this.maxRemoteRegions = value;
            return this;
        }

        /**
         * Sets maxMessageBytes.
         *
         * @param value longest message
         * @return this
         */
        public Builder maxMessageBytes(long value) {
            this.maxMessageBytes = value;
            return this;
        }

        /**
         * Sets maxRdmaBytes.
         *
         * @param value longest RDMA operation
         * @return this
         */
        public Builder maxRdmaBytes(long value) {
            this.maxRdmaBytes = value;
            return this;
        }

        /**
         * Sets maxSharedReceiveQueues.
         *
         * @param value shared receive queues at once
         * @return this
         */
        public Builder maxSharedReceiveQueues(int value) {
            this.maxSharedReceiveQueues = value;
            return this;
        }

        /**
         * Sets maxSharedReceives.
         *
         * @param value receives at once on one shared receive queue
         * @return this
         */
        public Builder maxSharedReceives(int value) {
            this.maxSharedReceives = value;
            return this;
        }

        /**
         * Sets maxInlineBytes.
         *
         * @param value longest inline message; 0 where there is none
         * @return this
         */
        public Builder maxInlineBytes(int value) {
            this.maxInlineBytes = value;
            return this;
        }

        /**
         * Sets maxDatagramBytes.
         *
         * @param value longest datagram; 0 where there are none
         * @return this
         */
        public Builder maxDatagramBytes(int value) {
            this.maxDatagramBytes = value;
            return this;
        }

        /**
         * Sets maxPrivateDataBytes.
         *
         * @param value most bytes of private data, in raw form
         * @return this
         */
        public Builder maxPrivateDataBytes(int value) {
            this.maxPrivateDataBytes = value;
            return this;
        }

        /**
         * Sets privateDataPadded.
         *
         * @param value whether the receiver of raw private data may see padding behind it
         * @return this
         */
        public Builder privateDataPadded(boolean value) {
            this.privateDataPadded = value;
            return this;
        }

        /**
         * Sets completionMeaning.
         *
         * @param value what a successful send or RDMA write says; an RDMA read's always means that
         *     the data is here
         * @return this
         */
        public Builder completionMeaning(CompletionMeaning value) {
            this.completionMeaning = value;
            return this;
        }

        /**
         * Sets livenessBound.
         *
         * @param value within what time a dead peer is reported while work is outstanding; zero
         *     where only the operating system's time-outs apply
         * @return this
         */
        public Builder livenessBound(Duration value) {
            this.livenessBound = value;
            return this;
        }

        /**
         * Sets progress.
         *
         * @param value how the adapter makes progress
         * @return this
         */
        public Builder progress(ProgressMode value) {
            this.progress = value;
            return this;
        }

        /**
         * Sets targetProgress.
         *
         * @param value whether the target of RDMA operations must make progress
         * @return this
         */
        public Builder targetProgress(TargetProgress value) {
            this.targetProgress = value;
            return this;
        }

        /**
         * Sets capabilities.
         *
         * @param value what is advertised
         * @return this
         */
        public Builder capabilities(Set<Capability> value) {
            this.capabilities = value;
            return this;
        }

        /**
         * Sets transportAttributes.
         *
         * @param value the transport-specific part
         * @return this
         */
        public Builder transportAttributes(TransportAttributes value) {
            this.transportAttributes = value;
            return this;
        }

        /**
         * Makes the attributes.
         *
         * @return the attributes
         */
        public AdapterAttributes build() {
            return new AdapterAttributes(
                    adapterName,
                    vendorName,
                    hardwareVersion,
                    firmwareVersion,
                    transport,
                    addresses,
                    maxEndpoints,
                    maxWorkRequests,
                    maxReadsIn,
                    maxReadsOut,
                    maxEventDispatchers,
                    maxEventDepth,
                    maxSegments,
                    maxWriteSegments,
                    maxReadSegments,
                    maxRegions,
                    maxRegionBytes,
                    maxProtectionZones,
                    maxRemoteRegions,
                    maxMessageBytes,
                    maxRdmaBytes,
                    maxSharedReceiveQueues,
                    maxSharedReceives,
                    maxInlineBytes,
                    maxDatagramBytes,
                    maxPrivateDataBytes,
                    privateDataPadded,
                    completionMeaning,
                    livenessBound,
                    progress,
                    targetProgress,
                    capabilities,
                    transportAttributes);
        }
    }
}
