package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimersTest {

    private final long[] now = {1000};
    private final List<RuntimeException> failures = new ArrayList<>();
    private final Timers timers = new Timers(() -> now[0], failures::add);
    private final List<String> fired = new ArrayList<>();

    private void fireAt(long time) {
        now[0] = time;
        timers.fire();
    }

    @Test
    void timersFireInTheOrderOfTheirDeadlines() {
        timers.set(30, () -> fired.add("c"));
        timers.set(10, () -> fired.add("a"));
        timers.set(20, () -> fired.add("b"));
        fireAt(1009);
        assertThat(fired).isEmpty();
        fireAt(1010);
        assertThat(fired).containsExactly("a");
        fireAt(2000);
        assertThat(fired).containsExactly("a", "b", "c");
        fireAt(3000);
        assertThat(fired).hasSize(3);
    }

    @Test
    void aCancelledTimerDoesNotFire() {
        Timers.Timer a = timers.set(10, () -> fired.add("a"));
        timers.set(10, () -> fired.add("b"));
        timers.cancel(a);
        timers.cancel(a);
        fireAt(5000);
        assertThat(fired).containsExactly("b");
    }

    @Test
    void noLimitNeverFires() {
        timers.set(Long.MAX_VALUE, () -> fired.add("never"));
        assertThat(timers.limit(77)).isEqualTo(77);
        fireAt(Long.MAX_VALUE - 5);
        assertThat(fired).isEmpty();
    }

    @Test
    void aWaitIsNotLongerThanTheNextTimer() {
        assertThat(timers.limit(77)).isEqualTo(77);
        Timers.Timer t = timers.set(10, () -> {});
        assertThat(timers.limit(77)).isEqualTo(10);
        assertThat(timers.limit(7)).isEqualTo(7);
        now[0] = 1020;
        assertThat(timers.limit(77)).isEqualTo(-10);
        timers.cancel(t);
        assertThat(timers.limit(77)).isEqualTo(77);
    }

    @Test
    void anActionThatThrowsKeepsNoOtherFromRunning() {
        RuntimeException failure = new IllegalStateException("planned");
        timers.set(
                1,
                () -> {
                    throw failure;
                });
        timers.set(2, () -> fired.add("b"));
        fireAt(2000);
        assertThat(fired).containsExactly("b");
        assertThat(failures).containsExactly(failure);
    }

    @Test
    void anActionMaySetAnotherTimer() {
        timers.set(1, () -> timers.set(1, () -> fired.add("second")));
        fireAt(1001);
        assertThat(fired).isEmpty();
        fireAt(1002);
        assertThat(fired).containsExactly("second");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 15, Long.MIN_VALUE, -5, 0})
    void theClockMayStartAnywhereAndOverflow(long start) {
        now[0] = start;
        timers.set(20, () -> fired.add("b"));
        timers.set(10, () -> fired.add("a"));
        timers.set(1_000_000, () -> fired.add("c"));
        fireAt(start + 9);
        assertThat(fired).isEmpty();
        assertThat(timers.limit(Long.MAX_VALUE)).isEqualTo(1);
        fireAt(start + 25);
        assertThat(fired).containsExactly("a", "b");
    }
}
