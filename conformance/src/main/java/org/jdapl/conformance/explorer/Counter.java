package org.jdapl.conformance.explorer;

import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.EnumSet;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.Privilege;

/**
 * A number that the peer's endpoints add one to. Each addition that is known to be done has had an
 * old number of its own; those whose outcome is not known may have been done or not.
 */
final class Counter {

    private static final long AT = Long.BYTES;
    private static final int BYTES = 3 * Long.BYTES;

    private final LocalMemoryRegion region;
    private final BitSet old = new BitSet();
    private int posted;

    Counter(ProtectionZone zone) {
        region =
                zone.allocate(
                        BYTES,
                        EnumSet.of(
                                Privilege.LOCAL_READ,
                                Privilege.LOCAL_WRITE,
                                Privilege.REMOTE_ATOMIC));
    }

    RemoteRegion remote() {
        return region.remoteRegion(AT, Long.BYTES);
    }

    LocalMemoryRegion region() {
        return region;
    }

    /** The peer posts an addition. */
    void posted() {
        posted++;
    }

    /** The post was refused. */
    void refused() {
        posted--;
    }

    /** An addition is told as done. */
    void added(String where, long oldNumber) {
        Finding.require(
                oldNumber >= 0 && oldNumber < posted && !old.get((int) oldNumber),
                Finding.Check.DATA,
                "{}: the old number {} came back; so many additions were posted: {}, others came"
                        + " back with {}",
                where,
                oldNumber,
                posted,
                old);
        old.set((int) oldNumber);
    }

    void check(String where) {
        long now = region.segment().get(ValueLayout.JAVA_LONG, AT);
        Finding.require(
                now >= old.length() && now <= posted,
                Finding.Check.DATA,
                "{}: the counter is {}, of {} additions; {} came back",
                where,
                now,
                posted,
                old);
        Finding.require(
                region.segment().get(ValueLayout.JAVA_LONG, 0) == 0
                        && region.segment().get(ValueLayout.JAVA_LONG, 2 * AT) == 0,
                Finding.Check.CANARY,
                "{}: the memory beside the counter has changed",
                where);
    }
}
