package org.jdapl.conformance.rules.cap;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;

/** Faults that the rules of group CAP find. */
final class CapMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "cap-forgets-one-in-use",
                            "CAP-01",
                            "Once it has an endpoint, an adapter tells one capability less.",
                            faults -> {
                                AtomicBoolean used = new AtomicBoolean();
                                faults.on(
                                        InterfaceAdapter.class,
                                        "createEndpoint",
                                        call -> {
                                            used.set(true);
                                            return call.proceed();
                                        });
                                faults.after(
                                        InterfaceAdapter.class,
                                        "attributes",
                                        AdapterAttributes.class,
                                        a -> used.get() ? without(a, Capability.SHARED_REGION) : a);
                            }),
                    Mutant.runtime(
                            "cap-can-more-than-it-tells",
                            "CAP-03",
                            "Service points that are common to all are made without being"
                                    + " advertised.",
                            faults ->
                                    faults.after(
                                            InterfaceAdapter.class,
                                            "attributes",
                                            AdapterAttributes.class,
                                            a -> without(a, Capability.COMMON_SERVICE_POINT))),
                    Mutant.runtime(
                            "cap-refuses-an-unknown-class",
                            "CAP-04",
                            "Asking for what is not there is an error.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "unwrap",
                                            call -> {
                                                Optional<?> found = call.proceed(Optional.class);
                                                return Optional.of(found.orElseThrow());
                                            })),
                    Mutant.provider(
                            "cap-passes-over-unknown-attributes",
                            "CAP-06",
                            "An adapter is opened whatever attributes are asked for.",
                            faults ->
                                    faults.on(
                                            Provider.class,
                                            "open",
                                            call ->
                                                    call.with(
                                                                    1,
                                                                    Records.with(
                                                                            call.argument(
                                                                                    1,
                                                                                    OpenParameters
                                                                                            .class),
                                                                            "transport",
                                                                            TransportAttributes
                                                                                    .NONE))
                                                            .proceed())),
                    Mutant.provider(
                            "cap-has-inline-data-of-no-bytes",
                            "CAP-07",
                            "Inline data is advertised, of at most no bytes.",
                            faults ->
                                    faults.after(
                                            Adapter.class,
                                            "attributes",
                                            AdapterAttributes.class,
                                            a ->
                                                    Records.with(
                                                            with(a, Capability.INLINE),
                                                            "maxInlineBytes",
                                                            0))),
                    Mutant.runtime(
                            "cap-hides-which-version",
                            "CAP-08",
                            "The refusal of a provider does not say why.",
                            faults ->
                                    faults.on(
                                            AdapterRegistry.class,
                                            "addProviders",
                                            call -> {
                                                try {
                                                    return call.proceed();
                                                } catch (DatException e) {
                                                    throw e.type() == DatType.INVALID_PARAMETER
                                                            ? new DatException(
                                                                    e.code(),
                                                                    "it cannot be used",
                                                                    e.scope(),
                                                                    e.remedy())
                                                            : e;
                                                }
                                            })),
                    Mutant.runtime(
                            "cap-falls-with-a-broken-provider",
                            "CAP-09",
                            "Once a provider could not be loaded, no adapter is found any more.",
                            faults -> {
                                AtomicBoolean fallen = new AtomicBoolean();
                                faults.on(
                                        AdapterRegistry.class,
                                        "addProviders",
                                        call -> {
                                            try {
                                                return call.proceed();
                                            } catch (DatException e) {
                                                fallen.set(e.type() == DatType.INVALID_PARAMETER);
                                                throw e;
                                            }
                                        });
                                faults.on(
                                        AdapterRegistry.class,
                                        "adapters",
                                        call -> fallen.get() ? List.of() : call.proceed());
                            }),
                    Mutant.runtime(
                            "cap-takes-a-name-twice",
                            "CAP-10",
                            "A second provider of the same name seems to be added.",
                            faults ->
                                    faults.forgive(
                                            AdapterRegistry.class,
                                            "addProviders",
                                            DatType.PROVIDER_ALREADY_REGISTERED)));

    private CapMutants() {}

    private static AdapterAttributes without(AdapterAttributes a, Capability capability) {
        Set<Capability> set = EnumSet.copyOf(a.capabilities());
        set.remove(capability);
        return a.withCapabilities(set);
    }

    private static AdapterAttributes with(AdapterAttributes a, Capability capability) {
        Set<Capability> set = EnumSet.copyOf(a.capabilities());
        set.add(capability);
        return a.withCapabilities(set);
    }
}
