package org.jdapl.verbs;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a device can: {@code enum ibv_device_cap_flags}. */
public enum DeviceCapability {
    /** The sizes of queue pairs can be changed. */
    RESIZE_MAX_WR(1 << 0),

    /** Bad P_Keys are counted. */
    BAD_PKEY_CNTR(1 << 1),

    /** Bad queue keys are counted. */
    BAD_QKEY_CNTR(1 << 2),

    /** Raw packets to multicast groups. */
    RAW_MULTI(1 << 3),

    /** Queue pairs can move to an alternate path. */
    AUTO_PATH_MIG(1 << 4),

    /** The port of a queue pair can be changed when its send queue is drained. */
    CHANGE_PHY_PORT(1 << 5),

    /** The port of an address handle has to be that of the queue pair. */
    UD_AV_PORT_ENFORCE(1 << 6),

    /** The current state can be told when a queue pair is modified. */
    CURR_QP_STATE_MOD(1 << 7),

    /** Ports can be shut down. */
    SHUTDOWN_PORT(1 << 8),

    /** Ports can be set up in different ways. */
    INIT_TYPE(1 << 9),

    /** It tells when a port becomes active. */
    PORT_ACTIVE_EVENT(1 << 10),

    /** It has the GUID of its system. */
    SYS_IMAGE_GUID(1 << 11),

    /** Reliable connections tell that no receive is there. */
    RC_RNR_NAK_GEN(1 << 12),

    /** Shared receive queues can be resized. */
    SRQ_RESIZE(1 << 13),

    /** A completion queue can wait for several completions. */
    N_NOTIFY_CQ(1 << 14),

    /** Memory windows of type 1. */
    MEM_WINDOW(1 << 17),

    /** Checksums of IP over datagrams. */
    UD_IP_CSUM(1 << 18),

    /** Extended reliable connections. */
    XRC(1 << 20),

    /** Local invalidation, and sends that invalidate. */
    MEM_MGT_EXTENSIONS(1 << 21),

    /** Memory windows of type 2A. */
    MEM_WINDOW_TYPE_2A(1 << 23),

    /** Memory windows of type 2B. */
    MEM_WINDOW_TYPE_2B(1 << 24),

    /** Checksums of IP over reliable connections. */
    RC_IP_CSUM(1 << 25),

    /** Checksums of IP over raw packets. */
    RAW_IP_CSUM(1 << 26),

    /** Rules can steer flows to queue pairs. */
    MANAGED_FLOW_STEERING(1 << 29);

    private final int bit;

    DeviceCapability(int bit) {
        this.bit = bit;
    }

    /**
     * C's bit.
     *
     * @return the value of the {@code IBV_DEVICE_} constant
     */
    public int bit() {
        return bit;
    }

    /**
     * The capabilities of C's mask.
     *
     * @param mask bits, of which some may be unknown
     * @return those that are known
     */
    public static Set<DeviceCapability> of(int mask) {
        Set<DeviceCapability> capabilities = EnumSet.noneOf(DeviceCapability.class);
        for (DeviceCapability capability : values()) {
            if ((mask & capability.bit) != 0) {
                capabilities.add(capability);
            }
        }
        return Collections.unmodifiableSet(capabilities);
    }
}
