package org.jdapl.verbs.umad;

/**
 * A port's settings and state: the attribute PortInfo of subnet management (IBA specification,
 * 14.2.5.6). The fields have the specification's codes; widths and speeds are bit masks, of which
 * an <em>active</em> one has a single bit.
 *
 * @param mKey the management key; 0 where it is hidden
 * @param gidPrefix the subnet's prefix
 * @param lid the base local identifier
 * @param smLid the subnet manager's local identifier
 * @param capabilityMask which optional features it has
 * @param diagnosticCode 0, or the maker's code of what is wrong
 * @param mKeyLeasePeriodS how long the management key is protected, in seconds
 * @param localPort the port that the question came in by
 * @param linkWidthEnabled 1: 1X, 2: 4X, 4: 8X, 8: 12X, 16: 2X
 * @param linkWidthSupported as before
 * @param linkWidthActive as before
 * @param linkSpeedSupported 1: 2.5, 2: 5, 4: 10 Gbit/s a lane
 * @param state 1 down, 2 initialise, 3 armed, 4 active
 * @param physicalState 1 sleep, 2 polling, 3 disabled, 4 training, 5 link up, 6 error recovery, 7
 *     test
 * @param linkDownDefault 1 sleep, 2 polling
 * @param mKeyProtect how far the management key protects
 * @param lmc how many low bits of the local identifier are free to choose
 * @param linkSpeedActive as the supported one
 * @param linkSpeedEnabled as the supported one
 * @param neighborMtu the code of the MTU in use: 1 to 5 for 256 to 4096 bytes
 * @param smSl the service level that leads to the subnet manager
 * @param vlCapability 1 to 5 for one, two, four, eight, fifteen virtual lanes
 * @param initType what initialisation the port wants
 * @param vlHighLimit the limit of the high priority table
 * @param vlArbitrationHighCapacity entries of the high priority table
 * @param vlArbitrationLowCapacity entries of the low priority table
 * @param initTypeReply what initialisation it got
 * @param mtuCapability the code of the largest MTU
 * @param vlStallCount how many dropped packets stall a virtual lane
 * @param hoqLife the code of a packet's longest stay at the head of a queue
 * @param operationalVls as the capability
 * @param partitionEnforcementInbound whether a switch checks keys of what arrives
 * @param partitionEnforcementOutbound whether it checks keys of what leaves
 * @param filterRawInbound whether raw packets that arrive are dropped
 * @param filterRawOutbound whether raw packets that leave are dropped
 * @param mKeyViolations how many questions had a wrong management key
 * @param pKeyViolations how many packets had a wrong partition key
 * @param qKeyViolations how many packets had a wrong queue key
 * @param guidCapacity how many identifiers the port may have
 * @param clientReregister whether the subnet manager asks clients to register again
 * @param multicastPKeyTrapSuppression whether traps of wrong keys of multicasts are suppressed
 * @param subnetTimeout the code of the longest way through the subnet
 * @param responseTime the code of the port's longest time to answer
 * @param localPhysicalErrors the threshold of physical errors
 * @param overrunErrors the threshold of overruns
 * @param maxCreditHint how many credits the port should have
 * @param linkRoundTripLatency the code of the link's round trip
 * @param capabilityMask2 further optional features
 * @param linkSpeedExtendedActive 0, or 1: 14, 2: 25, 4: 50 Gbit/s a lane
 * @param linkSpeedExtendedSupported as before
 * @param linkSpeedExtendedEnabled as before
 */
public record PortInfo(
        long mKey,
        long gidPrefix,
        int lid,
        int smLid,
        int capabilityMask,
        int diagnosticCode,
        int mKeyLeasePeriodS,
        int localPort,
        int linkWidthEnabled,
        int linkWidthSupported,
        int linkWidthActive,
        int linkSpeedSupported,
        int state,
        int physicalState,
        int linkDownDefault,
        int mKeyProtect,
        int lmc,
        int linkSpeedActive,
        int linkSpeedEnabled,
        int neighborMtu,
        int smSl,
        int vlCapability,
        int initType,
        int vlHighLimit,
        int vlArbitrationHighCapacity,
        int vlArbitrationLowCapacity,
        int initTypeReply,
        int mtuCapability,
        int vlStallCount,
        int hoqLife,
        int operationalVls,
        boolean partitionEnforcementInbound,
        boolean partitionEnforcementOutbound,
        boolean filterRawInbound,
        boolean filterRawOutbound,
        int mKeyViolations,
        int pKeyViolations,
        int qKeyViolations,
        int guidCapacity,
        boolean clientReregister,
        int multicastPKeyTrapSuppression,
        int subnetTimeout,
        int responseTime,
        int localPhysicalErrors,
        int overrunErrors,
        int maxCreditHint,
        int linkRoundTripLatency,
        int capabilityMask2,
        int linkSpeedExtendedActive,
        int linkSpeedExtendedSupported,
        int linkSpeedExtendedEnabled) {

    /** The attribute's number; its modifier is the port. */
    public static final int ATTRIBUTE = 0x0015;

    static PortInfo of(byte[] bytes, int offset) {
        Fields f = new Fields(bytes, offset);
        return new PortInfo(
                f.bits(0, 64),
                f.bits(64, 64),
                f.number(128, 16),
                f.number(144, 16),
                f.number(160, 32),
                f.number(192, 16),
                f.number(208, 16),
                f.number(224, 8),
                f.number(232, 8),
                f.number(240, 8),
                f.number(248, 8),
                f.number(256, 4),
                f.number(260, 4),
                f.number(264, 4),
                f.number(268, 4),
                f.number(272, 2),
                f.number(277, 3),
                f.number(280, 4),
                f.number(284, 4),
                f.number(288, 4),
                f.number(292, 4),
                f.number(296, 4),
                f.number(300, 4),
                f.number(304, 8),
                f.number(312, 8),
                f.number(320, 8),
                f.number(328, 4),
                f.number(332, 4),
                f.number(336, 3),
                f.number(339, 5),
                f.number(344, 4),
                f.flag(348),
                f.flag(349),
                f.flag(350),
                f.flag(351),
                f.number(352, 16),
                f.number(368, 16),
                f.number(384, 16),
                f.number(400, 8),
                f.flag(408),
                f.number(409, 2),
                f.number(411, 5),
                f.number(419, 5),
                f.number(424, 4),
                f.number(428, 4),
                f.number(432, 16),
                f.number(456, 24),
                f.number(480, 16),
                f.number(496, 4),
                f.number(500, 4),
                f.number(507, 5));
    }
}
