package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.Set;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;
import org.junit.jupiter.api.Test;

/** ATM-11 of the list: an atomic operation takes place once, however often it is sent. */
@InLab
final class LostPacketsTest {

    private static final int LOSS_PERCENT = 5;
    private static final int WORD = 8;
    private static final long FIRST = 1_000;

    /** So many at least, and so many at most until an answer was lost. */
    private static final int ADDITIONS = 50;

    private static final int MOST = 40 * ADDITIONS;

    private static final Set<Privilege> RIGHTS = Set.of(Privilege.values());

    @Test
    void anAdditionTakesPlaceOnceThoughItsAnswerWasLost() throws Exception {
        try (AdapterRegistry registry = Ends.registry();
                Ends ends =
                        Ends.connect(
                                Ends.open(registry, "ib:rxe0"), Ends.open(registry, "ib:rxe1"))) {
            Party here = ends.here();
            Party there = ends.there();
            Link link = ends.link();
            Guarded word = there.memory(WORD, RIGHTS, 1);
            word.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, 0, FIRST);
            Guarded old = here.memory(WORD, Party.LOCAL_RIGHTS, 2);
            long before = LossyCable.duplicates("rxe1");

            int added = 0;
            try (LossyCable _ = LossyCable.losing(LOSS_PERCENT)) {
                while (added < ADDITIONS
                        || (LossyCable.duplicates("rxe1") == before && added < MOST)) {
                    assertThat(addOne(link, old, word.region().remoteRegion()))
                            .as("what %s additions have made of it", added)
                            .isEqualTo(FIRST + added);
                    added++;
                }
            }

            assertThat(word.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
                    .isEqualTo(FIRST + added);
            assertThat(LossyCable.duplicates("rxe1"))
                    .as("requests that came twice in %s additions: else nothing was shown", added)
                    .isGreaterThan(before);
        }
    }

    /** Adds one, and waits; the number that was there. */
    private static long addOne(Link link, Guarded old, RemoteRegion word)
            throws InterruptedException {
        Work work =
                link.party()
                        .adapter()
                        .createWork(1)
                        .addSegment(old.region(), 0, WORD)
                        .cookie(1)
                        .fetchAndAdd(word.address(), word.key(), 1);
        assertThat(link.endpoint().post(work)).isEqualTo(PostStatus.OK);
        // The device sends again after some tenths of a second, up to seven times.
        link.next(Link.Queue.REQUESTS, Bound.TEST)
                .requireSuccess(1, OperationKind.FETCH_AND_ADD, WORD);
        return old.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }
}
