package org.jdapl.verbs;

/**
 * What the kernel told of its RDMA devices: a {@code uevent}.
 *
 * @param action what happened
 * @param subject to what
 * @param name the kernel's name of it, such as {@code rxe0} or {@code uverbs0}; empty where {@code
 *     action} is {@link Action#OVERRUN}
 */
public record DeviceChange(Action action, Subject subject, String name) {

    /** What happened. */
    public enum Action {
        /** It came. The kernel may not have finished it: it can be used a moment later. */
        ADDED,

        /** It goes, or has gone. */
        REMOVED,

        /** Something about it changed, its name for example. */
        CHANGED,

        /** Changes were lost, since they were not taken in time: look what there is. */
        OVERRUN
    }

    /** What it happened to. */
    public enum Subject {
        /**
         * A device ({@code /sys/class/infiniband}). When one is removed this is told at the end,
         * after every user has closed it.
         */
        DEVICE,

        /**
         * The file by which programs use a device ({@code /sys/class/infiniband_verbs}). When a
         * device is removed this is told first, while it still waits for its users.
         */
        FILE,

        /** The file for management datagrams of a port ({@code /sys/class/infiniband_mad}). */
        MANAGEMENT_FILE
    }
}
