package org.jdapl.conformance.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** A test that needs the kernel's RDMA drivers, and runs in the lab's guest alone. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("lab")
@EnabledIfEnvironmentVariable(
        named = "JDAPL_LAB",
        matches = "1",
        disabledReason = "needs the lab's guest: conformance/lab/suites/20-verbs.sh runs it there")
@interface InLab {}
