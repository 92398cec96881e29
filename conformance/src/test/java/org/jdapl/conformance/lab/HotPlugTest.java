package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.RegistryEvent;
import org.jdapl.api.RegistryWatch;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Devices that go and come. Before all other tests: what librdmacm has used and nobody has open it
 * keeps, and then it cannot be removed.
 */
@InLab
@Order(1)
final class HotPlugTest {

    private static final int RECEIVES = 8;

    /** So many messages are traffic. */
    private static final int FLOWS = 20;

    private static final Duration LIMIT = Duration.ofSeconds(LabDevice.LIMIT_S);

    @ParameterizedTest
    @EnumSource
    void aWatchTellsOfADeviceThatGoesAndComes(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry();
                RegistryWatch watch = registry.watch()) {
            device.unplug().join();
            assertThat(next(watch)).isInstanceOf(RegistryEvent.AdapterRemoved.class);
            assertThatThrownBy(() -> Ends.open(registry, device)).isInstanceOf(DatException.class);

            device.plug();
            RegistryEvent added = next(watch);
            assertThat(added).isInstanceOf(RegistryEvent.AdapterAdded.class);
            assertThat(added.adapter().name()).isEqualTo(device.adapter());
            assertThat(added.adapter().interfaces()).contains(device.address(1));
            Ends.open(registry, device).close();
            assertThat(watch.poll()).isEmpty();
        }
        requireNoListener();
    }

    private static void requireNoListener() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("jdapl-devices")) {
                assertThat(thread.join(LIMIT)).as("ended, since nobody watches").isTrue();
            }
        }
    }

    /** A test that fails leaves the devices to the others. */
    @AfterEach
    void plugIn() throws Exception {
        for (LabDevice device : LabDevice.values()) {
            if (!device.isThere()) {
                device.plug();
            }
        }
    }

    private static RegistryEvent next(RegistryWatch watch) throws InterruptedException {
        List<RegistryEvent> events = watch.await(LIMIT);
        assertThat(events).hasSize(1);
        return events.getFirst();
    }

    @ParameterizedTest
    @EnumSource
    void aDeviceRemovedUnderTrafficIsToldOnceAndLetGo(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry()) {
            Ends ends = Ends.connect(registry, device);
            CompletableFuture<Object> waiter = waitFor(ends.listening().requests());
            Traffic traffic = new Traffic(ends);
            traffic.flow();

            LabDevice.Running removal = device.unplug();

            for (Party party : ends.parties()) {
                Ends.async(party, AsyncEvent.AdapterCatastrophic.class);
                assertThat(party.await(party.adapter().asyncEvents(), Bound.QUIET)).isNull();
            }
            String last = traffic.join();
            for (Link end : ends.links()) {
                Ends.requireEnd(end);
                assertThat(end.state()).isEqualTo(EndpointState.DISCONNECTED);
            }
            List<DtoCompletion> left = Ends.completions(ends.there(), ends.far().receives());
            assertThat(left.stream().filter(d -> d.status() == CompletionStatus.FLUSHED))
                    .as("receives that were left, after " + last + ": " + left)
                    .hasSizeGreaterThanOrEqualTo(RECEIVES - 1);
            for (Party party : ends.parties()) {
                assertThat(party.adapter().census().outstandingReceives()).isZero();
                assertThat(party.adapter().census().outstandingRequests()).isZero();
            }
            assertThat(waiter.get(LabDevice.LIMIT_S, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> assertThat(e.code().type()).isEqualTo(DatType.ABORT));
            removal.join(); // though nobody has closed anything
            assertThatThrownBy(() -> ends.there().memory(8, Party.LOCAL_RIGHTS, 1))
                    .isInstanceOf(DatException.class);

            ends.close(); // within its bound
            device.plug();
            try (Ends again = Ends.connect(registry, device)) {
                again.exchange();
            }
        }
    }

    /** Waits without a limit for what never comes. */
    private static CompletableFuture<Object> waitFor(EventDispatcher dispatcher) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return String.valueOf(dispatcher.await(EventDispatcher.FOREVER));
                    } catch (DatException | InterruptedException e) {
                        return e;
                    }
                },
                LabDevice.THREADS);
    }

    /** Sends messages one after the other until that fails. */
    private static final class Traffic {
        private final AtomicInteger sent = new AtomicInteger();
        private final CompletableFuture<String> end;

        Traffic(Ends ends) {
            Guarded source = ends.here().memory(8, Party.LOCAL_RIGHTS, 1);
            Guarded sink = ends.there().memory(8, Party.LOCAL_RIGHTS, 2);
            for (int i = 0; i < RECEIVES; i++) {
                ends.far().endpoint().receive(sink.slice(0, 8), i);
            }
            end = CompletableFuture.supplyAsync(() -> send(ends, source, sink), LabDevice.THREADS);
        }

        private String send(Ends ends, Guarded source, Guarded sink) {
            try {
                while (true) {
                    ends.link().endpoint().send(source.slice(0, 8), sent.get());
                    requireSuccess(ends.here().await(ends.link().requests(), Bound.EVENT));
                    requireSuccess(ends.there().await(ends.far().receives(), Bound.EVENT));
                    ends.far().endpoint().receive(sink.slice(0, 8), sent.incrementAndGet());
                }
            } catch (DatException | InterruptedException | IllegalStateException e) {
                return e.toString();
            }
        }

        private static void requireSuccess(@Nullable Event event) {
            if (!(event instanceof DtoCompletion done)
                    || done.status() != CompletionStatus.SUCCESS) {
                throw new IllegalStateException("the end: " + event);
            }
        }

        /** Waits until it flows. */
        void flow() throws InterruptedException {
            long end = System.nanoTime() + LIMIT.toNanos();
            while (sent.get() < FLOWS && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            assertThat(sent.get()).as("messages").isGreaterThanOrEqualTo(FLOWS);
        }

        String join() throws Exception {
            return end.get(LabDevice.LIMIT_S, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingAfterTheRemovalIsQuickAndLeavesNothing(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry()) {
            Party idle = Ends.open(registry, device);
            LabDevice.Running removal = device.unplug();
            Ends.async(idle, AsyncEvent.AdapterCatastrophic.class);
            idle.close(); // within its bound
            removal.join();
            device.plug();
            try (Ends again = Ends.connect(registry, device)) {
                again.exchange();
            }
        }
    }
}
