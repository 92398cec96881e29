package org.jdapl.provider.verbs;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.Privilege;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.verbs.AccessFlag;

/** A protection domain. */
final class VerbsProtectionDomain implements ProtectionDomain {
    private final VerbsAdapter adapter;
    private final org.jdapl.verbs.ProtectionDomain domain;

    VerbsProtectionDomain(VerbsAdapter adapter) {
        this.adapter = adapter;
        domain = org.jdapl.verbs.ProtectionDomain.create(adapter.context());
    }

    VerbsAdapter adapter() {
        return adapter;
    }

    org.jdapl.verbs.ProtectionDomain verbs() {
        return domain;
    }

    @Override
    public MemoryRegion register(MemorySegment segment, int privileges) {
        return Native.call(
                () ->
                        new VerbsMemoryRegion(
                                org.jdapl.verbs.MemoryRegion.register(
                                        domain, segment, access(privileges)),
                                privileges));
    }

    /**
     * The device's rights for DAT's privileges. Peers may not write where the device itself may
     * not; a read's sink needs the right for peers where the response names it.
     */
    private Set<AccessFlag> access(int privileges) {
        Set<AccessFlag> access = EnumSet.noneOf(AccessFlag.class);
        if (Privilege.LOCAL_WRITE.in(privileges)) {
            access.add(AccessFlag.LOCAL_WRITE);
            if (adapter.traits().readSinkNeedsRemoteWrite()) {
                access.add(AccessFlag.REMOTE_WRITE);
            }
        }
        if (Privilege.REMOTE_READ.in(privileges)) {
            access.add(AccessFlag.REMOTE_READ);
        }
        if (Privilege.REMOTE_WRITE.in(privileges)) {
            access.add(AccessFlag.REMOTE_WRITE);
            access.add(AccessFlag.LOCAL_WRITE);
        }
        if (Privilege.REMOTE_ATOMIC.in(privileges)) {
            access.add(AccessFlag.REMOTE_ATOMIC);
            access.add(AccessFlag.LOCAL_WRITE);
        }
        if (adapter.attributes().has(Capability.MEMORY_WINDOW)
                || adapter.attributes().has(Capability.MEMORY_WINDOW_ENDPOINT)) {
            access.add(AccessFlag.MW_BIND);
        }
        return access;
    }

    @Override
    public void close() {
        adapter.attempts().free(() -> Native.run(domain::close));
    }
}
