package org.jdapl.conformance.rules.lmr;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules of group LMR. */
final class LmrRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "LMR-01",
                                    PROVIDER,
                                    "Memory of 1 byte, of one page, of one page more or less a byte, and of 1 MiB can be registered, and is reached to its last byte.")
                            .hint("Bounds are exact: see LMR-02, PRT-07."),
                    Rule.required(
                                    "LMR-02",
                                    PROVIDER,
                                    "Memory may start and end at any byte, and the region reaches from exactly there to exactly there.")
                            .hint("A device's pages are not the region's bounds."),
                    Rule.required(
                            "LMR-03",
                            RUNTIME,
                            "A length of zero or below it is refused with LENGTH_ERROR before the provider sees it."),
                    Rule.required(
                            "LMR-04",
                            RUNTIME,
                            "A length above the advertised maximum is refused with LENGTH_ERROR."),
                    Rule.required(
                            "LMR-05",
                            RUNTIME,
                            "A remote right to write without the local one is refused with INVALID_PARAMETER."),
                    Rule.required(
                                    "LMR-06",
                                    PROVIDER,
                                    "Two regions on the same bytes may live together, and both work.")
                            .hint("Regions are known by their keys, not by their memory."),
                    Rule.gated(
                            "LMR-07",
                            RUNTIME,
                            Capability.READ_ONLY_MEMORY,
                            "Read-only memory can be registered for reading; with a right to write it is refused with INVALID_PARAMETER."),
                    Rule.required(
                            "LMR-08",
                            RUNTIME,
                            "Memory of the Java heap is refused with INVALID_PARAMETER."),
                    Rule.required(
                            "LMR-09",
                            RUNTIME,
                            "Memory that is no longer alive is refused with INVALID_HANDLE, and memory of one thread with INVALID_PARAMETER."),
                    Rule.required(
                                    "LMR-10",
                                    PROVIDER,
                                    "Once a region is closed its memory is the owner's to free, or is free where JDAPL allocated it.")
                            .hint("Nothing in the provider keeps a segment after the close."),
                    Rule.required(
                                    "LMR-11",
                                    PROVIDER,
                                    "Once a region is closed a remote access with its key fails and changes nothing.")
                            .hint("MemoryRegion.close() makes the key unknown before it returns.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.required(
                            "LMR-12",
                            RUNTIME,
                            "Once a region is closed a post with it is refused with CLOSED."),
                    Rule.required(
                                    "LMR-13",
                                    PROVIDER,
                                    "A new region does not get the key of one that was closed right before.")
                            .hint("Change the key part of a tag at each use of its index."),
                    Rule.required(
                            "LMR-14",
                            RUNTIME,
                            "Closing a region that posted work names is refused with INVALID_STATE/LMR_IN_USE, and goes when that work is complete."),
                    Rule.gated(
                                    "LMR-15",
                                    RUNTIME,
                                    Capability.MEMORY_WINDOW,
                                    "Closing a region that a remote memory region is bound to is refused with INVALID_STATE/LMR_IN_USE, and goes once that is unbound, bound elsewhere, closed or invalidated by the peer.")
                            .hint("The runtime knows what each bind may still name."),
                    Rule.required(
                            "LMR-16",
                            RUNTIME,
                            "A region without a remote right has no key: asking for it is refused with PRIVILEGES_VIOLATION."),
                    Rule.required(
                            "LMR-18",
                            RUNTIME,
                            "Syncing a part of a region is legal everywhere; a part outside of it is refused with INVALID_PARAMETER."),
                    Rule.stress(
                                    "LMR-19",
                                    PROVIDER,
                                    "Memory beyond what the process may lock is refused with INSUFFICIENT_RESOURCES and why, and can be registered once other memory is free, or the limit higher.")
                            .hint(
                                    "The limit is RLIMIT_MEMLOCK, held against a thread without CAP_IPC_LOCK."),
                    Rule.stress(
                            "LMR-20",
                            PROVIDER,
                            "A thousand regions made and closed one after the other leave nothing behind."),
                    Rule.required(
                                    "LMR-21",
                                    PROVIDER,
                                    "A region on memory that came to be where freed memory was uses the new memory.")
                            .hint("A cache of registrations must not outlive the memory."),
                    Rule.required(
                            "LMR-22",
                            PROVIDER,
                            "The promise that memory outlives its region may be given to any provider, and changes no result."),
                    Rule.gated(
                                    "LMR-23",
                                    PROVIDER,
                                    Capability.ZERO_BASED_REGION,
                                    "A zero-based region starts at address 0 for the peer, whoever made its memory, and is reached to its last byte and no further.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.gated(
                            "LMR-24",
                            RUNTIME,
                            Capability.SHARED_REGION,
                            "A shared region stands for the bytes of its source, in a zone and with a key of its own."),
                    Rule.gated(
                                    "LMR-25",
                                    PROVIDER,
                                    Capability.SHARED_REGION,
                                    "A shared region has rights of its own: what its source allows it need not allow.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.gated(
                            "LMR-26",
                            RUNTIME,
                            Capability.SHARED_REGION,
                            "The source of a shared region cannot be closed before it (INVALID_STATE/LMR_IN_USE); a source that is closed or of another adapter is refused with INVALID_HANDLE."));

    private LmrRules() {}
}
