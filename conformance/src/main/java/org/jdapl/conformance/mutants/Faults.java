package org.jdapl.conformance.mutants;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.DatException;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.Provider;
import org.jspecify.annotations.Nullable;

/**
 * The faults of one mutant, in one run: for a method of the SPI or of the API, what happens
 * instead. Faults may keep counts; each run has its own. Safe for use by any thread once made.
 */
public final class Faults {

    /** No fault at all: nothing is decorated. */
    public static final Faults NONE = new Faults();

    private final Map<String, Fault> byMethod = new HashMap<>();

    /** Makes an empty set, to be filled by {@link #on}. */
    public Faults() {}

    /**
     * Puts a fault in the place of a method.
     *
     * @param type an interface of the API or of the SPI
     * @param method the name of one of its own methods, or {@code toString}, with all its
     *     overloads; an overload that is made of another one meets the fault once, at the outermost
     * @param fault what happens instead; calls of the same method from within go past it
     * @return this
     * @throws IllegalArgumentException where there is no such method
     */
    public Faults on(Class<?> type, String method, Fault fault) {
        if (Stream.of(type, Object.class)
                .flatMap(t -> Arrays.stream(t.getMethods()))
                .noneMatch(m -> m.getName().equals(method))) {
            throw new IllegalArgumentException(type.getName() + " has no method " + method);
        }
        if (byMethod.putIfAbsent(key(type, method), fault) != null) {
            throw new IllegalArgumentException(key(type, method) + " is broken already");
        }
        return this;
    }

    /**
     * Changes what a method gives, where it gives something of a type.
     *
     * @param <R> the type
     * @param type an interface of the API or of the SPI
     * @param method as for {@link #on}
     * @param result the type; anything else passes as it is
     * @param change what becomes of it
     * @return this
     */
    public <R> Faults after(
            Class<?> type, String method, Class<R> result, UnaryOperator<R> change) {
        return on(
                type,
                method,
                call -> {
                    @Nullable Object given = call.proceed();
                    return result.isInstance(given) ? change.apply(result.cast(given)) : given;
                });
    }

    /**
     * A method seems to succeed, and gives nothing, where it refuses for one reason.
     *
     * @param type an interface of the API
     * @param method as for {@link #on}
     * @param reason the refusal that is swallowed; others pass
     * @return this
     */
    public Faults forgive(Class<?> type, String method, DatType reason) {
        return onRefusal(type, method, reason, _ -> Optional.empty());
    }

    /** What comes of a refusal: another one, or none. */
    private Faults onRefusal(
            Class<?> type,
            String method,
            DatType reason,
            Function<DatException, Optional<DatException>> change) {
        return on(
                type,
                method,
                call -> {
                    try {
                        return call.proceed();
                    } catch (DatException e) {
                        Optional<DatException> changed =
                                e.type() == reason ? change.apply(e) : Optional.of(e);
                        if (changed.isPresent()) {
                            throw changed.get();
                        }
                        return null;
                    }
                });
    }

    /**
     * A method refuses with another code where it refuses for one reason.
     *
     * @param type an interface of the API
     * @param method as for {@link #on}
     * @param reason the refusal that is changed; others pass
     * @param instead the type of the other code
     * @return this
     */
    public Faults refuseAs(Class<?> type, String method, DatType reason, DatType instead) {
        return onRefusal(
                type,
                method,
                reason,
                e ->
                        Optional.of(
                                new DatException(
                                        DatCode.error(instead, e.subtype()),
                                        e.text(),
                                        e.scope(),
                                        e.remedy())));
    }

    private static String key(Class<?> type, String method) {
        return type.getName() + "." + method;
    }

    @Nullable Fault at(Class<?> type, Method method) {
        return byMethod.get(key(type, method.getName()));
    }

    /**
     * Puts the faults between the runtime and a provider.
     *
     * @param provider the provider
     * @return the same, with the faults
     */
    public Provider around(Provider provider) {
        return !breaks(Provider.class) ? provider : Decorator.ofSpi(this).outward(provider);
    }

    /**
     * Puts the faults between a consumer and the runtime.
     *
     * @param registry the runtime's registry
     * @return the same, with the faults
     */
    public AdapterRegistry around(AdapterRegistry registry) {
        return !breaks(AdapterRegistry.class) ? registry : Decorator.ofApi(this).outward(registry);
    }

    private boolean breaks(Class<?> contract) {
        return byMethod.keySet().stream()
                .anyMatch(key -> key.startsWith(contract.getPackageName() + "."));
    }
}
