package org.jdapl.verbs;

import java.util.Set;
import org.jdapl.verbs.struct.IbvDeviceAttr;

/**
 * What a device can, and how much of it: {@code struct ibv_device_attr}. Where no unit is told it
 * is the greatest number that the device has or takes; what a program gets may be less.
 *
 * @param firmwareVersion of its firmware
 * @param nodeGuid its own
 * @param systemImageGuid of the system that it is part of
 * @param maxMrSize the largest memory region, in bytes, unsigned
 * @param pageSizeCap the sizes of pages that it can use, or-ed
 * @param vendorId the vendor, by its IEEE number
 * @param vendorPartId the vendor's number of it
 * @param hardwareVersion of the hardware
 * @param maxQp queue pairs
 * @param maxQpWr work requests outstanding on a queue
 * @param capabilityFlags C's mask of what it can, see {@link #capabilities}
 * @param maxSge scatter/gather elements of a work request
 * @param maxSgeRead scatter/gather elements of a read
 * @param maxCq completion queues
 * @param maxCqe completions in a queue
 * @param maxMr memory regions
 * @param maxPd protection domains
 * @param maxQpRdAtom reads and atomics outstanding that a queue pair answers
 * @param maxEeRdAtom the same of a reliable datagram context
 * @param maxResRdAtom reads and atomics outstanding that the device answers
 * @param maxQpInitRdAtom reads and atomics outstanding that a queue pair begins
 * @param maxEeInitRdAtom the same of a reliable datagram context
 * @param atomicCapability what its atomics are atomic against
 * @param maxEe reliable datagram contexts
 * @param maxRdd reliable datagram domains
 * @param maxMw memory windows
 * @param maxRawIpv6Qp queue pairs for raw IPv6
 * @param maxRawEthyQp queue pairs for raw Ethernet types
 * @param maxMulticastGroups multicast groups
 * @param maxMulticastQpAttach queue pairs of a multicast group
 * @param maxTotalMulticastQpAttach attachments to multicast groups in all
 * @param maxAh address handles
 * @param maxFmr fast memory regions, of old kernels
 * @param maxMapPerFmr maps of a fast memory region
 * @param maxSrq shared receive queues
 * @param maxSrqWr receives outstanding on a shared queue
 * @param maxSrqSge scatter/gather elements of a receive on a shared queue
 * @param maxPkeys P_Keys of a port
 * @param localCaAckDelay how late it acknowledges at the most: 4.096 microseconds times two to this
 * @param portCount ports
 */
public record DeviceAttributes(
        String firmwareVersion,
        Guid nodeGuid,
        Guid systemImageGuid,
        long maxMrSize,
        long pageSizeCap,
        int vendorId,
        int vendorPartId,
        int hardwareVersion,
        int maxQp,
        int maxQpWr,
        int capabilityFlags,
        int maxSge,
        int maxSgeRead,
        int maxCq,
        int maxCqe,
        int maxMr,
        int maxPd,
        int maxQpRdAtom,
        int maxEeRdAtom,
        int maxResRdAtom,
        int maxQpInitRdAtom,
        int maxEeInitRdAtom,
        AtomicCapability atomicCapability,
        int maxEe,
        int maxRdd,
        int maxMw,
        int maxRawIpv6Qp,
        int maxRawEthyQp,
        int maxMulticastGroups,
        int maxMulticastQpAttach,
        int maxTotalMulticastQpAttach,
        int maxAh,
        int maxFmr,
        int maxMapPerFmr,
        int maxSrq,
        int maxSrqWr,
        int maxSrqSge,
        int maxPkeys,
        int localCaAckDelay,
        int portCount) {

    private static final int FW_VER_BYTES = 64;

    /**
     * What it can, by name.
     *
     * @return those of {@link #capabilityFlags} that have a name
     */
    public Set<DeviceCapability> capabilities() {
        return DeviceCapability.of(capabilityFlags);
    }

    /** Reads the {@code ibv_device_attr} at an address. */
    static DeviceAttributes read(long address) {
        Fields attr = new Fields(address);
        return new DeviceAttributes(
                attr.string(IbvDeviceAttr.FW_VER, FW_VER_BYTES),
                attr.guid(IbvDeviceAttr.NODE_GUID),
                attr.guid(IbvDeviceAttr.SYS_IMAGE_GUID),
                attr.u64(IbvDeviceAttr.MAX_MR_SIZE),
                attr.u64(IbvDeviceAttr.PAGE_SIZE_CAP),
                attr.s32(IbvDeviceAttr.VENDOR_ID),
                attr.s32(IbvDeviceAttr.VENDOR_PART_ID),
                attr.s32(IbvDeviceAttr.HW_VER),
                attr.s32(IbvDeviceAttr.MAX_QP),
                attr.s32(IbvDeviceAttr.MAX_QP_WR),
                attr.s32(IbvDeviceAttr.DEVICE_CAP_FLAGS),
                attr.s32(IbvDeviceAttr.MAX_SGE),
                attr.s32(IbvDeviceAttr.MAX_SGE_RD),
                attr.s32(IbvDeviceAttr.MAX_CQ),
                attr.s32(IbvDeviceAttr.MAX_CQE),
                attr.s32(IbvDeviceAttr.MAX_MR),
                attr.s32(IbvDeviceAttr.MAX_PD),
                attr.s32(IbvDeviceAttr.MAX_QP_RD_ATOM),
                attr.s32(IbvDeviceAttr.MAX_EE_RD_ATOM),
                attr.s32(IbvDeviceAttr.MAX_RES_RD_ATOM),
                attr.s32(IbvDeviceAttr.MAX_QP_INIT_RD_ATOM),
                attr.s32(IbvDeviceAttr.MAX_EE_INIT_RD_ATOM),
                AtomicCapability.of(attr.s32(IbvDeviceAttr.ATOMIC_CAP)),
                attr.s32(IbvDeviceAttr.MAX_EE),
                attr.s32(IbvDeviceAttr.MAX_RDD),
                attr.s32(IbvDeviceAttr.MAX_MW),
                attr.s32(IbvDeviceAttr.MAX_RAW_IPV6_QP),
                attr.s32(IbvDeviceAttr.MAX_RAW_ETHY_QP),
                attr.s32(IbvDeviceAttr.MAX_MCAST_GRP),
                attr.s32(IbvDeviceAttr.MAX_MCAST_QP_ATTACH),
                attr.s32(IbvDeviceAttr.MAX_TOTAL_MCAST_QP_ATTACH),
                attr.s32(IbvDeviceAttr.MAX_AH),
                attr.s32(IbvDeviceAttr.MAX_FMR),
                attr.s32(IbvDeviceAttr.MAX_MAP_PER_FMR),
                attr.s32(IbvDeviceAttr.MAX_SRQ),
                attr.s32(IbvDeviceAttr.MAX_SRQ_WR),
                attr.s32(IbvDeviceAttr.MAX_SRQ_SGE),
                attr.u16(IbvDeviceAttr.MAX_PKEYS),
                attr.u8(IbvDeviceAttr.LOCAL_CA_ACK_DELAY),
                attr.u8(IbvDeviceAttr.PHYS_PORT_CNT));
    }
}
