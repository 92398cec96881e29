package org.jdapl.conformance.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * A test that needs the kernel's RDMA drivers: it runs as root in a guest of the lab's, and is
 * skipped elsewhere.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("lab")
@EnabledIfEnvironmentVariable(
        named = "JDAPL_LAB",
        matches = "1",
        disabledReason = "needs the lab's guest: the suites in conformance/lab/suites run it there")
public @interface InLab {}
