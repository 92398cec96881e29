package org.jdapl.conformance.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.ProgressMode;

/**
 * Marks the method that tests a rule. It takes an {@link Environment} and fails by an {@link
 * AssertionError} where the rule is broken; whatever else it throws is a fault of the test or of
 * the harness. Its class has a constructor without arguments.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Tests {
    /**
     * The rule.
     *
     * @return its id
     */
    String value();

    /**
     * The progress modes in which the rule is tried, one after the other.
     *
     * @return the modes
     */
    ProgressMode[] modes() default {ProgressMode.AUTO, ProgressMode.MANUAL};

    /**
     * What the test works with though the rule is about something else: where that is not
     * advertised, the rule is not applicable.
     *
     * @return the capabilities
     */
    Capability[] needs() default {};

    /**
     * Whether this is what a gated rule becomes where its capability is not advertised.
     *
     * @return false for the rule itself
     */
    boolean twin() default false;
}
