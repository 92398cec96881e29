package org.jdapl.conformance.rules.jav;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jdapl.conformance.kit.NotApplicableException;

/** What a thread has allocated on the Java heap. */
final class Allocation {

    private static final ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private Allocation() {}

    /** Bytes that the calling thread has allocated since it began. */
    static long ofThisThread() {
        if (!THREADS.isThreadAllocatedMemorySupported()) {
            throw new NotApplicableException("this Java VM does not count what threads allocate");
        }
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
