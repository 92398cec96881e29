package org.jdapl.provider.verbs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdapl.spi.AdapterWatch;
import org.jdapl.verbs.DeviceChange;
import org.jdapl.verbs.DeviceMonitor;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the providers' listeners of devices that come and go. All of this module share one monitor
 * and one thread, which are there while somebody listens.
 */
final class DeviceWatch {

    /**
     * After a change it is told at once, and again after each of these times. The kernel speaks
     * before it has finished: a device file, its rights and its addresses follow; a file that goes
     * can still be seen for a moment.
     */
    private static final List<Duration> AGAIN =
            List.of(Duration.ofMillis(50), Duration.ofMillis(300), Duration.ofSeconds(2));

    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private static final List<Runnable> LISTENERS = new ArrayList<>();

    // guarded by LISTENERS
    private static @Nullable DeviceMonitor monitor;
    private static boolean refusalTold;

    private DeviceWatch() {}

    /** Listens; empty where the system does not tell, which is logged once. */
    static Optional<AdapterWatch> watch(Runnable changed) {
        Runnable mine = changed::run; // an object of its own, however often the same one listens
        synchronized (LISTENERS) {
            if (monitor == null && !begin()) {
                return Optional.empty();
            }
            LISTENERS.add(mine);
        }
        return Optional.of(() -> forget(mine));
    }

    private static boolean begin() {
        DeviceMonitor opened;
        try {
            opened = DeviceMonitor.open();
        } catch (VerbsException e) {
            if (!refusalTold) {
                refusalTold = true;
                System.getLogger("org.jdapl.provider.verbs")
                        .log(
                                System.Logger.Level.WARNING,
                                "RDMA devices that come and go are found by looking now and then: "
                                        + e.getMessage());
            }
            return false;
        }
        monitor = opened;
        // A platform thread: it waits in the kernel.
        Thread.ofPlatform().daemon().name("jdapl-devices").start(() -> listen(opened));
        return true;
    }

    private static void forget(Runnable listener) {
        DeviceMonitor last = null;
        synchronized (LISTENERS) {
            if (LISTENERS.remove(listener) && LISTENERS.isEmpty()) {
                last = monitor;
                monitor = null;
            }
        }
        if (last != null) {
            last.close(); // and its thread ends
        }
    }

    private static void listen(DeviceMonitor mine) {
        int told = AGAIN.size() + 1;
        try {
            while (true) {
                boolean due = told <= AGAIN.size();
                Duration limit = due ? AGAIN.get(told - 1) : FOR_EVER;
                Optional<DeviceChange> change = mine.awaitChange(limit);
                if (change.isPresent()) {
                    told = 0;
                } else if (!due) {
                    continue;
                }
                while (mine.pollChange().isPresent()) {
                    told = 0; // one look will see them all
                }
                tell();
                told++;
            }
        } catch (VerbsException e) {
            // Nobody listens any more.
        }
    }

    private static void tell() {
        List<Runnable> now;
        synchronized (LISTENERS) {
            now = List.copyOf(LISTENERS);
        }
        now.forEach(Runnable::run);
    }
}
