package org.jdapl.verbs.diagnosis;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory that this process may lock, and the huge pages of the machine. */
final class LimitChecks {
    private static final Pattern LOCKED = Pattern.compile("(?m)^Max locked memory +(\\w+) +(\\w+)");
    private static final Pattern CAPABILITIES = Pattern.compile("(?m)^CapEff:\\s*([0-9a-f]+)");
    private static final Pattern PAGES = Pattern.compile("(?m)^HugePages_(Total|Free): +(\\d+)");
    private static final Pattern PAGE_SIZE = Pattern.compile("(?m)^Hugepagesize: +(\\d+) kB");

    /** CAP_IPC_LOCK: the limit does not bind. */
    private static final int MAY_LOCK = 14;

    private static final long SMALL = 64L << 20;

    private LimitChecks() {}

    static void add(Machine machine, List<Check> checks) {
        checks.add(locked(machine));
        checks.add(hugePages(machine));
    }

    private static Check locked(Machine machine) {
        String name = "locked memory";
        Optional<String> limits = machine.read("/proc/self/limits");
        Matcher limit = LOCKED.matcher(limits.orElse(""));
        if (!limit.find()) {
            return Check.notApplicable(
                    name, "The limit of locked memory cannot be read.", "See ulimit -l.");
        }
        if (limit.group(1).equals("unlimited")) {
            return Check.ok(name, "This process may lock as much memory as it wants.");
        }
        long bytes = Long.parseLong(limit.group(1));
        if (mayLock(machine)) {
            return Check.ok(
                    name,
                    "The limit of locked memory, "
                            + size(bytes)
                            + ", does not bind this process (it has CAP_IPC_LOCK).");
        }
        String sentence = "This process may lock " + size(bytes) + " of memory";
        if (bytes >= SMALL) {
            return Check.ok(name, sentence + ", all registered memory together.");
        }
        return Check.warning(
                name,
                sentence + "; queues and registered memory beyond that are refused (ENOMEM).",
                "Raise it: ulimit -l unlimited in the shell, memlock in"
                        + " /etc/security/limits.conf, LimitMEMLOCK=infinity of a service,"
                        + " --ulimit memlock=-1 of a container.");
    }

    private static boolean mayLock(Machine machine) {
        Matcher set = CAPABILITIES.matcher(machine.read("/proc/self/status").orElse(""));
        return set.find() && (Long.parseUnsignedLong(set.group(1), 16) >> MAY_LOCK & 1) != 0;
    }

    private static Check hugePages(Machine machine) {
        String name = "huge pages";
        String info = machine.read("/proc/meminfo").orElse("");
        long total = 0;
        long free = 0;
        for (Matcher pages = PAGES.matcher(info); pages.find(); ) {
            long number = Long.parseLong(pages.group(2));
            if (pages.group(1).equals("Total")) {
                total = number;
            } else {
                free = number;
            }
        }
        if (total == 0) {
            return Check.notApplicable(
                    name,
                    "No huge pages are reserved; only memory that asks for them needs any.",
                    "Where they are wanted, as root: sysctl vm.nr_hugepages=64.");
        }
        Matcher size = PAGE_SIZE.matcher(info);
        String each = size.find() ? " of " + size(Long.parseLong(size.group(1)) << 10) : "";
        return Check.ok(name, free + " of " + total + " huge pages" + each + " are free.");
    }

    private static String size(long bytes) {
        if (bytes >= 1L << 30) {
            return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
        }
        if (bytes >= 1L << 20) {
            return String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1L << 20));
        }
        return bytes / 1024 + " KiB";
    }
}
