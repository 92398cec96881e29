package org.jdapl.conformance.base;

import java.util.Optional;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;

/** The codes of a provider's own that events carry beside the portable ones. */
final class RawCodes {

    private RawCodes() {}

    /**
     * The code of an event.
     *
     * @param event the event
     * @return what it is about, and the code; empty where the provider has none
     */
    static Optional<String> of(Event event) {
        return switch (event) {
            case DtoCompletion c -> text(c.status().name(), c.vendorStatus());
            case ConnectionEvent.Broken b -> text("BROKEN", b.nativeCode());
            case ConnectionEvent.Unreachable u -> text("UNREACHABLE", u.nativeCode());
            default -> Optional.empty();
        };
    }

    private static Optional<String> text(String what, int code) {
        return code == 0 ? Optional.empty() : Optional.of(what + " " + code);
    }
}
