package org.jdapl.verbs.cm;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jdapl.verbs.cm.struct.RdmaAddr;
import org.jdapl.verbs.cm.struct.RdmaCmId;
import org.jdapl.verbs.cm.struct.RdmaRoute;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.RdmacmLibrary;
import org.jdapl.verbs.handle.Lifetime;
import org.jspecify.annotations.Nullable;

/**
 * The library's side of a {@link ConnectionId}, and what keeps calls on it from meeting.
 *
 * <p>The library guards nothing: taking an event follows the pointers of the identifier and of its
 * queue pair and changes the queue pair's state, as connecting and accepting do. So calls on one
 * identifier are made one after the other, and while its queue pair, its channel or itself comes or
 * goes no event is taken from the channel.
 */
final class NativeId {
    private static final AtomicLong SERIALS = new AtomicLong();

    /** All that are open, by the library's pointer; changed with the channel's lock held. */
    private static final Map<Long, ConnectionId> BY_POINTER = new ConcurrentHashMap<>();

    private final RdmacmLibrary library;
    private final long pointer;
    private final ConnectionId owner;
    private final Lifetime lifetime;

    /** Held during a call. Taken before the channel's lock, never after it. */
    private final ReentrantLock calls = new ReentrantLock();

    /** Groups that are joined, by the key that the library keeps for each. */
    private final Map<Long, InetSocketAddress> joins = new ConcurrentHashMap<>();

    /** Whether its device has gone away. */
    private volatile boolean deviceRemoved;

    /** Changed with {@link #calls} and the locks of both channels held. */
    private volatile EventChannel channel;

    NativeId(ConnectionId owner, EventChannel channel, long pointer) {
        this.owner = owner;
        this.library = channel.library();
        this.channel = channel;
        this.pointer = pointer;
        lifetime = Lifetime.of("connection identifier " + SERIALS.incrementAndGet(), this::free);
    }

    /** Makes it known, to events and to the channel that closes it. */
    void enrol() {
        EventChannel mine = channel;
        mine.lock().lock();
        try {
            BY_POINTER.put(pointer, owner);
            mine.ids().add(owner);
        } finally {
            mine.lock().unlock();
        }
    }

    /** The open identifier that the library knows by a pointer; its channel's lock is held. */
    static ConnectionId find(long pointer) {
        return Objects.requireNonNull(BY_POINTER.get(pointer), "an event of a closed identifier");
    }

    RdmacmLibrary library() {
        return library;
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    EventChannel channel() {
        return channel;
    }

    /** The context of its device; null while it belongs to none. */
    long verbs() {
        return Memory.getLong(pointer + RdmaCmId.VERBS);
    }

    /** Its local address, a {@code struct sockaddr}. */
    long source() {
        return pointer + RdmaCmId.ROUTE + RdmaRoute.ADDR + RdmaAddr.SRC;
    }

    /** Makes a call of the library on it. */
    void call(String method, CFunction function, long... arguments) {
        call(method, function, false, arguments);
    }

    /** The same, for calls in which the library relies on the device's being known. */
    void callOnDevice(String method, CFunction function, long... arguments) {
        call(method, function, true, arguments);
    }

    private void call(String method, CFunction function, boolean onDevice, long... arguments) {
        long[] all = new long[arguments.length + 1];
        all[0] = pointer;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        try (var _ = lifetime.use(method)) {
            calls.lock();
            try {
                if (onDevice) {
                    requireDevice(function.name());
                }
                function.check(all);
            } finally {
                calls.unlock();
            }
        }
    }

    /** The context of its device. */
    long requireDevice(String call) {
        long verbs = verbs();
        if (verbs == Memory.NULL) {
            throw VerbsException.of(
                    VerbsError.INVALID_ARGUMENT,
                    call,
                    lifetime.name() + " belongs to no device yet: resolve an address first");
        }
        return verbs;
    }

    /** Makes the queue pair of an {@code ibv_qp_init_attr}. */
    long createQueuePair(long domain, long init) {
        calls.lock();
        try {
            requireDevice(library.createQp.name());
            if (Memory.getLong(pointer + RdmaCmId.QP) != Memory.NULL) {
                throw VerbsException.of(
                        VerbsError.INVALID_ARGUMENT,
                        library.createQp.name(),
                        lifetime.name() + " has a queue pair already");
            }
            withoutEvents(() -> library.createQp.check(pointer, domain, init));
            return Memory.getLong(pointer + RdmaCmId.QP);
        } finally {
            calls.unlock();
        }
    }

    /**
     * Destroys the queue pair. The library would not tell if the kernel refused, as it does while
     * groups are attached; so they are left.
     */
    void destroyQueuePair() {
        withoutEvents(
                () -> {
                    leaveAll();
                    library.destroyQp.call(pointer);
                });
    }

    void joining(long key, InetSocketAddress group) {
        joins.put(key, group);
    }

    void notJoined(long key) {
        joins.remove(key);
    }

    /** The group of a join that is under way or done. */
    @Nullable InetSocketAddress joined(long key) {
        return joins.get(key);
    }

    void leave(InetSocketAddress group) {
        // The library frees what an event that is being taken may point to.
        withoutEvents(
                () -> {
                    SocketAddresses.with(
                            group, address -> library.leaveMulticast.check(pointer, address));
                    joins.values().remove(group);
                });
    }

    private void leaveAll() {
        for (InetSocketAddress group : joins.values()) {
            SocketAddresses.with(
                    group,
                    address -> {
                        var _ = library.leaveMulticast.status(pointer, address);
                    });
        }
        joins.clear();
    }

    /** Moves it to another channel. */
    void migrate(EventChannel to) {
        try (var _ = lifetime.use("migrate")) {
            calls.lock();
            try {
                EventChannel from = channel;
                if (from == to) {
                    return;
                }
                try (var _ = from.lifetime().use("migrate");
                        var _ = to.lifetime().use("migrate")) {
                    boolean inOrder = from.serial() < to.serial();
                    locked(
                            inOrder ? from.lock() : to.lock(),
                            () -> locked(inOrder ? to.lock() : from.lock(), () -> move(from, to)));
                }
            } finally {
                calls.unlock();
            }
        }
    }

    private void move(EventChannel from, EventChannel to) {
        library.migrateId.check(pointer, to.pointer());
        from.ids().remove(owner);
        to.ids().add(owner);
        channel = to;
    }

    private void free() {
        withoutEvents(
                () -> {
                    leaveAll();
                    library.destroyId.check(pointer);
                    BY_POINTER.remove(pointer);
                    channel.ids().remove(owner);
                });
        if (deviceRemoved) {
            DevicePins.letGo(library);
        }
    }

    /** Its device goes away. */
    void deviceRemoved() {
        deviceRemoved = true;
    }

    /** Does something while no event is taken from the channel, and no other call made. */
    private void withoutEvents(Runnable action) {
        locked(calls, () -> locked(channel.lock(), action));
    }

    private static void locked(ReentrantLock lock, Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
