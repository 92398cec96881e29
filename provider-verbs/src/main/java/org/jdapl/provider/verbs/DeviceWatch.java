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
 * A listener to devices that come and go. All of this module share one monitor and one thread,
 * which are there while somebody listens.
 */
final class DeviceWatch implements AdapterWatch {

    /**
     * After a change it is told at once, and again after each of these times. The kernel speaks
     * before it has finished: a device file, its rights and its addresses follow; a file that goes
     * can still be seen for a moment.
     */
    private static final List<Duration> AGAIN =
            List.of(Duration.ofMillis(50), Duration.ofMillis(300), Duration.ofSeconds(2));

    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private static final List<DeviceWatch> LISTENERS = new ArrayList<>();

    // guarded by LISTENERS
    private static @Nullable DeviceMonitor monitor;
    private static boolean refusalTold;

    private final Runnable changed;

    private DeviceWatch(Runnable changed) {
        this.changed = changed;
    }

    /** Listens; empty where the system does not tell, which is logged once. */
    static Optional<AdapterWatch> watch(Runnable changed) {
        DeviceWatch watch = new DeviceWatch(changed);
        synchronized (LISTENERS) {
            if (monitor == null && !begin()) {
                return Optional.empty();
            }
            LISTENERS.add(watch);
        }
        return Optional.of(watch);
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

    @Override
    public void close() {
        DeviceMonitor last = null;
        synchronized (LISTENERS) {
            if (LISTENERS.remove(this) && LISTENERS.isEmpty()) {
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
        List<DeviceWatch> now;
        synchronized (LISTENERS) {
            now = List.copyOf(LISTENERS);
        }
        now.forEach(watch -> watch.changed.run());
    }
}
