package org.jdapl.conformance.rules.jav;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jdapl.api.Census;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.CompletionQueue;

/** Faults that the rules of group JAV find. */
final class JavMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "jav-registers-a-copy",
                            "JAV-02",
                            "Memory of one length is registered as a copy.",
                            faults ->
                                    faults.on(
                                            ProtectionZone.class,
                                            "register",
                                            call -> {
                                                MemorySegment given =
                                                        call.argument(0, MemorySegment.class);
                                                return (given.byteSize() == JavTests.ODD_BYTES
                                                                ? call.with(0, copy(given))
                                                                : call)
                                                        .proceed();
                                            })),
                    Mutant.runtime(
                            "jav-forgets-zones",
                            "JAV-03",
                            "The census does not count protection zones.",
                            faults ->
                                    faults.after(
                                            InterfaceAdapter.class,
                                            "census",
                                            Census.class,
                                            JavMutants::withoutZones)),
                    Mutant.runtime(
                            "jav-gives-a-copy",
                            "JAV-04",
                            "The segment of a region of one length is a copy.",
                            faults ->
                                    faults.after(
                                            LocalMemoryRegion.class,
                                            "segment",
                                            MemorySegment.class,
                                            segment ->
                                                    segment.byteSize() == JavTests.ODD_BYTES
                                                            ? copy(segment)
                                                            : segment)),
                    Mutant.runtime(
                            "jav-swallows-interrupts",
                            "JAV-05",
                            "A wait that is interrupted ends as if its time had run out.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (InterruptedException e) {
                                                    if (call.argument(0, Object.class)
                                                            instanceof Duration) {
                                                        return null;
                                                    }
                                                    throw e;
                                                }
                                            })),
                    Mutant.runtime(
                            "jav-posts-memory-that-has-gone",
                            "JAV-07",
                            "A post of memory that is no longer there seems to be taken.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "postReceive",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.MEMORY_GONE
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.provider(
                            "jav-minds-another-provider",
                            "JAV-09",
                            "Completions are lost while an adapter of soft:iwarp is open in the Java"
                                    + " VM.",
                            faults ->
                                    faults.after(
                                            CompletionQueue.class,
                                            "poll",
                                            Integer.class,
                                            n -> n > 0 && isOtherOpen() ? 0 : n)));

    /** What the runtime calls the thread that drives it. */
    private static final String OTHER = Resources.THREAD_PREFIX + "progress-soft:iwarp";

    private JavMutants() {}

    private static boolean isOtherOpen() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(OTHER));
    }

    private static MemorySegment copy(MemorySegment of) {
        return Arena.ofAuto().allocate(of.byteSize()).copyFrom(of);
    }

    private static Census withoutZones(Census census) {
        Map<HandleKind, Integer> open = new EnumMap<>(HandleKind.class);
        open.putAll(census.open());
        open.remove(HandleKind.PROTECTION_ZONE);
        return new Census(
                open,
                census.outstandingRequests(),
                census.outstandingReceives(),
                census.unreadEvents());
    }
}
