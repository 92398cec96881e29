package org.jdapl.provider.verbs;

import org.jdapl.api.data.Privilege;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;

/** A registered region. */
final class VerbsMemoryRegion implements MemoryRegion {
    private static final int REMOTE =
            Privilege.REMOTE_READ.bit()
                    | Privilege.REMOTE_WRITE.bit()
                    | Privilege.REMOTE_ATOMIC.bit();

    private final org.jdapl.verbs.MemoryRegion region;
    private final long address;
    private final int lkey;
    private final long remoteKey;

    VerbsMemoryRegion(org.jdapl.verbs.MemoryRegion region, int privileges) {
        this.region = region;
        address = region.address();
        lkey = region.lkey();
        // Some drivers give every region a key, whatever peers may do with it.
        remoteKey = (privileges & REMOTE) == 0 ? 0 : Integer.toUnsignedLong(region.rkey());
    }

    org.jdapl.verbs.MemoryRegion verbs() {
        return region;
    }

    /** Where it begins, as scatter/gather elements name it. */
    long address() {
        return address;
    }

    int lkey() {
        return lkey;
    }

    @Override
    public long remoteKey() {
        return remoteKey;
    }

    @Override
    public long remoteAddress() {
        return address;
    }

    @Override
    public void close() {
        try {
            region.close();
        } catch (VerbsException e) {
            if (e.error() != VerbsError.NO_DEVICE) { // one that has gone touches nothing
                throw StatusTable.control(e);
            }
        }
    }
}
