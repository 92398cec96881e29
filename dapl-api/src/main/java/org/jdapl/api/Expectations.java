package org.jdapl.api;

import java.time.Duration;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jspecify.annotations.Nullable;

/** The bodies of {@link EventDispatcher}'s convenience methods. */
final class Expectations {

    private Expectations() {}

    static <E extends Event> E expect(EventDispatcher dispatcher, Class<E> type, Duration timeout)
            throws InterruptedException {
        @Nullable Event event = dispatcher.await(timeout);
        if (type.isInstance(event)) {
            return type.cast(event);
        }
        throw unexpected(event, type.getSimpleName(), timeout);
    }

    static DtoCompletion expectSuccess(EventDispatcher dispatcher, Duration timeout)
            throws InterruptedException {
        @Nullable Event event = dispatcher.await(timeout);
        if (event instanceof DtoCompletion c && c.status() == CompletionStatus.SUCCESS) {
            return c;
        }
        throw unexpected(event, "successful completion", timeout);
    }

    private static DatException unexpected(@Nullable Event event, String wanted, Duration timeout) {
        return event == null
                ? new DatException(
                        DatCode.error(DatType.TIMEOUT_EXPIRED, DatSubtype.NO_SUBTYPE),
                        "no " + wanted + " within " + timeout,
                        ErrorScope.CALL,
                        Remedy.RETRY)
                : new DatException(
                        DatCode.error(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE),
                        "expected a " + wanted + ", got " + event,
                        ErrorScope.ENDPOINT,
                        Remedy.RECONNECT);
    }
}
