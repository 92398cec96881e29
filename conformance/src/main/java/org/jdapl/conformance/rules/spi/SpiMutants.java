package org.jdapl.conformance.rules.spi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.MulticastMembership;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WaitSet;
import org.jdapl.spi.WorkRequest;

/** Faults that the rules of group SPI find, and that the runtime keeps from everybody else. */
final class SpiMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                            "spi-attributes-wear-off",
                            "SPI-01",
                            "Attributes that are read a second time tell one endpoint fewer.",
                            faults -> {
                                AtomicInteger reads = new AtomicInteger();
                                faults.after(
                                        Adapter.class,
                                        "attributes",
                                        AdapterAttributes.class,
                                        a ->
                                                Records.with(
                                                        a,
                                                        "maxEndpoints",
                                                        a.maxEndpoints()
                                                                - Math.min(
                                                                        1,
                                                                        reads.getAndIncrement())));
                            }),
                    Mutant.provider(
                            "spi-has-another-manager",
                            "SPI-02",
                            "An adapter gives another object as its connection manager each time.",
                            faults ->
                                    faults.after(
                                            Adapter.class,
                                            "connectionManager",
                                            ConnectionManager.class,
                                            SpiMutants::another)),
                    Mutant.provider(
                            "spi-joins-whatever-it-is-asked",
                            "SPI-03",
                            "A multicast group is joined, it seems, though none is advertised.",
                            faults ->
                                    faults.on(
                                            ConnectionManager.class,
                                            "joinMulticast",
                                            _ -> (MulticastMembership) () -> {})),
                    Mutant.provider(
                            "spi-forgets-an-early-wake",
                            "SPI-04",
                            "A wake before the adapter's first wait is forgotten.",
                            faults -> {
                                AtomicBoolean waited = new AtomicBoolean();
                                faults.on(
                                        WaitSet.class,
                                        "await",
                                        call -> {
                                            waited.set(true);
                                            return call.proceed();
                                        });
                                faults.on(
                                        WaitSet.class,
                                        "wake",
                                        call -> waited.get() ? call.proceed() : null);
                            }),
                    Mutant.provider(
                            "spi-loses-the-highest-id",
                            "SPI-05",
                            "The completion of a request with the id -2 has the id 0.",
                            faults ->
                                    faults.on(
                                            CompletionQueue.class,
                                            "poll",
                                            call -> {
                                                int n = call.proceed(Integer.class);
                                                Completions into =
                                                        call.argument(0, Completions.class);
                                                for (int i = 0; i < n; i++) {
                                                    into.id[i] = into.id[i] == -2 ? 0 : into.id[i];
                                                }
                                                return n;
                                            })),
                    Mutant.provider(
                            "spi-tells-by-a-thread-of-its-own",
                            "SPI-06",
                            "That a connection is there is told by a thread of the provider.",
                            faults ->
                                    faults.on(
                                            AdapterListener.class,
                                            "established",
                                            call -> {
                                                byAnother(call);
                                                return null;
                                            })),
                    Mutant.provider(
                            "spi-stays-armed",
                            "SPI-07",
                            "The first completion that is told is told twice.",
                            faults -> {
                                AtomicBoolean again = new AtomicBoolean(true);
                                faults.on(
                                        AdapterListener.class,
                                        "completionReady",
                                        call -> {
                                            call.proceed();
                                            return again.getAndSet(false) ? call.proceed() : null;
                                        });
                            }),
                    Mutant.provider(
                            "spi-flushes-receives-itself",
                            "SPI-08",
                            "A flush gives the last receive a completion of the provider's.",
                            faults -> {
                                AtomicLong last = new AtomicLong();
                                AtomicBoolean flushed = new AtomicBoolean();
                                faults.on(
                                        QueuePair.class,
                                        "postReceive",
                                        call -> {
                                            last.set(call.argument(0, WorkRequest.class).id);
                                            return call.proceed();
                                        });
                                faults.on(
                                        QueuePair.class,
                                        "flush",
                                        call -> {
                                            Object succeeded = call.proceed();
                                            flushed.set(true);
                                            return succeeded;
                                        });
                                faults.on(
                                        CompletionQueue.class,
                                        "poll",
                                        call -> {
                                            int n = call.proceed(Integer.class);
                                            if (n == 0 && flushed.getAndSet(false)) {
                                                Completions into =
                                                        call.argument(0, Completions.class);
                                                into.id[0] = last.get();
                                                into.kind[0] = OperationKind.RECEIVE.ordinal();
                                                return 1;
                                            }
                                            return n;
                                        });
                            }));

    private SpiMutants() {}

    private static ConnectionManager another(ConnectionManager manager) {
        return (ConnectionManager)
                Proxy.newProxyInstance(
                        SpiMutants.class.getClassLoader(),
                        new Class<?>[] {ConnectionManager.class},
                        (_, method, arguments) -> {
                            try {
                                return method.invoke(manager, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static void byAnother(Call call) {
        CompletableFuture.runAsync(
                        () -> {
                            try {
                                call.proceed();
                            } catch (Throwable t) {
                                throw new CompletionException(t);
                            }
                        })
                .join();
    }
}
