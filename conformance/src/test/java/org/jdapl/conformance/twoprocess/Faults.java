package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Pair;

/**
 * What a portable program may rely on when an operation goes wrong: an error on the request, or its
 * success and then a broken connection.
 */
final class Faults {

    private Faults() {}

    /**
     * Demands the outcome of a request that the peer refuses: it fails with one of the statuses, or
     * succeeds locally, or is flushed; then the connection ends at both sides, and the endpoint is
     * disconnected.
     */
    static void expectFault(Pair pair, long cookie, CompletionStatus... statuses)
            throws InterruptedException {
        Set<CompletionStatus> allowed =
                EnumSet.of(CompletionStatus.SUCCESS, CompletionStatus.FLUSHED);
        allowed.addAll(List.of(statuses));
        Seen done = pair.link().next(Link.Queue.REQUESTS, Bound.EVENT);
        assertThat(done.cookie()).isEqualTo(cookie);
        assertThat(done.status()).isIn(allowed);
        expectEnd(pair.link());
        expectEnd(pair.far().connectionEvent());
    }

    /**
     * Demands that the connection ends, broken or by the peer, and that nothing comes after that.
     */
    static void expectEnd(Link link) throws InterruptedException {
        expectEnd(link.next(Link.Queue.CONNECTIONS, Bound.BROKEN));
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    static void expectEnd(Seen event) {
        assertThat(event.kind())
                .as(event.toString())
                .isIn(
                        ConnectionEvent.Broken.class.getSimpleName(),
                        ConnectionEvent.Disconnected.class.getSimpleName());
    }

    /**
     * Takes as many completions as are expected, and demands that they carry these cookies in this
     * order.
     */
    static List<Seen> expectInOrder(Link link, Link.Queue queue, long first, int count)
            throws InterruptedException {
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Seen one = link.next(queue, Bound.EVENT);
            assertThat(one.isCompletion()).as(one.toString()).isTrue();
            assertThat(one.cookie())
                    .as("completion %s of %s: %s", i, count, one)
                    .isEqualTo(first + i);
            seen.add(one);
        }
        return seen;
    }
}
