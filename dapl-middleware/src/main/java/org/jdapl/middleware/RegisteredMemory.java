package org.jdapl.middleware;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.RemoteRegion;

/**
 * The use of a registration of a {@link RegistrationCache}, from acquiring it to closing this.
 * Close it when no posted work, and no peer, uses the memory any more.
 *
 * <p>Threads: any.
 */
public final class RegisteredMemory implements AutoCloseable {

    private static final VarHandle OPEN;

    static {
        try {
            OPEN =
                    MethodHandles.lookup()
                            .findVarHandle(RegisteredMemory.class, "open", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RegistrationCache cache;
    private final RegistrationCache.Entry entry;
    private final long offset;
    private final long length;

    @SuppressWarnings("unused") // by its handle
    private volatile boolean open = true;

    RegisteredMemory(
            RegistrationCache cache, RegistrationCache.Entry entry, long offset, long length) {
        this.cache = cache;
        this.entry = entry;
        this.offset = offset;
        this.length = length;
    }

    /**
     * The region, which may be larger than what was acquired.
     *
     * @return the region, for posting; the cache closes it
     */
    public LocalMemoryRegion region() {
        if (!open) {
            throw new IllegalStateException("used after its release");
        }
        return entry.region;
    }

    /**
     * Where the memory begins in the region.
     *
     * @return the first byte, for posting
     */
    public long offset() {
        return offset;
    }

    /**
     * How much was acquired.
     *
     * @return bytes
     */
    public long length() {
        return length;
    }

    /**
     * The memory as a part of the region, for the clear style of posting.
     *
     * @return the part
     */
    public LocalSegment slice() {
        return region().slice(offset, length);
    }

    /**
     * What the peer needs to use the memory. The key is that of the whole region, and stays good
     * after the release, until the registration is evicted: a cache trades protection for speed.
     *
     * @return address, length and key
     * @throws org.jdapl.api.DatException {@code PRIVILEGES_VIOLATION} where it was acquired without
     *     a remote right
     */
    public RemoteRegion remoteRegion() {
        return region().remoteRegion(offset, length);
    }

    /** Ends the use. A second close does nothing. */
    @Override
    public void close() {
        if (OPEN.compareAndSet(this, true, false)) {
            cache.release(entry);
        }
    }
}
