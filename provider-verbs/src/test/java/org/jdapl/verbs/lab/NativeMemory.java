package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the Java VM counts as native memory of foreign functions (NMT's category "Other"). */
final class NativeMemory {
    /** Memory of the Java VM's own that comes and goes. */
    static final long SLACK_KIB = 256;

    private static final Pattern OTHER =
            Pattern.compile("Other \\(reserved=\\d+KB, committed=(\\d+)KB");

    private NativeMemory() {}

    /** In KiB. The Java VM has to run with {@code -XX:NativeMemoryTracking=summary}. */
    static long otherKib() {
        try {
            String summary =
                    (String)
                            ManagementFactory.getPlatformMBeanServer()
                                    .invoke(
                                            new ObjectName(
                                                    "com.sun.management:type=DiagnosticCommand"),
                                            "vmNativeMemory",
                                            new Object[] {new String[] {"summary"}},
                                            new String[] {String[].class.getName()});
            Matcher other = OTHER.matcher(summary);
            assertThat(other.find()).as(summary).isTrue();
            return Long.parseLong(other.group(1));
        } catch (JMException e) {
            throw new AssertionError("VM.native_memory", e);
        }
    }
}
