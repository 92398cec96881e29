package org.jdapl.conformance.rules.evd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.EventStream;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Tests;

/** Tests the rules of group EVD. */
final class EvdTests {

    @Tests("EVD-03")
    void givesNothingAtOnce(Environment env) throws InterruptedException {
        EventDispatcher empty = env.here().adapter().createEventDispatcher(8, EventStream.DTO);
        long start = env.time().now();

        for (int i = 0; i < 100; i++) {
            assertThat(empty.dequeue()).isNull();
            assertThat(empty.await(Duration.ZERO)).isNull();
        }

        assertThat(env.time().since(start)).isLessThan(Bound.LOCAL.nanos());
        assertThat(empty.size()).isZero();
    }

    @Tests("EVD-15")
    void waitsAsLongAsItIsTold(Environment env) throws InterruptedException {
        EventDispatcher empty = env.here().adapter().createEventDispatcher(8, EventStream.DTO);
        long limit = Bound.QUIET.nanos();
        long start = env.time().now();

        assertThat(empty.await(Duration.ofNanos(limit))).isNull();

        assertThat(env.time().since(start)).isBetween(limit, limit + Bound.LOCAL.nanos());
    }
}
