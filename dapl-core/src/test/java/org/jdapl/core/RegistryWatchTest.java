package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.RegistryTest.adapter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.DatException;
import org.jdapl.api.RegistryEvent;
import org.jdapl.api.RegistryWatch;
import org.jdapl.core.fake.FakeProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistryWatchTest {

    private final FakeProvider provider = new FakeProvider();
    private final AdapterRegistry registry =
            new RegistryBuilder().discover(false).provider(provider).settings(Map.of()).build();
    private final RegistryWatch watch = registry.watch();

    @AfterEach
    void close() {
        registry.close();
    }

    private void devices(String... names) {
        provider.adapters = List.of(names).stream().map(n -> adapter(n)).toList();
    }

    private static List<String> texts(List<RegistryEvent> events) {
        return events.stream()
                .map(
                        e ->
                                (e instanceof RegistryEvent.AdapterAdded ? "+" : "-")
                                        + e.adapter().name())
                .toList();
    }

    @Test
    void whatIsThereAtTheStartIsNoChange() {
        assertThat(watch.poll()).isEmpty();
    }

    @Test
    void whatComesAndGoesIsToldOnceToEachWatch() {
        devices("one", "two");
        RegistryWatch later = registry.watch();
        watch.poll();
        devices("two", "three");
        assertThat(texts(watch.poll())).containsExactly("-fake:one", "+fake:three");
        assertThat(watch.poll()).isEmpty();
        assertThat(texts(later.poll())).containsExactly("-fake:one", "+fake:three");
    }

    @Test
    void anAdapterThatWentAndCameBackIsTwoEvents() {
        devices("one");
        watch.poll();
        devices();
        ((RegistryWatchImpl) watch).look();
        devices("one");
        assertThat(texts(watch.poll())).containsExactly("-fake:one", "+fake:one");
    }

    @Test
    void anAdapterThatCameAndWentUnreadIsNone() {
        devices("one");
        watch.poll();
        RegistryWatchImpl impl = (RegistryWatchImpl) watch;
        for (int i = 0; i < 1000; i++) {
            devices("one", "two");
            impl.look();
            devices("one");
            impl.look();
        }
        assertThat(watch.poll()).isEmpty();
    }

    @Test
    void anAdapterWhoseFactsChangeWentAndCame() {
        provider.adapters = List.of(adapter("one", "ib0"));
        watch.poll();
        provider.adapters = List.of(adapter("one", "ib1"));
        List<RegistryEvent> events = watch.poll();
        assertThat(texts(events)).containsExactly("-fake:one", "+fake:one");
        assertThat(events.getLast().adapter().interfaces()).containsExactly("ib1");
    }

    @Test
    void waitingEndsWithAChangeThatNobodyReports() throws InterruptedException {
        devices("one");
        watch.poll();
        Thread changer = whileThisThreadWaits(this::devices);
        assertThat(texts(watch.await(Rig.LIMIT))).containsExactly("-fake:one");
        Rig.join(changer);
    }

    @Test
    void waitingEndsAtOnceWithAChangeThatTheProviderTells() throws InterruptedException {
        devices("one");
        watch.poll();
        Thread changer =
                whileThisThreadWaits(
                        () -> {
                            devices("one", "two");
                            provider.watchers.forEach(Runnable::run);
                        });
        assertThat(texts(watch.await(Rig.LIMIT))).containsExactly("+fake:two");
        Rig.join(changer);
    }

    @Test
    void providersAreListenedToWhileSomebodyWatches() {
        assertThat(provider.watchers).hasSize(1);
        RegistryWatch second = registry.watch();
        watch.close();
        assertThat(provider.watchers).hasSize(1);
        second.close();
        second.close();
        assertThat(provider.watchers).isEmpty();
        registry.watch();
        assertThat(provider.watchers).hasSize(1);
        registry.removeProvider("fake");
        assertThat(provider.watchers).isEmpty();
    }

    @Test
    void closingTheRegistryEndsTheListening() {
        registry.close();
        assertThat(provider.watchers).isEmpty();
    }

    @Test
    void waitingEndsAtOnceWithAChangeThatIsReported() throws InterruptedException {
        AtomicReference<List<RegistryEvent>> seen = new AtomicReference<>(List.of());
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        seen.set(watch.await(Rig.LIMIT));
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                });
        Rig.until("it waits", () -> waiter.getState() == Thread.State.TIMED_WAITING);
        registry.removeProvider("fake");
        Rig.join(waiter);
        assertThat(texts(seen.get())).containsExactly("-fake:one", "-fake:two");
    }

    @Test
    void waitingEndsWithTheTimeTheRegistryOrAnInterrupt() throws InterruptedException {
        assertThat(watch.await(Duration.ZERO)).isEmpty();
        assertThat(watch.await(Duration.ofMillis(1))).isEmpty();
        assertThatThrownBy(() -> watch.await(Duration.ofMillis(-1)))
                .isInstanceOf(DatException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> watch.await(Rig.LIMIT)).isInstanceOf(InterruptedException.class);
        Thread closer = whileThisThreadWaits(registry::close);
        assertThat(watch.await(Rig.LIMIT)).isEmpty();
        Rig.join(closer);
        devices();
        assertThat(watch.poll()).isEmpty();
    }

    @Test
    void whoAppliesTheEventsHasTheListWhateverThreadsLook() throws InterruptedException {
        TreeSet<String> mine = new TreeSet<>();
        registry.adapters().forEach(a -> mine.add(a.name()));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () ->
                                            IntStream.range(0, 300)
                                                    .forEach(
                                                            i -> {
                                                                devices("a" + i % 3, "b" + i % 2);
                                                                ((RegistryWatchImpl) watch).look();
                                                            })));
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            apply(mine);
        }
        threads.forEach(Rig::join);
        apply(mine);
        assertThat(mine)
                .containsExactlyElementsOf(
                        registry.adapters().stream().map(AdapterInfo::name).toList());
    }

    private static Thread whileThisThreadWaits(Runnable action) {
        Thread me = Thread.currentThread();
        return Thread.ofPlatform()
                .start(
                        () -> {
                            Rig.until(
                                    "it waits", () -> me.getState() == Thread.State.TIMED_WAITING);
                            action.run();
                        });
    }

    private void apply(TreeSet<String> mine) {
        for (RegistryEvent e : watch.poll()) {
            boolean changed =
                    e instanceof RegistryEvent.AdapterAdded
                            ? mine.add(e.adapter().name())
                            : mine.remove(e.adapter().name());
            assertThat(changed).as(e.toString()).isTrue();
        }
    }
}
