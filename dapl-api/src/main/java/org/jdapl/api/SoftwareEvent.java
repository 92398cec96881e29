package org.jdapl.api;

import org.jspecify.annotations.Nullable;

/**
 * An event that the consumer posted (uDAPL {@code DAT_SOFTWARE_EVENT}).
 *
 * @param dispatcher the dispatcher that it was posted to
 * @param payload the consumer's object
 */
public record SoftwareEvent(EventDispatcher dispatcher, @Nullable Object payload) implements Event {

    @Override
    public int number() {
        return 0x10001;
    }
}
