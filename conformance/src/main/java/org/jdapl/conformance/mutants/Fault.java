package org.jdapl.conformance.mutants;

import org.jspecify.annotations.Nullable;

/** What happens instead of a call. */
@FunctionalInterface
public interface Fault {

    /**
     * Does something else than what the call asks for.
     *
     * @param call the call
     * @return what the caller gets
     * @throws Throwable what the caller gets
     */
    @Nullable Object instead(Call call) throws Throwable;
}
