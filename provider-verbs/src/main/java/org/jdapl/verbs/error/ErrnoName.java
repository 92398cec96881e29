package org.jdapl.verbs.error;

import java.util.Map;

/** The names of Linux's error numbers that RDMA libraries and drivers give. */
final class ErrnoName {
    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(1, "EPERM"),
                    Map.entry(2, "ENOENT"),
                    Map.entry(4, "EINTR"),
                    Map.entry(5, "EIO"),
                    Map.entry(6, "ENXIO"),
                    Map.entry(7, "E2BIG"),
                    Map.entry(9, "EBADF"),
                    Map.entry(11, "EAGAIN"),
                    Map.entry(12, "ENOMEM"),
                    Map.entry(13, "EACCES"),
                    Map.entry(14, "EFAULT"),
                    Map.entry(16, "EBUSY"),
                    Map.entry(17, "EEXIST"),
                    Map.entry(19, "ENODEV"),
                    Map.entry(22, "EINVAL"),
                    Map.entry(23, "ENFILE"),
                    Map.entry(24, "EMFILE"),
                    Map.entry(28, "ENOSPC"),
                    Map.entry(32, "EPIPE"),
                    Map.entry(34, "ERANGE"),
                    Map.entry(38, "ENOSYS"),
                    Map.entry(71, "EPROTO"),
                    Map.entry(93, "EPROTONOSUPPORT"),
                    Map.entry(94, "ESOCKTNOSUPPORT"),
                    Map.entry(95, "EOPNOTSUPP"),
                    Map.entry(97, "EAFNOSUPPORT"),
                    Map.entry(98, "EADDRINUSE"),
                    Map.entry(99, "EADDRNOTAVAIL"),
                    Map.entry(101, "ENETUNREACH"),
                    Map.entry(103, "ECONNABORTED"),
                    Map.entry(104, "ECONNRESET"),
                    Map.entry(105, "ENOBUFS"),
                    Map.entry(107, "ENOTCONN"),
                    Map.entry(110, "ETIMEDOUT"),
                    Map.entry(111, "ECONNREFUSED"),
                    Map.entry(113, "EHOSTUNREACH"),
                    Map.entry(114, "EALREADY"),
                    Map.entry(115, "EINPROGRESS"));

    private ErrnoName() {}

    static String of(int errno) {
        return NAMES.getOrDefault(errno, "error " + errno);
    }
}
