package org.jdapl.conformance.rules.ia;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.CloseMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.Transport;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;

/** Faults that the rules of group IA find. */
final class IaMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "ia-forgets-a-device",
                            "IA-01",
                            "Every second listing is empty.",
                            faults -> {
                                AtomicInteger listings = new AtomicInteger();
                                faults.on(
                                        Provider.class,
                                        "adapters",
                                        call ->
                                                listings.incrementAndGet() % 2 == 0
                                                        ? List.of()
                                                        : call.proceed());
                            }),
                    Mutant.runtime(
                            "ia-calls-itself-otherwise",
                            "IA-02",
                            "The adapter's name is not the one that it was opened by.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "name",
                                            call -> call.proceed() + "0")),
                    Mutant.provider(
                            "ia-opens-anything",
                            "IA-03",
                            "An unknown device opens the first one.",
                            faults ->
                                    faults.on(
                                            Provider.class,
                                            "open",
                                            call ->
                                                    call.with(
                                                                    0,
                                                                    call.self(Provider.class)
                                                                            .adapters()
                                                                            .getFirst()
                                                                            .device())
                                                            .proceed())),
                    Mutant.provider(
                            "ia-opens-only-four",
                            "IA-04",
                            "The fifth adapter that is opened is refused.",
                            faults -> {
                                AtomicInteger open = new AtomicInteger();
                                faults.on(
                                        Provider.class,
                                        "open",
                                        call -> {
                                            if (open.incrementAndGet() > 4) {
                                                throw new ProviderException(
                                                        DatType.INSUFFICIENT_RESOURCES,
                                                        "no more than four");
                                            }
                                            return call.proceed();
                                        });
                            }),
                    Mutant.provider(
                            "ia-advertises-few-regions",
                            "IA-05",
                            "There are only eight regions.",
                            faults -> attribute(faults, "maxRegions", 8)),
                    Mutant.runtime(
                            "ia-changes-its-mind",
                            "IA-06",
                            "Attributes differ from one call to the next.",
                            faults -> {
                                AtomicInteger calls = new AtomicInteger();
                                faults.after(
                                        InterfaceAdapter.class,
                                        "attributes",
                                        AdapterAttributes.class,
                                        a ->
                                                Records.with(
                                                        a,
                                                        "vendorName",
                                                        "vendor " + calls.incrementAndGet()));
                            }),
                    Mutant.provider(
                            "ia-lists-another-transport",
                            "IA-07",
                            "The listing calls it InfiniBand.",
                            faults ->
                                    faults.on(
                                            Provider.class,
                                            "adapters",
                                            call ->
                                                    call.proceed() instanceof List<?> list
                                                            ? list.stream()
                                                                    .map(
                                                                            d ->
                                                                                    Records.with(
                                                                                            (AdapterDescription)
                                                                                                    d,
                                                                                            "transport",
                                                                                            Transport
                                                                                                    .INFINIBAND))
                                                                    .toList()
                                                            : List.of())),
                    Mutant.runtime(
                            "ia-tells-the-wrong-progress",
                            "IA-08",
                            "The mode of progress is not the one that it was opened with.",
                            faults ->
                                    faults.after(
                                            InterfaceAdapter.class,
                                            "attributes",
                                            AdapterAttributes.class,
                                            a ->
                                                    Records.with(
                                                            a,
                                                            "progress",
                                                            a.progress() == ProgressMode.AUTO
                                                                    ? ProgressMode.MANUAL
                                                                    : ProgressMode.AUTO))),
                    Mutant.runtime(
                            "ia-closes-at-any-price",
                            "IA-09",
                            "A graceful close is an abrupt one.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "close",
                                            call ->
                                                    (call.count() == 1
                                                                    ? call.with(0, CloseMode.ABRUPT)
                                                                    : call)
                                                            .proceed())),
                    Mutant.runtime(
                            "ia-takes-posts-when-closed",
                            "IA-10",
                            "A post on a closed endpoint seems to be taken.",
                            faults ->
                                    faults.after(
                                            Endpoint.class,
                                            "postReceive",
                                            Integer.class,
                                            status ->
                                                    status == PostStatus.CLOSED
                                                            ? PostStatus.OK
                                                            : status)),
                    Mutant.runtime(
                            "ia-cannot-close-twice",
                            "IA-11",
                            "A second close is an error.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "close",
                                            call -> {
                                                if (call.self(InterfaceAdapter.class).isClosed()) {
                                                    throw new IllegalStateException(
                                                            "closed already");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.provider(
                            "ia-reports-a-foreign-address",
                            "IA-12",
                            "One of the addresses is another host's.",
                            faults ->
                                    faults.after(
                                            Adapter.class,
                                            "attributes",
                                            AdapterAttributes.class,
                                            a -> {
                                                List<InetAddress> addresses =
                                                        new ArrayList<>(a.addresses());
                                                addresses.add(InetAddress.ofLiteral("192.0.2.1"));
                                                return Records.with(a, "addresses", addresses);
                                            })));

    private IaMutants() {}

    private static void attribute(Faults faults, String name, Object value) {
        faults.after(
                Adapter.class,
                "attributes",
                AdapterAttributes.class,
                a -> Records.with(a, name, value));
    }
}
