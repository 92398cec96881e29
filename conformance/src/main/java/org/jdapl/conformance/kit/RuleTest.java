package org.jdapl.conformance.kit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
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

    /** Tests the rule, or its twin. */
    void run(Environment environment, boolean asTwin) throws Throwable {
        Method chosen = asTwin && twin != null ? twin : method;
        Constructor<?> constructor = chosen.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        chosen.setAccessible(true);
        try {
            chosen.invoke(constructor.newInstance(), environment);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
