package org.jdapl.verbs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.Posix;

/** Memory of the pages that Linux reserves on request ({@code hugetlbfs}). */
final class HugePages {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String SIZE = "Hugepagesize:";
    private static final long USUAL_SIZE = 2 << 20;

    private HugePages() {}

    /**
     * Maps zeroed memory.
     *
     * @param length in bytes
     * @param pageSize a power of two; 0: the kernel's default one
     * @param arena unmaps it when it is closed
     * @throws VerbsException if there are not so many pages
     */
    static MemorySegment map(long length, long pageSize, Arena arena) {
        long size = pageSize == 0 ? defaultSize() : pageSize;
        if (Long.bitCount(size) != 1) {
            throw new IllegalArgumentException("pageSize=" + pageSize + " is not a power of two");
        }
        long pages = Math.ceilDiv(length, size);
        long mapped = Math.multiplyExact(pages, size);
        long address = Posix.mapHugePages(mapped, pageSize);
        if (address < 0) {
            throw refused((int) -address, pages, size);
        }
        return Memory.owned(address, mapped, arena, () -> Posix.unmap(address, mapped))
                .asSlice(0, length);
    }

    private static VerbsException refused(int errno, long pages, long size) {
        long kib = size >> 10;
        String detail =
                errno == Errno.ENOMEM
                        ? pages
                                + " huge pages of "
                                + kib
                                + " KiB are not free: reserve them (as root: echo N >"
                                + " /sys/kernel/mm/hugepages/hugepages-"
                                + kib
                                + "kB/nr_hugepages), or use ordinary memory"
                        : "huge pages of " + kib + " KiB";
        return VerbsException.failed("mmap", errno, detail);
    }

    private static long defaultSize() {
        try {
            return Files.readAllLines(MEMINFO).stream()
                    .filter(line -> line.startsWith(SIZE))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToLong(kib -> Long.parseLong(kib) << 10)
                    .findFirst()
                    .orElse(USUAL_SIZE);
        } catch (IOException e) {
            return USUAL_SIZE;
        }
    }
}
