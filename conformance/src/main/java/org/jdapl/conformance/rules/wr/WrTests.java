package org.jdapl.conformance.rules.wr;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group WR. */
final class WrTests {

    private static final int MIB = 1 << 20;
    private static final int[] SIZES = {1, 7, 4_096, 65_537, MIB};
    private static final int SEED = 13;
    private static final int BLANK = 14;
    private static final int UNKNOWN = 0x5555_0000;

    @Tests("WR-01")
    void changesExactlyItsTarget(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(MIB + 8, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(MIB + 8, Party.ALL_RIGHTS, BLANK);
        RemoteRegion whole = theirs.region();
        int offset = 0;
        for (int size : SIZES) {
            RemoteRegion target = new RemoteRegion(whole.address() + offset, size, whole.key());

            pair.link().endpoint().write(mine.slice(3, size), target, size);

            pair.link().done().requireSuccess(size, OperationKind.RDMA_WRITE, size);
            pair.exchange(); // a message comes behind the write
            theirs.requireContents(offset, size, SEED, 3);
            theirs.requireOnlyChanged(offset, size);
            theirs.fill(BLANK);
            offset++;
        }
    }

    @Tests("WR-05")
    void failsWithAnUnknownKey(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, BLANK);
        RemoteRegion right = theirs.region();
        RemoteRegion wrong = new RemoteRegion(right.address(), 64, right.key() ^ UNKNOWN);

        pair.link().endpoint().write(mine.slice(0, 64), wrong, 1);

        Seen done = pair.link().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        theirs.requireUntouched();
        pair.link().endpoint().send(mine.slice(0, 1), 2);
        assertThat(pair.link().done().status()).isEqualTo(CompletionStatus.FLUSHED);
    }
}
