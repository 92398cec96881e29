package org.jdapl.conformance.explorer;

import java.util.ArrayDeque;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.conformance.explorer.Finding.Check;
import org.jspecify.annotations.Nullable;

/**
 * A remote memory region over an endpoint's target, which is bound through that endpoint, and which
 * of its keys are good: that of the last bind that has succeeded; those before are dead. Between
 * its post and its completion a bind may be in force or not.
 */
final class Window {

    /** A key that the peer may get, and where it leads. */
    record Way(RemoteRegion remote, int base) {}

    /** A bind that has not completed. */
    private static final class Pending {
        final long number;
        final @Nullable Way way;
        boolean invalidated;

        Pending(long number, @Nullable Way way) {
            this.number = number;
            this.way = way;
        }
    }

    private final RemoteMemoryRegion handle;
    private final LocalMemoryRegion region;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private @Nullable Way inForce;
    private @Nullable Way dead;

    /** What was in force before a bind that failed: it may be good until the next one succeeds. */
    private @Nullable Way lingering;

    Window(ProtectionZone zone, LocalMemoryRegion region) {
        this.region = region;
        handle = zone.createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE);
    }

    /** Posts a bind; with no bytes it unbinds. A number of {@link PostStatus}. */
    int bind(Endpoint endpoint, long number, int at, int length) {
        try {
            handle.bind(
                    endpoint,
                    region.slice(at, length),
                    Set.of(Privilege.REMOTE_WRITE),
                    number,
                    CompletionFlags.DEFAULT);
        } catch (DatException e) {
            if (e.type() == DatType.INVALID_STATE) {
                return PostStatus.INVALID_STATE;
            }
            if (e.type() == DatType.INSUFFICIENT_RESOURCES) {
                return PostStatus.QUEUE_FULL;
            }
            throw e;
        }
        Way way = handle.remoteRegion().map(remote -> new Way(remote, at)).orElse(null);
        pending.add(new Pending(number, way));
        return PostStatus.OK;
    }

    /** A bind has completed. */
    void completed(String where, long number, boolean success) {
        Pending bind = pending.remove();
        Finding.require(
                bind.number == number,
                Check.ACCOUNT,
                "{}: bind {} completed before bind {}",
                where,
                number,
                bind.number);
        if (!success) {
            lingering = inForce != null ? inForce : lingering;
        } else if (inForce != null || lingering != null) {
            dead = inForce != null ? inForce : lingering;
            lingering = null;
        }
        inForce = success && !bind.invalidated ? bind.way : null;
        if (inForce == null && bind.way != null) {
            dead = bind.way;
        }
        Finding.require(
                inForce != null || !pending.isEmpty() || handle.remoteRegion().isEmpty(),
                Check.STATE,
                "{}: bound although bind {} {}",
                where,
                number,
                success ? "took the binding away" : "failed");
    }

    /** The peer has invalidated a key. */
    void invalidated(String where, long key) {
        if (is(inForce, key)) {
            dead = inForce;
            inForce = null;
            return;
        }
        for (Pending bind : pending) {
            if (is(bind.way, key)) {
                bind.invalidated = true;
                return;
            }
        }
        throw new Finding(Check.DATA, where + ": a key was invalidated that was not given");
    }

    private static boolean is(@Nullable Way way, long key) {
        return way != null && way.remote().key() == key;
    }

    /** The key that is good, as soon as what was posted is done; null for none. */
    @Nullable Way way() {
        Pending last = pending.peekLast();
        return last == null ? inForce : last.way;
    }

    /** A key that leads nowhere any more; null where there was none. */
    @Nullable Way dead() {
        return dead;
    }

    void close() {
        handle.close();
    }
}
