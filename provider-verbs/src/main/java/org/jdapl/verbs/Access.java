package org.jdapl.verbs;

import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jdapl.verbs.access.HandleAccess;
import org.jdapl.verbs.handle.Lifetime;
import org.jspecify.annotations.Nullable;

/** Gives the packages above this one what is private to it. */
final class Access extends HandleAccess {

    @Override
    public Context adopt(long context) {
        return Context.adopt(context);
    }

    @Override
    public long pointer(Context context) {
        return context.pointer();
    }

    @Override
    public Lifetime lifetime(Context context) {
        return context.lifetime();
    }

    @Override
    public long pointer(ProtectionDomain domain) {
        return domain.pointer();
    }

    @Override
    public Lifetime lifetime(ProtectionDomain domain) {
        return domain.lifetime();
    }

    @Override
    public long pointer(CompletionChannel channel) {
        return channel.pointer();
    }

    @Override
    public Lifetime lifetime(CompletionChannel channel) {
        return channel.lifetime();
    }

    @Override
    public long pointer(CompletionQueue queue) {
        return queue.pointer();
    }

    @Override
    public Lifetime lifetime(CompletionQueue queue) {
        return queue.lifetime();
    }

    @Override
    public long pointer(SharedReceiveQueue queue) {
        return queue.pointer();
    }

    @Override
    public Lifetime lifetime(SharedReceiveQueue queue) {
        return queue.lifetime();
    }

    @Override
    public long pointer(QueuePair queuePair) {
        return queuePair.pointer();
    }

    @Override
    public Lifetime lifetime(QueuePair queuePair) {
        return queuePair.lifetime();
    }

    @Override
    public long pointer(MemoryRegion region) {
        return region.pointer();
    }

    @Override
    public Lifetime lifetime(MemoryRegion region) {
        return region.lifetime();
    }

    @Override
    public long pointer(AddressHandle handle) {
        return handle.pointer();
    }

    @Override
    public QueuePair makeQueuePair(
            ProtectionDomain domain,
            QueuePairOptions options,
            @Nullable Lifetime owner,
            LongUnaryOperator maker,
            LongConsumer destroyer) {
        return QueuePair.make(domain, options, owner, maker, destroyer);
    }

    @Override
    public long address(QueuePairAttributes attributes) {
        return attributes.address();
    }

    @Override
    public void mask(QueuePairAttributes attributes, int mask) {
        var _ = attributes.withMask(mask);
    }

    @Override
    public AddressVector readAddressVector(long attr) {
        return AddressVector.read(attr);
    }
}
