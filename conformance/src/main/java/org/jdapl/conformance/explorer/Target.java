package org.jdapl.conformance.explorer;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.EnumSet;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.Privilege;

/**
 * A region that the peer writes to, and what may stand in it: the writes that were posted may each
 * have happened or not, until a message that was sent after them arrives.
 */
final class Target {

    static final int BYTES = 8192;

    /** A write that may have happened. */
    private record Pending(long number, int at, int length, long source) {}

    private final LocalMemoryRegion region;
    private final byte[] known = new byte[BYTES];
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();

    Target(ProtectionZone zone) {
        region =
                zone.allocate(
                        BYTES,
                        EnumSet.of(
                                Privilege.LOCAL_READ,
                                Privilege.LOCAL_WRITE,
                                Privilege.REMOTE_READ,
                                Privilege.REMOTE_WRITE));
    }

    LocalMemoryRegion region() {
        return region;
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
