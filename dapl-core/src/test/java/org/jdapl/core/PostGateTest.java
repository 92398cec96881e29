package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ThreadMode;
import org.jdapl.core.seam.SystemSeams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostGateTest {

    private static final int CONNECTED = EndpointState.CONNECTED.ordinal();
    private static final int DISCONNECTED = EndpointState.DISCONNECTED.ordinal();

    private static PostGate gate(ThreadMode mode, EndpointState state) {
        return new PostGate(mode, state, SystemSeams.PARKER);
    }

    @ParameterizedTest
    @EnumSource(ThreadMode.class)
    void aPostLearnsTheStateThatItEntered(ThreadMode mode) {
        for (EndpointState state : EndpointState.values()) {
            PostGate gate = gate(mode, state);
            assertThat(gate.enter(CONNECTED)).isEqualTo(state.ordinal());
            gate.leave(state.ordinal());
            assertThat(gate.enter(CONNECTED)).isEqualTo(state.ordinal());
        }
    }

    @Test
    void aSecondPosterOfASingleOwnerIsBusy() {
        PostGate gate = gate(ThreadMode.SINGLE_OWNER, EndpointState.CONNECTED);
        assertThat(gate.enter(CONNECTED)).isEqualTo(CONNECTED);
        assertThat(gate.enter(CONNECTED)).isEqualTo(PostStatus.BUSY);
        gate.leave(CONNECTED);
        assertThat(gate.enter(CONNECTED)).isEqualTo(CONNECTED);
    }

    @Test
    void aControlCallMakesASingleOwnerWaitAndNotBusy() throws InterruptedException {
        PostGate gate = gate(ThreadMode.SINGLE_OWNER, EndpointState.CONNECTED);
        gate.lock();
        AtomicInteger entered = new AtomicInteger(-99);
        Thread poster = Thread.ofPlatform().start(() -> entered.set(gate.enter(CONNECTED)));
        Thread.sleep(20);
        assertThat(entered).hasValue(-99);
        gate.unlock(DISCONNECTED);
        Rig.join(poster);
        assertThat(entered).hasValue(DISCONNECTED);
    }

    @Test
    void aClosedGateRefusesAlsoWhileAControlCallHoldsIt() {
        PostGate gate = gate(ThreadMode.SHARED, EndpointState.CONNECTED);
        gate.lock();
        gate.unlock(PostGate.CLOSED);
        assertThat(gate.enter(CONNECTED)).isEqualTo(PostStatus.CLOSED);
        gate.lock();
        assertThat(gate.enter(CONNECTED)).isEqualTo(PostStatus.CLOSED);
        gate.unlock();
        assertThat(gate.enter(CONNECTED)).isEqualTo(PostStatus.CLOSED);
    }

    @Test
    void aControlCallKeepsTheState() {
        PostGate gate = gate(ThreadMode.SHARED, EndpointState.RESERVED);
        gate.lock();
        gate.unlock();
        assertThat(gate.enter(CONNECTED)).isEqualTo(EndpointState.RESERVED.ordinal());
    }

    @Test
    void theModeCanChange() {
        PostGate gate = gate(ThreadMode.SHARED, EndpointState.CONNECTED);
        gate.lock();
        gate.setMode(ThreadMode.SINGLE_OWNER);
        gate.unlock();
        assertThat(gate.enter(CONNECTED)).isEqualTo(CONNECTED);
        assertThat(gate.enter(CONNECTED)).isEqualTo(PostStatus.BUSY);
    }

    @Test
    void postersAndControlCallsExcludeEachOther() throws InterruptedException {
        PostGate gate = gate(ThreadMode.SHARED, EndpointState.CONNECTED);
        int threads = 4;
        int rounds = 20_000;
        AtomicBoolean inside = new AtomicBoolean();
        AtomicInteger collisions = new AtomicInteger();
        AtomicLong posts = new AtomicLong();
        long[] guarded = new long[1];
        CountDownLatch done = new CountDownLatch(threads);
        for (int t = 0; t < threads; t++) {
            Thread.ofPlatform()
                    .start(
                            () -> {
                                for (int i = 0; i < rounds; i++) {
                                    int entered = gate.enter(CONNECTED);
                                    if (inside.getAndSet(true)) {
                                        collisions.incrementAndGet();
                                    }
                                    guarded[0]++;
                                    posts.incrementAndGet();
                                    inside.set(false);
                                    gate.leave(entered);
                                }
                                done.countDown();
                            });
        }
        int controls = 0;
        while (done.getCount() > 0 || controls < 1000) {
            gate.lock();
            if (inside.getAndSet(true)) {
                collisions.incrementAndGet();
            }
            guarded[0]++;
            controls++;
            inside.set(false);
            gate.unlock(controls % 2 == 0 ? CONNECTED : DISCONNECTED);
        }
        assertThat(done.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        assertThat(collisions).hasValue(0);
        assertThat(guarded[0]).isEqualTo((long) threads * rounds + controls);
        assertThat(posts).hasValue((long) threads * rounds);
    }

    @Test
    void aControlCallGetsInWhileAPosterNeverRests() {
        PostGate gate = gate(ThreadMode.SINGLE_OWNER, EndpointState.CONNECTED);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger busy = new AtomicInteger();
        Thread poster =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!stop.get()) {
                                        int entered = gate.enter(CONNECTED);
                                        if (entered < 0) {
                                            busy.incrementAndGet();
                                        } else {
                                            gate.leave(entered);
                                        }
                                    }
                                });
        for (int i = 0; i < 10_000; i++) {
            gate.lock();
            gate.unlock();
        }
        stop.set(true);
        Rig.join(poster);
        assertThat(busy).as("refusals although there is one poster").hasValue(0);
    }
}
