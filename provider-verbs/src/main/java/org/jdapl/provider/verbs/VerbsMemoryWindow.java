package org.jdapl.provider.verbs;

import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.WorkRequest;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.MemoryWindowType;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * A memory window. One of type 1 is bound by a call of its own and taken back by binding it to
 * nothing; one of type 2 by a work request, and taken back by invalidating its key.
 */
final class VerbsMemoryWindow implements MemoryWindow {
    private final VerbsProtectionDomain domain;
    private final MemoryWindowType type;
    private final SendWorkRequests request = SendWorkRequests.allocate(1, 1);
    private org.jdapl.verbs.MemoryWindow window;
    private @Nullable VerbsQueuePair boundTo;
    private @Nullable VerbsMemoryRegion boundRegion;
    private volatile long key;

    VerbsMemoryWindow(VerbsProtectionDomain domain, boolean endpointScope) {
        this.domain = domain;
        type = endpointScope ? MemoryWindowType.TYPE_2 : MemoryWindowType.TYPE_1;
        window = org.jdapl.verbs.MemoryWindow.allocate(domain.verbs(), type);
        domain.adapter().know(this);
    }

    /** Posts a bind. */
    static int bind(VerbsQueuePair queuePair, WorkRequest bind) {
        VerbsMemoryWindow window = (VerbsMemoryWindow) bind.window;
        if (window == null) {
            return PostStatus.INVALID_ARGUMENT;
        }
        synchronized (window) {
            try {
                return window.type == MemoryWindowType.TYPE_1
                        ? window.bindFirst(queuePair, bind)
                        : window.bindSecond(queuePair, bind);
            } catch (VerbsException e) {
                return StatusTable.post(-e.errno());
            }
        }
    }

    private int bindFirst(VerbsQueuePair queuePair, WorkRequest bind) {
        boolean unbind = bind.totalLength == 0;
        VerbsMemoryRegion region = unbind ? boundRegion : (VerbsMemoryRegion) bind.region[0];
        if (region == null) {
            return PostStatus.INVALID_ARGUMENT;
        }
        int rkey =
                window.bind(
                        queuePair.verbs(),
                        bind.id,
                        RequestWriter.flags(bind.flags),
                        region.verbs(),
                        unbind ? 0 : bind.offset[0],
                        bind.totalLength,
                        access(bind.windowPrivileges));
        boundRegion = region;
        took(queuePair, !unbind, rkey);
        return PostStatus.OK;
    }

    private int bindSecond(VerbsQueuePair queuePair, WorkRequest bind) {
        request.wrId(0, bind.id);
        request.flags(0, RequestWriter.flags(bind.flags));
        int rkey = window.rkey();
        if (bind.totalLength == 0) {
            request.opcode(0, SendOpcode.LOCAL_INV);
            request.invalidate(0, rkey);
        } else {
            VerbsMemoryRegion region = (VerbsMemoryRegion) bind.region[0];
            if (region == null) {
                return PostStatus.INVALID_ARGUMENT;
            }
            rkey = org.jdapl.verbs.MemoryWindow.nextKey(rkey);
            request.opcode(0, SendOpcode.BIND_MW);
            request.bindWindow(
                    0,
                    window,
                    rkey,
                    region.verbs(),
                    bind.offset[0],
                    bind.totalLength,
                    AccessFlag.mask(access(bind.windowPrivileges)));
        }
        int status = queuePair.postList(request, 1);
        if (status == PostStatus.OK) {
            window.rkey(rkey);
            took(queuePair, bind.totalLength > 0, rkey);
        }
        return status;
    }

    private void took(VerbsQueuePair queuePair, boolean bound, int rkey) {
        VerbsQueuePair before = boundTo;
        if (before != null) {
            before.unbound(this);
        }
        boundTo = bound ? queuePair : null;
        if (bound) {
            queuePair.bound(this);
        }
        key = bound ? Integer.toUnsignedLong(rkey) : 0;
    }

    private static Set<AccessFlag> access(int privileges) {
        Set<AccessFlag> access = EnumSet.noneOf(AccessFlag.class);
        if (Privilege.REMOTE_READ.in(privileges)) {
            access.add(AccessFlag.REMOTE_READ);
        }
        if (Privilege.REMOTE_WRITE.in(privileges)) {
            access.add(AccessFlag.REMOTE_WRITE);
        }
        if (Privilege.REMOTE_ATOMIC.in(privileges)) {
            access.add(AccessFlag.REMOTE_ATOMIC);
        }
        return access;
    }

    /** A peer made a key invalid. */
    void invalidated(long invalid) {
        if (key == invalid) {
            key = 0;
        }
    }

    /**
     * Takes the binding back by freeing the window, since the queue pair that it was bound through
     * goes: some drivers stall when that has a window left. A new one takes its place.
     */
    synchronized void drop() {
        VerbsQueuePair before = boundTo;
        if (before != null && window.isOpen()) {
            before.unbound(this);
            boundTo = null;
            key = 0;
            Native.run(window::close);
            window = org.jdapl.verbs.MemoryWindow.allocate(domain.verbs(), type);
        }
    }

    @Override
    public long remoteKey() {
        return key;
    }

    @Override
    public synchronized void close() {
        VerbsQueuePair before = boundTo;
        if (before != null) {
            before.unbound(this);
            boundTo = null;
        }
        key = 0;
        domain.adapter().forget(this);
        Native.run(window::close);
    }
}
