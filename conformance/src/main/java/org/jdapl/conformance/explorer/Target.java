package org.jdapl.conformance.explorer;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.Privilege;

/**
 * A region that the peer writes to, and what may stand in it: the writes that were posted may each
 * have happened or not, until a message that was sent after them arrives.
 */
final class Target {

    static final int BYTES = 8192;

    /** A write that may have happened. */
    private record Pending(long number, int at, int length, long source) {}

    private static final Set<Privilege> RIGHTS =
            EnumSet.of(
                    Privilege.LOCAL_READ,
                    Privilege.LOCAL_WRITE,
                    Privilege.REMOTE_READ,
                    Privilege.REMOTE_WRITE);

    private final ProtectionZone zone;
    private final LocalMemoryRegion region;

    /** Another region over the same memory. */
    private LocalMemoryRegion share;

    private final Window window;
    private final byte[] known = new byte[BYTES];
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();

    Target(ProtectionZone zone) {
        this.zone = zone;
        region = zone.allocate(BYTES, RIGHTS);
        share = zone.share(region, RIGHTS);
        window = new Window(zone, region);
    }

    Window window() {
        return window;
    }

    /** One of the keys that lead to it. */
    Window.Way way(int which) {
        Window.Way bound = window.way();
        return switch (which % 4) {
            case 0 -> new Window.Way(share.remoteRegion(), 0);
            case 1 -> bound != null ? bound : new Window.Way(region.remoteRegion(), 0);
            default -> new Window.Way(region.remoteRegion(), 0);
        };
    }

    /** Gives the shared region up for another one; what it shares must not go meanwhile. */
    void shareAnew() {
        try {
            region.close();
        } catch (DatException e) {
            Finding.require(
                    e.subtype() == DatSubtype.INVALID_STATE_LMR_IN_USE,
                    Finding.Check.REFUSAL,
                    "closing a shared region: {}",
                    e);
            share.close();
            share = zone.share(region, RIGHTS);
            return;
        }
        throw new Finding(Finding.Check.REFUSAL, "a region was closed that another one shares");
    }

    void close() {
        window.close();
        share.close();
        region.close();
    }

    /** The peer posts a write. */
    void posted(long number, int at, int length, long source) {
        pending.add(new Pending(number, at, length, source));
    }

    /** The post was refused. */
    void refused(long number) {
        pending.removeIf(w -> w.number() == number);
    }

    /** A message that was posted after all writes below a number has arrived. */
    void arrived(long below) {
        Pending first = pending.peekFirst();
        while (first != null && first.number() < below) {
            for (int i = 0; i < first.length(); i++) {
                known[first.at() + i] = Source.pattern(first.source() + i);
            }
            pending.removeFirst();
            first = pending.peekFirst();
        }
    }

    /** The connection is over: what stands there now, stays. */
    void ended(String where) {
        check(where);
        for (int i = 0; i < BYTES; i++) {
            known[i] = region.segment().get(ValueLayout.JAVA_BYTE, i);
        }
        pending.clear();
    }

    void check(String where) {
        for (int i = 0; i < BYTES; i++) {
            byte found = region.segment().get(ValueLayout.JAVA_BYTE, i);
            if (found != known[i] && !mayBe(i, found)) {
                throw new Finding(
                        Finding.Check.DATA,
                        where
                                + ": byte "
                                + i
                                + " of the target is "
                                + found
                                + " but can only be "
                                + known[i]
                                + " or what one of "
                                + pending
                                + " brings");
            }
        }
    }

    private boolean mayBe(int at, byte found) {
        for (Pending w : pending) {
            if (at >= w.at()
                    && at < w.at() + w.length()
                    && found == Source.pattern(w.source() + at - w.at())) {
                return true;
            }
        }
        return false;
    }
}
