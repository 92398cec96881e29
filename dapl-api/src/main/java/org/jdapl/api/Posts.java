package org.jdapl.api;

import java.time.Duration;
import java.util.List;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jspecify.annotations.Nullable;

/** The bodies of {@link Endpoint}'s clear style. */
final class Posts {

    private Posts() {}

    static void require(int status, String what, Endpoint endpoint) {
        if (status != PostStatus.OK) {
            throw DatException.refused(status, what, "endpoint state " + endpoint.state());
        }
    }

    static void require(int status, String what, SharedReceiveQueue queue) {
        if (status != PostStatus.OK) {
            throw DatException.refused(status, what, queue.inUse() + " receives in use");
        }
    }

    static void requireFits(LocalSegment local, RemoteRegion remote) {
        if (local.length() > remote.length()) {
            throw new DatException(
                    DatCode.error(DatType.LENGTH_ERROR, DatSubtype.NO_SUBTYPE),
                    "local length=" + local.length() + " is above remote length=" + remote.length(),
                    ErrorScope.CALL,
                    Remedy.FIX_ARGUMENT);
        }
    }

    static Work work(Endpoint endpoint, List<LocalSegment> segments, long cookie) {
        Work work = endpoint.adapter().createWork(Math.max(1, segments.size())).cookie(cookie);
        for (LocalSegment s : segments) {
            work.addSegment(s.region(), s.offset(), s.length());
        }
        return work;
    }

    static EventDispatcher connectionEvents(Endpoint endpoint) {
        @Nullable EventDispatcher events = endpoint.connections();
        if (events == null) {
            throw new DatException(
                    DatCode.error(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EP_NOTREADY),
                    "the endpoint has no dispatcher for connection events",
                    ErrorScope.CALL,
                    Remedy.FIX_ORDER);
        }
        return events;
    }

    /** A time limit, and a second for what happens at its end to be told. */
    static Duration grace(Duration limit) {
        return limit.compareTo(EventDispatcher.FOREVER) >= 0 ? limit : limit.plusSeconds(1);
    }
}
