/**
 * Verbs for Java: the calls of libibverbs, by themselves. For those who work below DAPL, and for
 * those who come from C, DiSNI or jVerbs.
 *
 * <p>Nothing is compiled and nothing unpacked: the libraries of the system are called by the foreign
 * function interface. Where one is missing, {@link org.jdapl.verbs.Verbs#availability} says which one
 * and what to do. Java has to be started with {@code --enable-native-access=org.jdapl.provider.verbs}.
 *
 * <p>Begin with {@link org.jdapl.verbs.Verbs#devices}, open a {@link org.jdapl.verbs.Device}, and make
 * what you need from its {@link org.jdapl.verbs.Context}: a {@link org.jdapl.verbs.ProtectionDomain}, a
 * {@link org.jdapl.verbs.CompletionQueue}, {@linkplain org.jdapl.verbs.MemoryRegion memory}, a {@link
 * org.jdapl.verbs.QueuePair}. Connections are best left to {@code org.jdapl.verbs.cm}.
 *
 * {@snippet :
 * try (Context context = Verbs.devices().getFirst().open()) {
 *     ProtectionDomain domain = ProtectionDomain.create(context);
 *     CompletionQueue completions = CompletionQueue.create(context, 256);
 *     MemoryRegion region =
 *             MemoryRegion.allocate(domain, 4096, Set.of(AccessFlag.LOCAL_WRITE));
 *     QueuePair queuePair =
 *             QueuePair.create(
 *                     domain,
 *                     QueuePairOptions.of(
 *                             QueuePairType.RC, completions, QueuePairCapacities.of(128, 128)));
 *     // ... bring it up, or have the connection manager do it ...
 *     SendWorkRequests send = SendWorkRequests.allocate(1, 1);
 *     send.element(0, 0, region, 0, 4096);
 *     send.flags(0, SendFlags.SIGNALED);
 *     int result = queuePair.postSend(send, 0, 1);
 *     WorkCompletions done = WorkCompletions.allocate(16);
 *     int count = completions.poll(done);
 * } // closes all of it
 * }
 *
 * <h2>Handles</h2>
 *
 * What the library frees in C is a handle here, with one owner and {@code close()}. Closing can be
 * done in any order, twice, from any thread, and while others use the handle: it waits for calls under
 * way, closes what was made from it first, newest first, and then frees it. A call on what is closed
 * throws {@link org.jdapl.verbs.error.VerbsException} of kind {@code CLOSED}. Events are acknowledged
 * as they are taken, so closing never waits for an acknowledgement.
 *
 * <p>Work requests and completions are lists in native memory that lives as long as their object; they
 * are not closed.
 *
 * <h2>The data path</h2>
 *
 * Posting and polling call the driver's functions by the address in the context's table, as C's inline
 * functions do. They allocate nothing, and return zero, a count, or a negative error number; a full
 * queue is no exception. Prepare lists once and rewrite what changes.
 *
 * <h2>Threads</h2>
 *
 * Every handle is thread-safe, as in C. A queue that one thread alone posts to, or polls, costs no
 * atomic instruction; from the second thread on it has a spin lock. Lists belong to one thread at a
 * time. Waiting is bounded by a time, ends when the thread is interrupted, and when what is waited for
 * is closed; a virtual thread that waits keeps its carrier.
 *
 * <h2>Errors</h2>
 *
 * Control calls throw {@link org.jdapl.verbs.error.VerbsException}, which names the C function, the
 * system's error and, where there is one, the remedy. What goes wrong with work is a {@link
 * org.jdapl.verbs.CompletionStatus}.
 *
 * <p>A table of the C functions and what they are here is in the project's page on verbs ({@code
 * docs/verbs.md}).
 */
package org.jdapl.verbs;
