package org.jdapl.verbs.cm;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.access.HandleAccess;
import org.jdapl.verbs.cm.struct.RdmaCmId;
import org.jdapl.verbs.cm.struct.SockaddrIn;
import org.jdapl.verbs.cm.struct.SockaddrIn6;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.RdmacmLibrary;
import org.jdapl.verbs.handle.Lifetime;
import org.jspecify.annotations.Nullable;

/**
 * The contexts that librdmacm opened and Java uses.
 *
 * <p>When a device goes away and no identifier is bound to it any more, librdmacm closes its
 * context, whatever else a program has made from it. So each context that is handed out is held by
 * an identifier of our own that is bound to the device; it is the first child of the context's
 * life, so the last to go.
 */
final class DevicePins {
    private static final Map<Long, Lifetime> PINS = new ConcurrentHashMap<>();

    /** Where the events of pins pile up, a few, unread; made with the first pin, kept for good. */
    private static long channel;

    private DevicePins() {}

    /**
     * The context by the library's pointer.
     *
     * @param source a {@code struct sockaddr} of the device
     */
    static Context context(RdmacmLibrary library, long verbs, long source) {
        HandleAccess handles = HandleAccess.get();
        synchronized (PINS) {
            while (true) {
                Context context = handles.adopt(verbs);
                if (PINS.containsKey(verbs)) {
                    return context;
                }
                if (pin(library, verbs, source, context)) {
                    return context;
                }
                Thread.yield();
            }
        }
    }

    /** False if the context was closed in the meantime. */
    private static boolean pin(RdmacmLibrary library, long verbs, long source, Context context) {
        Lifetime lifetime = HandleAccess.get().lifetime(context);
        Lifetime.@Nullable Use use = useIfOpen(lifetime);
        if (use == null) {
            return false;
        }
        try (use) {
            long id = bound(library, verbs, source);
            String device = context.device().name();
            Runnable free = () -> free(library, verbs, id, device);
            PINS.put(verbs, Lifetime.of("pin", free, lifetime));
            return true;
        }
    }

    private static Lifetime.@Nullable Use useIfOpen(Lifetime lifetime) {
        return lifetime.isOpen() ? lifetime.use("context") : null;
    }

    private static void free(RdmacmLibrary library, long verbs, long id, String device) {
        if (id != Memory.NULL) {
            library.destroyId.check(id);
        }
        PINS.remove(verbs);
        if (!Files.exists(Path.of("/sys/class/infiniband", device))) {
            letGo(library);
        }
    }

    /**
     * Lets librdmacm close the contexts of devices that have gone away, where nothing is left on
     * them. It does so only when it reads the list of devices; until then the kernel waits for it,
     * and so does whoever removes the device.
     */
    static void letGo(RdmacmLibrary library) {
        long list = library.getDevices.pointerOrError(Memory.NULL);
        if (list > 0) {
            library.freeDevices.call(list);
        }
    }

    /** An identifier that is bound to the device; null where that cannot be. */
    private static long bound(RdmacmLibrary library, long verbs, long source) {
        try (Arena arena = Arena.ofConfined()) {
            if (channel == Memory.NULL) {
                channel = library.createEventChannel.pointer();
            }
            long out = arena.allocate(Long.BYTES, Long.BYTES).address();
            library.createId.check(channel, out, Memory.NULL, PortSpace.TCP.value());
            long id = Memory.getLong(out);
            long address = arena.allocate(SockaddrIn6.STORAGE_SIZE, 8).address();
            Memory.putBytes(address, Memory.bytes(source, (int) SockaddrIn6.SIZE));
            Memory.putShort(address + SockaddrIn.PORT, (short) 0);
            if (library.bindAddr.status(id, address) == 0
                    && Memory.getLong(id + RdmaCmId.VERBS) == verbs) {
                return id;
            }
            library.destroyId.check(id);
            return Memory.NULL;
        }
    }
}
