package org.jdapl.conformance.rules.rdm;

import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group RDM. */
final class RdmTests {

    private static final int MIB = 1 << 20;
    private static final int[] SIZES = {1, 7, 4_096, 65_537, MIB};
    private static final int SEED = 15;
    private static final int BLANK = 16;

    @Tests("RDM-01")
    void fillsExactlyItsSink(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(MIB + 8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(MIB + 8, Party.ALL_RIGHTS, SEED);
        RemoteRegion whole = theirs.region();
        int offset = 0;
        for (int size : SIZES) {
            RemoteRegion source = new RemoteRegion(whole.address() + offset, size, whole.key());

            pair.link().endpoint().read(mine.slice(3, size), source, size);

            pair.link().done().requireSuccess(size, OperationKind.RDMA_READ, size);
            mine.requireContents(3, size, SEED, offset);
            mine.requireOnlyChanged(3, size);
            mine.fill(BLANK);
            offset++;
        }
        theirs.requireUntouched();
    }

    @Tests("RDM-06")
    void readsNothing(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(8, Party.ALL_RIGHTS, SEED);
        for (long key : new long[] {theirs.region().key(), 0x1234_5678}) {
            RemoteRegion source = new RemoteRegion(theirs.region().address(), 0, key);

            pair.link().endpoint().read(mine.slice(4, 0), source, key);

            pair.link().done().requireSuccess(key, OperationKind.RDMA_READ, 0);
        }
        mine.requireUntouched();
        pair.exchange();
    }
}
