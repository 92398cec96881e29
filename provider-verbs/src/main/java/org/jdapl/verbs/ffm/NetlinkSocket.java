package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.util.OptionalInt;
import org.jdapl.verbs.error.VerbsException;

/**
 * A netlink socket that hears what the kernel multicasts. It never blocks, is closed on exec, and
 * drops what comes from anybody but the kernel: a process with the right to may send to the same
 * groups. For one thread at a time.
 */
public final class NetlinkSocket implements AutoCloseable {

    /** Changes of the kernel's objects ({@code NETLINK_KOBJECT_UEVENT}); group 1 has them all. */
    public static final int UEVENT = 15;

    /** Changes of links, addresses and routes ({@code NETLINK_ROUTE}). */
    public static final int ROUTE = 0;

    /** The group of changed IPv4 addresses ({@code RTMGRP_IPV4_IFADDR}). */
    public static final int IPV4_ADDRESSES = 0x10;

    /** The group of changed IPv6 addresses ({@code RTMGRP_IPV6_IFADDR}). */
    public static final int IPV6_ADDRESSES = 0x100;

    /** What {@link #receive} says where messages were lost, since nobody took them in time. */
    public static final int OVERRUN = -1;

    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW_CLOEXEC_NONBLOCK = 3 | 0x80000 | 0x800;

    /** The kernel's number as a sender. */
    private static final int KERNEL = 0;

    // struct sockaddr_nl
    private static final int ADDRESS_SIZE = 12;
    private static final int PID = 4;
    private static final int GROUPS = 8;

    private static final CFunction SOCKET = function("socket");
    private static final CFunction BIND = function("bind");
    private static final CFunction RECVFROM = function("recvfrom");

    private final Arena arena = Arena.ofShared();
    private final int descriptor;
    private final ReadProbe readable;
    private final long buffer;
    private final int length;
    private final long sender = arena.allocate(ADDRESS_SIZE, 4).address();
    private final long senderLength = arena.allocate(Integer.BYTES, 4).address();

    /**
     * Opens one.
     *
     * @param protocol {@link #UEVENT} or {@link #ROUTE}
     * @param groups the groups to hear, a bit for each
     * @param length of the buffer; what is longer is cut
     * @throws VerbsException if the system refuses it
     */
    public NetlinkSocket(int protocol, int groups, int length) {
        this.length = length;
        buffer = arena.allocate(length, 8).address();
        int opened = SOCKET.count(AF_NETLINK, SOCK_RAW_CLOEXEC_NONBLOCK, protocol);
        if (opened < 0) {
            arena.close();
            throw VerbsException.failed("socket", -opened, "netlink protocol " + protocol);
        }
        descriptor = opened;
        readable = new ReadProbe(opened);
        Memory.putShort(sender, (short) AF_NETLINK);
        Memory.putInt(sender + GROUPS, groups);
        int errno = BIND.status(descriptor, sender, ADDRESS_SIZE);
        if (errno != 0) {
            close();
            throw VerbsException.failed("bind", errno, "netlink groups " + groups);
        }
    }

    @SuppressWarnings("restricted") // functions of the C library, by their man pages
    private static CFunction function(String name) {
        return new CFunction(name, Linker.nativeLinker().defaultLookup().findOrThrow(name));
    }

    /** Readable when there is a message. */
    public int descriptor() {
        return descriptor;
    }

    /** Where the last message is. */
    public long buffer() {
        return buffer;
    }

    /**
     * Takes the kernel's next message into the buffer. Allocates nothing where there is none. For
     * one thread at a time.
     *
     * @return its length, or {@link #OVERRUN}; empty where there is none
     */
    public OptionalInt receive() {
        while (readable.now()) {
            Memory.putInt(senderLength, ADDRESS_SIZE);
            int got = RECVFROM.count(descriptor, buffer, length, 0, sender, senderLength);
            if (got == -Errno.EAGAIN) {
                return OptionalInt.empty();
            }
            if (got == -Errno.ENOBUFS) {
                return OptionalInt.of(OVERRUN);
            }
            if (got < 0 && got != -Errno.EINTR) {
                throw VerbsException.failed("recvfrom", -got);
            }
            if (got >= 0 && Memory.getInt(sender + PID) == KERNEL) {
                return OptionalInt.of(got);
            }
        }
        return OptionalInt.empty();
    }

    @Override
    public void close() {
        Posix.close(descriptor);
        readable.close();
        arena.close();
    }
}
