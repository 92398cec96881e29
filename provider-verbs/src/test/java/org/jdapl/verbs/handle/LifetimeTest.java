package org.jdapl.verbs.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;

class LifetimeTest {

    private final List<String> freed = Collections.synchronizedList(new ArrayList<>());

    private Lifetime named(String name, Lifetime... parents) {
        return Lifetime.of(name, () -> freed.add(name), parents);
    }

    @Test
    void shouldCloseItsChildrenBeforeItselfNewestFirst() {
        Lifetime device = named("device");
        Lifetime domain = named("domain", device);
        named("region 1", domain);
        named("region 2", domain);
        named("queue", device);

        device.close();

        assertThat(freed).containsExactly("queue", "region 2", "region 1", "domain", "device");
    }

    @Test
    void shouldForgetAChildThatWasClosedByItself() {
        Lifetime domain = named("domain");
        Lifetime queue = named("queue");
        Lifetime pair = named("pair", domain, queue);
        assertThat(domain.childCount()).isOne();
        assertThat(queue.childCount()).isOne();

        pair.close();

        assertThat(domain.childCount()).isZero();
        assertThat(queue.childCount()).isZero();
        domain.close();
        queue.close();
        assertThat(freed).containsExactly("pair", "domain", "queue");
    }

    @Test
    void shouldCloseAChildOfTwoParentsOnceWhicheverOfThemCloses() {
        Lifetime domain = named("domain");
        Lifetime queue = named("queue");
        named("pair", domain, queue);

        queue.close();
        domain.close();

        assertThat(freed).containsExactly("pair", "queue", "domain");
    }

    @Test
    void shouldRefuseUsesFromTheCloseOn() {
        Lifetime device = named("device mock0");
        device.use("query").close();
        device.close();
        device.close();

        assertThat(freed).containsExactly("device mock0");
        assertThat(device.isOpen()).isFalse();
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> device.use("query"))
                .withMessage("query: device mock0 is closed")
                .matches(e -> e.error() == VerbsError.CLOSED);
    }

    @Test
    void shouldWakeThoseInsideAndWaitForThemBeforeItFrees() throws InterruptedException {
        Lifetime channel = named("channel");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        AtomicBoolean freedWhileInside = new AtomicBoolean();
        channel.onClosing(woken::countDown);
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Lifetime.Use _ = channel.use("await")) {
                                        inside.countDown();
                                        woken.await();
                                        Thread.sleep(30);
                                        freedWhileInside.set(!freed.isEmpty());
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                });
        inside.await();

        channel.close();

        assertThat(freed).containsExactly("channel");
        waiter.join();
        assertThat(freedWhileInside).isFalse();
    }

    @Test
    void shouldStayOpenWithItsGuardsWhenFreeingFailsAndCloseLater() {
        AtomicInteger attempts = new AtomicInteger();
        Lifetime parent = named("parent");
        Lifetime stubborn =
                Lifetime.of(
                        "stubborn",
                        () -> {
                            if (attempts.incrementAndGet() == 1) {
                                throw VerbsException.failed("ibv_destroy_qp", 16);
                            }
                        },
                        parent);
        Guard guard = stubborn.guard();
        guard.exit(guard.enter("postSend"));

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(parent::close)
                .matches(e -> e.error() == VerbsError.BUSY);

        assertThat(stubborn.isOpen()).isTrue();
        assertThat(parent.isOpen()).isTrue();
        assertThat(parent.childCount()).isOne();
        guard.exit(guard.enter("postSend"));
        parent.close();
        assertThat(attempts).hasValue(2);
        assertThat(freed).containsExactly("parent");
        assertThatExceptionOfType(VerbsException.class).isThrownBy(() -> guard.enter("postSend"));
    }

    @Test
    void shouldReturnFromEveryCloseOnlyWhenItIsDone() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            AtomicInteger frees = new AtomicInteger();
            Lifetime object =
                    Lifetime.of(
                            "object",
                            () -> {
                                Thread.yield();
                                frees.incrementAndGet();
                            });
            AtomicInteger early = new AtomicInteger();
            GuardTest.inParallel(
                    3,
                    _ -> {
                        object.close();
                        if (frees.get() != 1) {
                            early.incrementAndGet();
                        }
                    });
            assertThat(frees).hasValue(1);
            assertThat(early).hasValue(0);
        }
    }

    /** Objects that know whether they are used while they, or what they were made of, are gone. */
    private static final class Node {
        final Node[] parents;
        final Lifetime lifetime;
        volatile boolean gone;
        final AtomicInteger frees = new AtomicInteger();
        static final AtomicInteger WRONG = new AtomicInteger();

        Node(Node... parents) {
            this.parents = parents;
            Lifetime[] above = new Lifetime[parents.length];
            for (int i = 0; i < above.length; i++) {
                above[i] = parents[i].lifetime;
            }
            lifetime = Lifetime.of("node", this::free, above);
        }

        void free() {
            check();
            gone = true;
            frees.incrementAndGet();
        }

        void check() {
            boolean bad = gone;
            for (Node parent : parents) {
                bad |= parent.gone;
            }
            if (bad) {
                WRONG.incrementAndGet();
            }
        }

        /** A child of this and another; null: one of them is closed. */
        static Node make(Node a, Node b) {
            try (Lifetime.Use _ = a.lifetime.use("make");
                    Lifetime.Use _ = b.lifetime.use("make")) {
                return new Node(a, b);
            } catch (VerbsException e) {
                return null;
            }
        }

        void use() {
            try (Lifetime.Use _ = lifetime.use("use")) {
                check();
            } catch (VerbsException e) {
                assertThat(e.error()).isEqualTo(VerbsError.CLOSED);
            }
        }
    }

    @Test
    void shouldHoldWhateverThreadsMakeUseAndCloseAtTheSameTime() throws InterruptedException {
        long seed = System.nanoTime();
        for (int round = 0; round < 60; round++) {
            long roundSeed = seed + round;
            Node root = new Node();
            Node a = new Node(root);
            Node b = new Node(root);
            List<Node> all = Collections.synchronizedList(new ArrayList<>(List.of(root, a, b)));
            GuardTest.inParallel(
                    4,
                    thread -> {
                        Random random = new Random(roundSeed * 31 + thread);
                        for (int i = 0; i < 300; i++) {
                            Node first = all.get(random.nextInt(all.size()));
                            Node second = all.get(random.nextInt(all.size()));
                            int choice = random.nextInt(100);
                            if (choice < 40) {
                                Node made = first == second ? null : Node.make(first, second);
                                if (made != null) {
                                    all.add(made);
                                }
                            } else if (choice < 95 || first == root) {
                                first.use();
                            } else {
                                first.lifetime.close();
                            }
                        }
                    });
            root.lifetime.close();

            assertThat(Node.WRONG).as("seed %d", roundSeed).hasValue(0);
            assertThat(all).allMatch(node -> node.frees.get() == 1, "freed once, " + roundSeed);
        }
    }
}
