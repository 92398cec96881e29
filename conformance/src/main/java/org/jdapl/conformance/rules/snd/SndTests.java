package org.jdapl.conformance.rules.snd;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group SND. */
final class SndTests {

    private static final int MIB = 1 << 20;
    private static final int[] SIZES = {0, 1, 1_447, 1_448, 1_449, 65_536, MIB};
    private static final int SEED = 11;
    private static final int BLANK = 12;

    @Tests("SND-01")
    void carriesMessagesOfEverySize(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(MIB + 64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(MIB + 64, Party.LOCAL_RIGHTS, BLANK);
        for (int size : SIZES) {
            pair.far().mustReceive(size, theirs.part(7, MIB));

            pair.link().endpoint().send(mine.slice(3, size), size);

            pair.far().received().requireSuccess(size, OperationKind.RECEIVE, size);
            pair.link().done().requireSuccess(size, OperationKind.SEND, size);
            theirs.requireContents(7, size, SEED, 3);
            theirs.requireOnlyChanged(7, size);
            theirs.fill(BLANK);
        }
    }

    @Tests("SND-04")
    void tellsTheLength(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(100, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(100, Party.LOCAL_RIGHTS, SEED);
        for (int size : new int[] {0, 1, 99}) {
            pair.link().endpoint().receive(mine.slice(0, 100), 1);
            pair.far().mustReceive(2, theirs.whole());

            pair.far().mustSend(3, theirs.part(0, size));
            pair.link().endpoint().send(mine.slice(0, size), 4);

            assertThat(pair.link().received().length()).isEqualTo(size);
            assertThat(pair.link().done().length()).isEqualTo(size);
            assertThat(pair.far().received().length()).isEqualTo(size);
            assertThat(pair.far().done().length()).isEqualTo(size);
        }
    }
}
