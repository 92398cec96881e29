package org.jdapl.conformance.rules.prt;

import java.util.Set;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group PRT. */
final class PrtTests {

    private static final int LENGTH = 64;
    private static final int SEED = 17;
    private static final int BLANK = 18;
    private static final Set<Privilege> NO_REMOTE_WRITE =
            Set.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE, Privilege.REMOTE_READ);

    @Tests("PRT-03")
    void stopsAWriteWithoutTheRight(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory target = env.there().memory(LENGTH, NO_REMOTE_WRITE, BLANK);

        pair.link().endpoint().write(mine.slice(0, LENGTH), target.region(), 1);

        Seen done = pair.link().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        target.requireUntouched();
    }
}
