package org.jdapl.conformance.rules.fls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;

/** Tests the rules of group FLS. */
final class FlsTests {

    private static final int RECEIVES = 16;

    private static Pair endedWithReceives(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded memory = env.here().memory(RECEIVES, Party.LOCAL_RIGHTS, 1);
        for (int i = 0; i < RECEIVES; i++) {
            pair.link().endpoint().receive(memory.slice(i, 1), i);
        }
        pair.far().disconnect(DisconnectMode.ABRUPT);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        return pair;
    }

    @Tests("FLS-02")
    void flushesEveryReceiveOnce(Environment env) throws InterruptedException {
        Pair pair = endedWithReceives(env);

        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < RECEIVES; i++) {
            Seen flushed = pair.link().received();
            assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
            assertThat(seen.add(flushed.cookie())).as("first completion of %s", flushed).isTrue();
        }
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        assertThat(env.here().adapter().census().outstandingReceives()).isZero();
    }

    @Tests("FLS-05")
    void flushesInTheOrderOfThePosts(Environment env) throws InterruptedException {
        Pair pair = endedWithReceives(env);

        Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, RECEIVES);
    }
}
