package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jdapl.verbs.error.VerbsException;

/** The calls of the C library that waiting and memory need. */
public final class Posix {
    /** There is something to read. */
    public static final int POLLIN = 1;

    private static final int EFD_CLOEXEC = 0x80000;
    private static final int EFD_NONBLOCK = 0x800;
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int O_NONBLOCK = 0x800;
    private static final int RLIMIT_MEMLOCK = 8;

    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
    private static final int MAP_HUGETLB = 0x40000;
    private static final int MAP_HUGE_SHIFT = 26;

    private static final int POLLFD_SIZE = 8;
    private static final int DL_INFO_SIZE = 32;
    private static final int PATH_MAX = 4096;

    private static final CFunction POLL = function("poll");
    private static final CFunction EVENTFD = function("eventfd");
    private static final MethodHandle RAISE = ofEventFd("eventfd_write");
    private static final MethodHandle LOWER = ofEventFd("eventfd_read");

    /** What an eventfd has counted; nobody reads it, so all threads share it. */
    private static final MemorySegment COUNT = Arena.global().allocate(ValueLayout.JAVA_LONG);

    private static final CFunction CLOSE = function("close");
    private static final CFunction FCNTL = function("fcntl");
    private static final CFunction GETRLIMIT = function("getrlimit");
    private static final CFunction DLADDR = function("dladdr");
    private static final CFunction MMAP = function("mmap");
    private static final CFunction MUNMAP = function("munmap");

    private Posix() {}

    @SuppressWarnings("restricted") // functions of the C library, by their man pages
    private static CFunction function(String name) {
        MemorySegment address = Linker.nativeLinker().defaultLookup().findOrThrow(name);
        return new CFunction(name, address);
    }

    @SuppressWarnings("restricted") // as above
    private static MethodHandle ofEventFd(String name) {
        return Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow(name),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    }

    /**
     * Waits until one of two descriptors can be read, has an error or is hung up.
     *
     * @param timeoutMs how long; negative: without end
     * @return bit 0 and bit 1 for the first and the second; 0: time ran out or a signal came
     */
    public static int pollIn(int first, int second, int timeoutMs) {
        try (Arena arena = Arena.ofConfined()) {
            long fds = arena.allocate(2 * POLLFD_SIZE, 4).address();
            Memory.putInt(fds, first);
            Memory.putShort(fds + 4, (short) POLLIN);
            Memory.putInt(fds + POLLFD_SIZE, second);
            Memory.putShort(fds + POLLFD_SIZE + 4, (short) POLLIN);
            int ready = POLL.count(fds, 2, timeoutMs);
            if (ready < 0 && ready != -Errno.EINTR) {
                throw VerbsException.failed("poll", -ready);
            }
            if (ready <= 0) {
                return 0;
            }
            return (Memory.getShort(fds + 6) != 0 ? 1 : 0)
                    | (Memory.getShort(fds + POLLFD_SIZE + 6) != 0 ? 2 : 0);
        }
    }

    /** A new eventfd, closed on exec and never blocking. */
    public static int eventFd() {
        int fd = EVENTFD.count(0, EFD_CLOEXEC | EFD_NONBLOCK);
        if (fd < 0) {
            throw VerbsException.failed("eventfd", -fd);
        }
        return fd;
    }

    /** Makes an eventfd readable. Allocates nothing. */
    public static void raise(int eventFd) {
        try {
            int _ = (int) RAISE.invokeExact(eventFd, 1L);
        } catch (Throwable t) {
            throw Throwables.unexpected("eventfd_write", t);
        }
    }

    /** Takes what made an eventfd readable. Allocates nothing. */
    public static void lower(int eventFd) {
        try {
            int _ = (int) LOWER.invokeExact(eventFd, COUNT.address());
        } catch (Throwable t) {
            throw Throwables.unexpected("eventfd_read", t);
        }
    }

    public static void close(int fd) {
        var _ = CLOSE.count(fd);
    }

    /** Makes reads of a descriptor return at once when there is nothing. */
    public static void neverBlock(int fd) {
        int flags = FCNTL.count(fd, F_GETFL);
        if (flags < 0) {
            throw VerbsException.failed("fcntl", -flags);
        }
        FCNTL.check(fd, F_SETFL, flags | O_NONBLOCK);
    }

    /** How much memory the process may lock, in bytes; negative: without limit. */
    public static long lockedMemoryLimit() {
        try (Arena arena = Arena.ofConfined()) {
            long limit = arena.allocate(16, 8).address();
            GETRLIMIT.check(RLIMIT_MEMLOCK, limit);
            return Memory.getLong(limit);
        }
    }

    /**
     * Maps zeroed memory of huge pages.
     *
     * @param length a multiple of the size of a page
     * @param pageSize a power of two; 0: the kernel's default one
     * @return its address, or the negative error number
     */
    public static long mapHugePages(long length, long pageSize) {
        long size = pageSize == 0 ? 0 : Long.numberOfTrailingZeros(pageSize);
        CFunction.Outcome outcome =
                MMAP.outcome(
                        0,
                        length,
                        PROT_READ_WRITE,
                        MAP_PRIVATE_ANONYMOUS | MAP_HUGETLB | size << MAP_HUGE_SHIFT,
                        -1,
                        0);
        return outcome.result() == -1 ? -outcome.errno() : outcome.result();
    }

    /** Takes back what was mapped. */
    public static void unmap(long address, long length) {
        MUNMAP.check(address, length);
    }

    /** The library or program that the code at an address is of: its path; empty if of none. */
    public static String fileOf(long address) {
        try (Arena arena = Arena.ofConfined()) {
            long info = arena.allocate(DL_INFO_SIZE, 8).address();
            if ((int) DLADDR.call(address, info) == 0) {
                return "";
            }
            long path = Memory.getLong(info);
            return path == Memory.NULL ? "" : Memory.string(path, PATH_MAX);
        }
    }
}
