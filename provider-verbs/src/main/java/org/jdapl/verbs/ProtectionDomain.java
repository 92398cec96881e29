package org.jdapl.verbs;

import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.handle.Lifetime;

/**
 * What belongs together: queue pairs of a protection domain reach its memory regions, and no
 * others. {@code struct ibv_pd}.
 *
 * <p>Thread-safe. Closing it closes everything that was made from it.
 */
public final class ProtectionDomain implements AutoCloseable {
    private static final String KIND = "protection domain";

    private final Context context;
    private final long pointer;
    private final Lifetime lifetime;
    private final Gates sendGates = new Gates();

    private ProtectionDomain(Context context, long pointer) {
        this.context = context;
        this.pointer = pointer;
        lifetime =
                Lifetime.of(
                        KIND, () -> context.library().deallocPd.check(pointer), context.lifetime());
    }

    /**
     * Makes a protection domain: {@code ibv_alloc_pd}.
     *
     * @param context the device
     * @return the domain, which the caller owns
     * @throws VerbsException if the device has no more
     */
    public static ProtectionDomain create(Context context) {
        try (var _ = context.lifetime().use("ProtectionDomain.create")) {
            return new ProtectionDomain(
                    context, context.library().allocPd.pointer(context.pointer()));
        }
    }

    /**
     * The device.
     *
     * @return its context
     */
    public Context context() {
        return context;
    }

    /**
     * Whether it can be used.
     *
     * @return false once it is closed, or being closed
     */
    public boolean isOpen() {
        return lifetime.isOpen();
    }

    /**
     * Closes everything that was made from it, newest first, then frees it: {@code ibv_dealloc_pd}.
     * Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    /** The gates of the send queues of it. */
    Gates sendGates() {
        return sendGates;
    }

    long pointer() {
        return pointer;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /**
     * The domain, for a debugger.
     *
     * @return its kind and device
     */
    @Override
    public String toString() {
        return KIND + " on " + context;
    }
}
