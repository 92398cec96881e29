package org.jdapl.benchmarks;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The loops of {@link Verbs} in C, compiled with the library without hardware that both sides call,
 * and calls of the library's functions with nothing around them.
 */
final class NativeLoops {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private static final MethodHandle OPEN = handle(FunctionDescriptor.of(LONG));
    private static final MethodHandle OF_BENCH = handle(FunctionDescriptor.of(LONG, LONG));
    private static final MethodHandle LOOP = handle(FunctionDescriptor.of(LONG, LONG, INT));
    private static final MethodHandle SET = handle(FunctionDescriptor.ofVoid(INT));
    private static final MethodHandle POST =
            handle(FunctionDescriptor.of(INT, LONG, LONG, LONG));
    private static final MethodHandle POLL =
            handle(FunctionDescriptor.of(INT, LONG, INT, LONG), Linker.Option.critical(false));

    private final SymbolLookup library;
    private final long bench;
    private final MemorySegment post;
    private final MemorySegment poll;
    private final long queuePair;
    private final long queue;
    private final long requests;
    private final long completions;
    private final long bad = Arena.global().allocate(LONG).address();

    @SuppressWarnings("restricted") // the library is the benchmark's own
    NativeLoops(String file) {
        library = SymbolLookup.libraryLookup(file, Arena.global());
        try {
            bench = (long) OPEN.invokeExact(find("bench_open"));
        } catch (Throwable t) {
            throw new Failure("bench_open", t);
        }
        post = MemorySegment.ofAddress(ask("bench_post_function"));
        poll = MemorySegment.ofAddress(ask("bench_poll_function"));
        queuePair = ask("bench_queue_pair");
        queue = ask("bench_completion_queue");
        requests = ask("bench_requests");
        completions = ask("bench_completions");
    }

    @SuppressWarnings("restricted") // its functions are written beside it
    private static MethodHandle handle(FunctionDescriptor descriptor, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(descriptor, options);
    }

    private MemorySegment find(String name) {
        return library.findOrThrow(name);
    }

    private long ask(String name) {
        try {
            return (long) OF_BENCH.invokeExact(find(name), bench);
        } catch (Throwable t) {
            throw new Failure(name, t);
        }
    }

    /** Queue pairs made from now on complete at once, or no more. */
    void instant(boolean on) {
        try {
            SET.invokeExact(find("mock_instant"), on ? 1 : 0);
        } catch (Throwable t) {
            throw new Failure("mock_instant", t);
        }
    }

    /** Nanoseconds of one turn of a loop. */
    double ns(String loop, int rounds) {
        try {
            long ns = (long) LOOP.invokeExact(find(loop), bench, rounds);
            if (ns == 0) {
                throw new Failure(loop + " was refused");
            }
            return (double) ns / rounds;
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable t) {
            throw new Failure(loop, t);
        }
    }

    /** Posts its prepared list of 16, with nothing around the call. */
    int post() {
        try {
            return (int) POST.invokeExact(post, queuePair, requests, bad);
        } catch (Throwable t) {
            throw new Failure("post_send", t);
        }
    }

    /** Polls for up to 16, with nothing around the call. */
    int poll() {
        try {
            return (int) POLL.invokeExact(poll, queue, Verbs.BATCH, completions);
        } catch (Throwable t) {
            throw new Failure("poll_cq", t);
        }
    }
}
