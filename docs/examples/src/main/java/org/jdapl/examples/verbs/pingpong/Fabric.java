package org.jdapl.examples.verbs.pingpong;

import java.util.List;
import java.util.Set;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.AddressVector;
import org.jdapl.verbs.CompletionChannel;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Device;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.Verbs;
import org.jspecify.annotations.Nullable;

/** The device and what both queues of a ping-pong need. Closing the device closes all of it. */
final class Fabric implements AutoCloseable {
    private final Options options;
    private final Context context;
    private final ProtectionDomain domain;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final MemoryRegion region;

    Fabric(Options options, int completionEntries, int bytes) {
        this.options = options;
        context = find(options.device()).open();
        domain = ProtectionDomain.create(context);
        channel = CompletionChannel.create(context);
        completions =
                CompletionQueue.create(
                        context, completionEntries, options.events() ? channel : null, 0);
        region = MemoryRegion.allocate(domain, bytes, Set.of(AccessFlag.LOCAL_WRITE));
        region.segment().fill((byte) '{');
    }

    private static Device find(@Nullable String name) {
        List<Device> devices = Verbs.devices();
        return devices.stream()
                .filter(device -> name == null || device.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        name == null ? "no RDMA devices" : "no device " + name));
    }

    ProtectionDomain domain() {
        return domain;
    }

    CompletionChannel channel() {
        return channel;
    }

    CompletionQueue completions() {
        return completions;
    }

    MemoryRegion region() {
        return region;
    }

    int lid() {
        return context.port(options.port()).lid();
    }

    Gid gid() {
        return options.gidIndex() < 0 ? Gid.ZERO : context.gid(options.port(), options.gidIndex());
    }

    /** The way to the other side: by its GID where there is one, or by its LID. */
    AddressVector wayTo(Destination destination) {
        return options.gidIndex() < 0
                ? AddressVector.of(options.port(), destination.lid())
                : AddressVector.of(options.port(), options.gidIndex(), destination.gid());
    }

    @Override
    public void close() {
        context.close();
    }
}
