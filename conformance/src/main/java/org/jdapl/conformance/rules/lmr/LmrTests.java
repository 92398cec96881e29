package org.jdapl.conformance.rules.lmr;

import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group LMR. */
final class LmrTests {

    private static final int PAGE = 4096;
    private static final int MIB = 1 << 20;

    @Tests("LMR-01")
    void registersAnySize(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        for (int size : new int[] {1, PAGE - 1, PAGE, PAGE + 1, MIB}) {
            Guarded mine = Expect.given(() -> env.here().memory(size, Party.LOCAL_RIGHTS, 1));
            RemoteMemory theirs = env.there().memory(size, Party.ALL_RIGHTS, 2);

            pair.link().endpoint().write(mine.slice(0, size), theirs.region(), size);

            pair.link().done().requireSuccess(size, OperationKind.RDMA_WRITE, size);
            pair.link().endpoint().read(mine.slice(0, size), theirs.region(), size);
            pair.link().done().requireSuccess(size, OperationKind.RDMA_READ, size);
            mine.requireContents(0, size, 1, 0);
            theirs.requireContents(0, size, 1, 0);
        }
    }

    @Tests("LMR-03")
    void refusesNoMemory(Environment env) {
        Expect.refused(
                () -> env.here().zone().allocate(0, Party.LOCAL_RIGHTS), DatType.LENGTH_ERROR);
        Expect.refused(() -> env.here().memory(0, Party.LOCAL_RIGHTS, 1), DatType.LENGTH_ERROR);
    }
}
