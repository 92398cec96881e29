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
        if (event == null) {
            return new DatException(
                    DatCode.error(DatType.TIMEOUT_EXPIRED, DatSubtype.NO_SUBTYPE),
                    "no " + wanted + " within " + timeout,
                    ErrorScope.CALL,
                    Remedy.RETRY);
        }
        if (event instanceof ConnectionEvent c && c.isTerminal()) {
            return new DatException(
                    code(c),
                    c.endpoint() + " is not connected: " + c.describe(),
                    ErrorScope.ENDPOINT,
                    Remedy.RECONNECT);
        }
        return new DatException(
                DatCode.error(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE),
                "instead of a " + wanted + " came " + event,
                ErrorScope.ENDPOINT,
                Remedy.RECONNECT);
    }

    /** The code for a connection that is not there: what the C call would have returned, if any. */
    private static DatCode code(ConnectionEvent event) {
        return switch (event) {
            case ConnectionEvent.TimedOut _ ->
                    DatCode.error(DatType.TIMEOUT_EXPIRED, DatSubtype.NO_SUBTYPE);
            case ConnectionEvent.Unreachable _ ->
                    DatCode.error(DatType.INVALID_ADDRESS, DatSubtype.INVALID_ADDRESS_UNREACHABLE);
            default ->
                    DatCode.error(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EP_DISCONNECTED);
        };
    }
}
