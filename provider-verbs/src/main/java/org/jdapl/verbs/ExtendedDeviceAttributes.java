package org.jdapl.verbs;

import org.jdapl.verbs.struct.IbvCqModerationCaps;
import org.jdapl.verbs.struct.IbvDeviceAttrEx;
import org.jdapl.verbs.struct.IbvOdpCaps;
import org.jdapl.verbs.struct.IbvPacketPacingCaps;
import org.jdapl.verbs.struct.IbvPciAtomicCaps;
import org.jdapl.verbs.struct.IbvRssCaps;
import org.jdapl.verbs.struct.IbvTmCaps;
import org.jdapl.verbs.struct.IbvTsoCaps;

/**
 * What a device can beside its {@link DeviceAttributes}: {@code struct ibv_device_attr_ex}. A part
 * that the driver does not know is zero.
 *
 * @param onDemand memory that is not pinned
 * @param completionTimestampMask which bits of a completion's time mean something; 0: it has none
 * @param clockKhz the frequency of the device's clock; 0: it has none
 * @param capabilityFlags C's mask of 64 bits, the lower half as in the basic attributes
 * @param tso large sends
 * @param rss spreading of what is received
 * @param maxReceiveWorkQueues work queues that are made apart from queue pairs
 * @param pacing limits of rates
 * @param rawPacketCapabilities C's mask {@code enum ibv_raw_packet_caps}
 * @param tagMatching matching of tags
 * @param maxModerationCount completions that an event may be held back for
 * @param maxModerationPeriodUs for how long an event may be held back, in microseconds
 * @param maxDeviceMemory memory of the device itself, in bytes
 * @param pciFetchAdd sizes of fetch-and-add on the bus: 1: four bytes, 2: eight, 4: sixteen, or-ed
 * @param pciSwap sizes of swap on the bus
 * @param pciCompareSwap sizes of compare-and-swap on the bus
 * @param portCount ports, where there may be more than 255
 */
