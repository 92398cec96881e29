package org.jdapl.verbs.access;

import java.lang.invoke.MethodHandles;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jdapl.verbs.AddressHandle;
import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.CompletionChannel;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.SharedReceiveQueue;
import org.jdapl.verbs.handle.Lifetime;
import org.jspecify.annotations.Nullable;

/**
 * The native side of handles. A pointer is good while the handle is {@linkplain Lifetime#use in
 * use}.
 */
public abstract class HandleAccess {
    private static @Nullable HandleAccess instance;

    /** For the one class that implements it. */
    protected HandleAccess() {}

    /** The access. */
    public static HandleAccess get() {
        HandleAccess access = instance;
        if (access == null) {
            try {
                MethodHandles.lookup().ensureInitialized(QueuePair.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            access = instance;
            if (access == null) {
                throw new AssertionError("nobody gave access to handles");
            }
        }
        return access;
    }

    /** Called once, by the package of the handles. */
    public static void set(HandleAccess access) {
        instance = access;
    }

    /**
     * The context of a device that another library opened, and closes. The same object for the same
     * pointer, until it is closed; closing it closes what was made from it, and not the device.
     */
    public abstract Context adopt(long context);

    public abstract long pointer(Context context);

    public abstract Lifetime lifetime(Context context);

    public abstract long pointer(ProtectionDomain domain);

    public abstract Lifetime lifetime(ProtectionDomain domain);

    public abstract long pointer(CompletionChannel channel);

    public abstract Lifetime lifetime(CompletionChannel channel);

    public abstract long pointer(CompletionQueue queue);

    public abstract Lifetime lifetime(CompletionQueue queue);

    public abstract long pointer(SharedReceiveQueue queue);

    public abstract Lifetime lifetime(SharedReceiveQueue queue);

    public abstract long pointer(QueuePair queuePair);

    public abstract Lifetime lifetime(QueuePair queuePair);

    public abstract long pointer(MemoryRegion region);

    public abstract Lifetime lifetime(MemoryRegion region);

    public abstract long pointer(AddressHandle handle);

    /**
     * A queue pair that another library makes.
     *
     * @param owner what it is closed with, besides its domain and queues
     * @param maker makes it of the {@code ibv_qp_init_attr} at an address; it gives the pointer
     * @param destroyer destroys it
     */
    public abstract QueuePair makeQueuePair(
            ProtectionDomain domain,
            QueuePairOptions options,
            @Nullable Lifetime owner,
            LongUnaryOperator maker,
            LongConsumer destroyer);

    /** The {@code ibv_qp_attr} of attributes that another library fills in. */
    public abstract long address(QueuePairAttributes attributes);

    /** What that library said is to be set. */
    public abstract void mask(QueuePairAttributes attributes, int mask);

    /** The {@code ibv_ah_attr} at an address. */
    public abstract AddressVector readAddressVector(long attr);
}
