package org.jdapl.core;

import java.util.function.Supplier;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.seam.ThreadEndError;
import org.jspecify.annotations.Nullable;

/**
 * The way into a provider for control calls. Whatever comes of one that is no result, the consumer
 * gets a {@code DatException} that names the call: a provider's refusal as it is, anything else
 * that is thrown, and null where an object is owed, as an {@code INTERNAL_ERROR}.
 */
final class ProviderCalls {

    private ProviderCalls() {}

    /**
     * Makes a call that owes an object.
     *
     * @param call its type and name, as {@code Adapter.attributes}
     * @param body makes the call and does nothing else
     */
    static <T> T get(String call, Supplier<? extends @Nullable T> body) {
        return owed(call, getOrNull(call, body));
    }

    /** What a call gave, which must not be null. */
    static <T> T owed(String call, @Nullable T given) {
        if (given == null) {
            throw Errors.gaveNull(call);
        }
        return given;
    }

    /** Makes a call that may give null. */
    static <T> @Nullable T getOrNull(String call, Supplier<? extends @Nullable T> body) {
        try {
            return body.get();
        } catch (ProviderException e) {
            throw Errors.from(e);
        } catch (Throwable t) {
            letThreadEnd(t);
            throw Errors.failed(call, t);
        }
    }

    /** Makes a call that gives nothing. */
    static void run(String call, Runnable body) {
        getOrNull(
                call,
                () -> {
                    body.run();
                    return null;
                });
    }

    /** Goes on throwing what ends a thread, which is no failure of whoever it came through. */
    static void letThreadEnd(Throwable t) {
        if (t instanceof ThreadEndError end) {
            throw end;
        }
    }
}
