package org.jdapl.verbs.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * A test that needs the kernel's RDMA drivers: it runs as root in the lab's guest, where {@code
 * conformance/lab/lab-junit} takes it, and is skipped elsewhere.
 *
 * <p>The guest has {@code rxe0} at 10.77.1.1 and {@code siw0} at 10.77.2.1, and is slow: wait for
 * conditions, with a limit of a minute, and never for a time.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("lab")
@EnabledIfEnvironmentVariable(
        named = "JDAPL_LAB",
        matches = "1",
        disabledReason = "needs the lab's guest: conformance/lab/suites/20-verbs.sh runs it there")
public @interface InLab {}
