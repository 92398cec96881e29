package org.jdapl.conformance.mutants;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call that a fault has come between. For use by the thread that makes the call. */
public final class Call {

    /** Does what would have been done without the fault. */
    interface Onward {
        @Nullable Object go(@Nullable Object[] arguments) throws Throwable;
    }

    private final Object self;
    private final String method;
    private final @Nullable Object[] arguments;
    private final Onward onward;

    Call(Object self, String method, @Nullable Object[] arguments, Onward onward) {
        this.self = self;
        this.method = method;
        this.arguments = arguments;
        this.onward = onward;
    }

    /**
     * Whose method is called, as its users know it.
     *
     * @param <T> the type
     * @param type the type
     * @return the decorated object
     */
    public <T> T self(Class<T> type) {
        return type.cast(self);
    }

    /**
     * The method.
     *
     * @return its name
     */
    public String method() {
        return method;
    }

    /**
     * How many arguments there are, which tells overloads apart.
     *
     * @return the number
     */
    public int count() {
        return arguments.length;
    }

    /**
     * An argument that may be null.
     *
     * @param <T> its type
     * @param index which one
     * @param type its type
     * @return the argument; empty for null or another type
     */
    public <T> Optional<T> optional(int index, Class<T> type) {
        @Nullable Object value = arguments[index];
        return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
    }

    /**
     * An argument that is not null.
     *
     * @param <T> its type
     * @param index its place, from 0
     * @param type its type
     * @return the argument
     */
    public <T> T argument(int index, Class<T> type) {
        @Nullable Object value = arguments[index];
        if (value == null) {
            throw new IllegalStateException(method + ": argument " + index + " is null");
        }
        return type.cast(value);
    }

    /**
     * Replaces an argument for {@link #proceed()}.
     *
     * @param index its place, from 0
     * @param value the new value
     * @return this
     */
    public Call with(int index, @Nullable Object value) {
        arguments[index] = value;
        return this;
    }

    /**
     * Does what would have been done without the fault, where that gives something.
     *
     * @param <T> the type of what it gives
     * @param type the type
     * @return what came of it, not null
     * @throws Throwable what it throws
     */
    public <T> T proceed(Class<T> type) throws Throwable {
        return type.cast(Objects.requireNonNull(proceed(), method));
    }

    /**
     * Does what would have been done without the fault. May be done any number of times.
     *
     * @return what came of it
     * @throws Throwable what it throws
     */
    public @Nullable Object proceed() throws Throwable {
        return onward.go(arguments);
    }
}
