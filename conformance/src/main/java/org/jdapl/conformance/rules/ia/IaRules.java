package org.jdapl.conformance.rules.ia;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules about opening, describing and closing an adapter. */
final class IaRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "IA-01",
                                    PROVIDER,
                                    "Listing providers and adapters never throws and gives the same list each time.")
                            .hint("Provider.adapters() must not depend on the state of a device."),
                    Rule.required(
                                    "IA-02",
                                    RUNTIME,
                                    "Opening a listed adapter succeeds, and its name is the listed one.")
                            .hint(
                                    "AdapterAttributes.adapterName() is OpenParameters.adapterName()."),
                    Rule.required(
                                    "IA-03",
                                    RUNTIME,
                                    "Opening an unknown name is refused with PROVIDER_NOT_FOUND and creates nothing.")
                            .hint("Provider.open() refuses a device that it does not list."),
                    Rule.required(
                                    "IA-04",
                                    PROVIDER,
                                    "The same adapter can be open eight times at once, with independent objects.")
                            .hint("An open adapter shares no state with another one."),
                    Rule.required(
                                    "IA-05",
                                    PROVIDER,
                                    "Every advertised limit is at least the least that a portable program counts on: 16 endpoints, dispatchers of depth 64, 64 regions, one segment, messages of 1 MiB.")
                            .hint("See the limits in AdapterAttributes."),
                    Rule.required("IA-06", PROVIDER, "Attributes that are read twice are equal."),
                    Rule.required(
                                    "IA-07",
                                    PROVIDER,
                                    "The adapter's transport is the listed one, and fits the profile.")
                            .hint("AdapterDescription and AdapterAttributes must agree."),
                    Rule.required(
                                    "IA-08",
                                    PROVIDER,
                                    "The attributes tell what transports differ in: the meaning of a completion, the segments of a read, the length of private data, the bound of liveness, progress.")
                            .hint(
                                    "A bound of liveness of zero says that only the system's own time-outs apply."),
                    Rule.required(
                                    "IA-09",
                                    RUNTIME,
                                    "A graceful close of an adapter with open objects is refused and leaves them working; an abrupt one closes them all.")
                            .hint("The census names what is open."),
                    Rule.required(
                            "IA-10",
                            RUNTIME,
                            "After the close every call on the adapter or its objects is refused with INVALID_HANDLE, or gives CLOSED."),
                    Rule.required("IA-11", RUNTIME, "A second close does nothing."),
                    Rule.required(
                                    "IA-12",
                                    PROVIDER,
                                    "A service point can listen on every address that the adapter reports.")
                            .hint("AdapterAttributes.addresses() has only what can be bound."));

    private IaRules() {}
}
