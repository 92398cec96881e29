package org.jdapl.core.seam;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jdapl.core.ffm.PipeSignal;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.RandomSource;

/** The seams that a running system uses. */
public final class SystemSeams {

    /** The operating system's monotonic clock. */
    public static final Clock CLOCK = System::nanoTime;

    /** Parking by {@link LockSupport}; works for platform and virtual threads. */
    public static final Parker PARKER = new LockSupportParker();

    /** Platform threads. */
    public static final ThreadFactory THREADS = Thread.ofPlatform().factory();

    private SystemSeams() {}

    /**
     * Makes an unpredictable source.
     *
     * @return a new source, safe for use by any thread
     */
    public static RandomSource secureRandom() {
        SecureRandom random = new SecureRandom();
        return random::nextLong;
    }

    /**
     * Descriptors for notification objects.
     *
     * @return how to make one, which throws {@link IllegalStateException} where the process can
     *     have no more; empty where the system has none, or where the module {@code org.jdapl.core}
     *     has no native access ({@code --enable-native-access})
     */
    public static Optional<Supplier<DescriptorSignal>> descriptorSignals() {
        return PipeSignal.maker();
    }

    private static final class LockSupportParker implements Parker {
        @Override
        public void park(long nanos) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else if (nanos > 0) {
                LockSupport.parkNanos(this, nanos);
            }
        }

        @Override
        public void unpark(Thread thread) {
            LockSupport.unpark(thread);
        }

        @Override
        public void giveWay() {
            Thread.yield();
        }
    }
}
