package org.jdapl.conformance.kit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.ProgressMode;
import org.jspecify.annotations.Nullable;

/**
 * A rule and the method that tests it.
 *
 * @param rule the rule
 * @param method the test
 * @param twin what to run where the rule's capability is not advertised; null for nothing
 */
public record RuleTest(Rule rule, Method method, @Nullable Method twin) {

    /**
     * The modes in which the rule is tried.
     *
     * @return in order
     */
    public List<ProgressMode> modes() {
        return List.of(method.getAnnotation(Tests.class).modes());
    }

    /**
     * Tests the rule, or its twin where the rule's capability is not advertised.
     *
     * @throws NotApplicableException where there is no twin, or what the test works with is missing
     */
    void run(Environment environment) throws Throwable {
        Method chosen = method;
        Optional<Capability> gate = rule.capability().filter(isMissing(environment));
        if (gate.isPresent()) {
            if (twin == null) {
                throw notAdvertised(gate.get());
            }
            chosen = twin;
        }
        Optional<Capability> needed =
                Arrays.stream(chosen.getAnnotation(Tests.class).needs())
                        .filter(isMissing(environment))
                        .findFirst();
        if (needed.isPresent()) {
            throw notAdvertised(needed.get());
        }
        Constructor<?> constructor = chosen.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        chosen.setAccessible(true);
        try {
            chosen.invoke(constructor.newInstance(), environment);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Predicate<Capability> isMissing(Environment environment) {
        return capability -> !environment.attributes().has(capability);
    }

    private static NotApplicableException notAdvertised(Capability capability) {
        return new NotApplicableException(capability + " is not advertised");
    }
}