public record ExtendedDeviceAttributes(
        OnDemand onDemand,
        long completionTimestampMask,
        long clockKhz,
        long capabilityFlags,
        LargeSend tso,
        Spreading rss,
        int maxReceiveWorkQueues,
        Pacing pacing,
        int rawPacketCapabilities,
        TagMatching tagMatching,
        int maxModerationCount,
        int maxModerationPeriodUs,
        long maxDeviceMemory,
        int pciFetchAdd,
        int pciSwap,
        int pciCompareSwap,
        int portCount) {

    /**
     * Memory that is not pinned ("on-demand paging"): {@code struct ibv_odp_caps}. The masks of a
     * transport have 1: send, 2: receive, 4: write, 8: read, 16: atomics, 32: shared receives.
     *
     * @param general 1: it has it; 2: of a whole address space too
     * @param rc what reliable connections can
     * @param uc what unreliable connections can
     * @param ud what datagrams can
     * @param xrc what extended reliable connections can
     */
    public record OnDemand(long general, int rc, int uc, int ud, int xrc) {
        /**
         * Whether there is any.
         *
         * @return true if regions can be registered {@link AccessFlag#ON_DEMAND}
         */
        public boolean isSupported() {
            return (general & 1) != 0;
        }
    }

    /**
     * Large sends that the device cuts: {@code struct ibv_tso_caps}.
     *
     * @param maxBytes how long one is at the most; 0: it has none
     * @param queuePairTypes a bit for each type
     */
    public record LargeSend(long maxBytes, int queuePairTypes) {}

    /**
     * Spreading of what is received over queues: {@code struct ibv_rss_caps}.
     *
     * @param queuePairTypes a bit for each type
     * @param maxTables tables of queues
     * @param maxTableSize queues in a table
     * @param hashFields which fields of a packet can be hashed, C's mask
     * @param hashFunctions how, C's mask
     */
    public record Spreading(
            int queuePairTypes,
            int maxTables,
            int maxTableSize,
            long hashFields,
            int hashFunctions) {}

    /**
     * Rates that a queue pair can be limited to: {@code struct ibv_packet_pacing_caps}.
     *
     * @param minKbps the least, in thousands of bits in a second
     * @param maxKbps the greatest; 0: there are none
     * @param queuePairTypes a bit for each type
     */
    public record Pacing(long minKbps, long maxKbps, int queuePairTypes) {}

    /**
     * Matching of receives by tags: {@code struct ibv_tm_caps}.
     *
     * @param maxRendezvousHeader the longest header of a rendezvous, in bytes
     * @param maxTags tagged receives of a queue
     * @param flags 1: over reliable connections
     * @param maxOperations operations on the list outstanding
     * @param maxSge scatter/gather elements of a tagged receive
     */
    public record TagMatching(
            int maxRendezvousHeader, int maxTags, int flags, int maxOperations, int maxSge) {}

    /** Reads the {@code ibv_device_attr_ex} at an address. */
    static ExtendedDeviceAttributes read(long address) {
        Fields attr = new Fields(address);
        Fields pacing = attr.member(IbvDeviceAttrEx.PACKET_PACING_CAPS);
        Fields moderation = attr.member(IbvDeviceAttrEx.CQ_MOD_CAPS);
        Fields pci = attr.member(IbvDeviceAttrEx.PCI_ATOMIC_CAPS);
        Fields tso = attr.member(IbvDeviceAttrEx.TSO_CAPS);
        return new ExtendedDeviceAttributes(
                onDemand(
                        attr.member(IbvDeviceAttrEx.ODP_CAPS),
                        attr.s32(IbvDeviceAttrEx.XRC_ODP_CAPS)),
                attr.u64(IbvDeviceAttrEx.COMPLETION_TIMESTAMP_MASK),
                attr.u64(IbvDeviceAttrEx.HCA_CORE_CLOCK),
                attr.u64(IbvDeviceAttrEx.DEVICE_CAP_FLAGS_EX),
                new LargeSend(tso.u32(IbvTsoCaps.MAX_TSO), tso.s32(IbvTsoCaps.SUPPORTED_QPTS)),
                spreading(attr.member(IbvDeviceAttrEx.RSS_CAPS)),
                attr.s32(IbvDeviceAttrEx.MAX_WQ_TYPE_RQ),
                new Pacing(
                        pacing.u32(IbvPacketPacingCaps.QP_RATE_LIMIT_MIN),
                        pacing.u32(IbvPacketPacingCaps.QP_RATE_LIMIT_MAX),
                        pacing.s32(IbvPacketPacingCaps.SUPPORTED_QPTS)),
                attr.s32(IbvDeviceAttrEx.RAW_PACKET_CAPS),
                tagMatching(attr.member(IbvDeviceAttrEx.TM_CAPS)),
                moderation.u16(IbvCqModerationCaps.MAX_CQ_COUNT),
                moderation.u16(IbvCqModerationCaps.MAX_CQ_PERIOD),
                attr.u64(IbvDeviceAttrEx.MAX_DM_SIZE),
                pci.u16(IbvPciAtomicCaps.FETCH_ADD),
                pci.u16(IbvPciAtomicCaps.SWAP),
                pci.u16(IbvPciAtomicCaps.COMPARE_SWAP),
                attr.s32(IbvDeviceAttrEx.PHYS_PORT_CNT_EX));
    }

    private static OnDemand onDemand(Fields odp, int xrc) {
        return new OnDemand(
                odp.u64(IbvOdpCaps.GENERAL_CAPS),
                odp.s32(IbvOdpCaps.PER_TRANSPORT_CAPS_RC_ODP_CAPS),
                odp.s32(IbvOdpCaps.PER_TRANSPORT_CAPS_UC_ODP_CAPS),
                odp.s32(IbvOdpCaps.PER_TRANSPORT_CAPS_UD_ODP_CAPS),
                xrc);
    }

    private static Spreading spreading(Fields rss) {
        return new Spreading(
                rss.s32(IbvRssCaps.SUPPORTED_QPTS),
                rss.s32(IbvRssCaps.MAX_RWQ_INDIRECTION_TABLES),
                rss.s32(IbvRssCaps.MAX_RWQ_INDIRECTION_TABLE_SIZE),
                rss.u64(IbvRssCaps.RX_HASH_FIELDS_MASK),
                rss.u8(IbvRssCaps.RX_HASH_FUNCTION));
    }

    private static TagMatching tagMatching(Fields tm) {
        return new TagMatching(
                tm.s32(IbvTmCaps.MAX_RNDV_HDR_SIZE),
                tm.s32(IbvTmCaps.MAX_NUM_TAGS),
                tm.s32(IbvTmCaps.FLAGS),
                tm.s32(IbvTmCaps.MAX_OPS),
                tm.s32(IbvTmCaps.MAX_SGE));
    }
}
