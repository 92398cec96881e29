package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.jdapl.verbs.struct.DeviceConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AsyncEventTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private Context context;

    @BeforeEach
    void open() {
        MockVerbs.use();
        MockVerbs.setDevices(1);
        context = Verbs.devices().getFirst().open();
    }

    @AfterEach
    void close() {
        context.close();
        MockVerbs.setPort(true);
        MockVerbs.assertClean();
    }

    private static AsyncEvent ofPort(AsyncEventType type) {
        return new AsyncEvent(type, null, 1, type.code());
    }

    @Test
    void shouldTellThatAPortWentDownAndCameBack() {
        MockVerbs.setPort(false);
        MockVerbs.setPort(true);

        assertThat(context.awaitAsyncEvent(LONG)).contains(ofPort(AsyncEventType.PORT_ERR));
        assertThat(context.awaitAsyncEvent(LONG)).contains(ofPort(AsyncEventType.PORT_ACTIVE));
        assertThat(context.pollAsyncEvent()).isEmpty();
    }

    @Test
    void shouldTellTheDevicesOwnEventsWithoutAPort() {
        MockVerbs.raise(DeviceConstants.IBV_EVENT_DEVICE_FATAL);

        AsyncEvent event = context.pollAsyncEvent().orElseThrow();

        assertThat(event.type()).isEqualTo(AsyncEventType.DEVICE_FATAL);
        assertThat(event.port()).isZero();
        assertThat(event.element()).isNull();
    }

    @Test
    void shouldTellTheCodeOfAnEventThatItDoesNotKnow() {
        MockVerbs.raise(77);

        AsyncEvent event = context.pollAsyncEvent().orElseThrow();

        assertThat(event.type()).isEqualTo(AsyncEventType.UNKNOWN);
        assertThat(event.code()).isEqualTo(77);
    }

    @Test
    void shouldNameTheQueuePairAndNotHoldUpItsClosing() {
        ProtectionDomain domain = ProtectionDomain.create(context);
        CompletionQueue queue = CompletionQueue.create(context, 4);
        QueuePair pair =
                QueuePair.create(
                        domain,
                        QueuePairOptions.of(QueuePairType.RC, queue, QueuePairCapacities.of(1, 1)));
        MockVerbs.raiseOf(pair.number(), DeviceConstants.IBV_EVENT_PATH_MIG);

        AsyncEvent event = context.awaitAsyncEvent(LONG).orElseThrow();

        assertThat(event.type()).isEqualTo(AsyncEventType.PATH_MIG);
        assertThat(event.element()).isSameAs(pair);
        pair.close();
        assertThat(pair.isOpen()).isFalse();
    }

    @Test
    void shouldForgetTheEventsOfWhatIsClosed() {
        ProtectionDomain domain = ProtectionDomain.create(context);
        CompletionQueue queue = CompletionQueue.create(context, 4);
        QueuePair pair =
                QueuePair.create(
                        domain,
                        QueuePairOptions.of(QueuePairType.RC, queue, QueuePairCapacities.of(1, 1)));
        MockVerbs.raiseOf(pair.number(), DeviceConstants.IBV_EVENT_PATH_MIG);
        pair.close();

        assertThat(context.pollAsyncEvent()).isEmpty();
    }

    @Test
    void shouldWaitUntilTheTimeIsUp() {
        long beginNs = System.nanoTime();

        assertThat(context.awaitAsyncEvent(Duration.ofMillis(50))).isEmpty();

        assertThat(System.nanoTime() - beginNs).isGreaterThanOrEqualTo(50_000_000L);
    }

    private static <T> FutureTask<T> inThread(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    @Test
    void shouldWakeWhoWaitsWhenAnEventComes() throws Exception {
        FutureTask<Optional<AsyncEvent>> waiting = inThread(() -> context.awaitAsyncEvent(LONG));
        Thread.sleep(20);
        MockVerbs.setPort(false);

        assertThat(waiting.get(20, TimeUnit.SECONDS)).contains(ofPort(AsyncEventType.PORT_ERR));
    }

    @Test
    void shouldEndWaitingWhenTheContextIsClosed() throws Exception {
        FutureTask<Optional<AsyncEvent>> waiting = inThread(() -> context.awaitAsyncEvent(LONG));
        Thread.sleep(20);
        context.close();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
                .havingCause()
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.error()).isEqualTo(VerbsError.CLOSED));
    }

    @Test
    void shouldEndWaitingWhenTheThreadIsInterrupted() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> context.awaitAsyncEvent(LONG))
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
    }
}
