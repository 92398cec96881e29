package org.jdapl.api;

import java.util.Optional;

/**
 * Another name for an adapter. Exactly one of {@code adapter} and {@code unusedReason} is there.
 *
 * @param name the name that {@link AdapterRegistry#open} takes
 * @param adapter the adapter that it opens
 * @param unusedReason why it opens none now
 * @param source where it is written: a setting, or a file and line
 */
public record AdapterAlias(
        String name, Optional<String> adapter, Optional<String> unusedReason, String source) {}
