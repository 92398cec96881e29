package org.jdapl.conformance.kit;

import com.google.inject.AbstractModule;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.mutants.Fault;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Records;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WaitSet;

/**
 * Providers that are bad in one way each: {@code soft:iwarp} with the same fault in many of its
 * calls, as Guice modules that the kit takes by name.
 */
public final class BadProviders {

    private static final String SOUND = "soft:iwarp";

    /** What an open adapter hands out, and the adapter itself. */
    static final List<Class<?>> CALLED =
            List.of(
                    Adapter.class,
                    ProtectionDomain.class,
                    MemoryRegion.class,
                    CompletionQueue.class,
                    QueuePair.class,
                    SharedReceiveQueue.class,
                    ConnectionManager.class,
                    Listener.class,
                    IncomingConnection.class,
                    WaitSet.class);

    /** Calls with a body that refuses, which a provider need not have. */
    private static final Set<String> OPTIONAL =
            Set.of(
                    "createSharedReceiveQueue",
                    "createMemoryWindow",
                    "createAddressHandle",
                    "registerZeroBased",
                    "grow",
                    "reset",
                    "listenForDatagrams",
                    "lookUp",
                    "joinMulticast");

    /** So much longer each call of the slow one takes. */
    static final long DELAY_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int HALTED = 9;

    private BadProviders() {}

    /** A provider with faults, for the kit. */
    abstract static class Bad extends AbstractModule implements ProviderUnderTest {

        private final Consumer<Faults> plan;

        Bad(Consumer<Faults> plan) {
            this.plan = plan;
        }

        @Override
        protected final void configure() {
            bind(ProviderUnderTest.class).toInstance(this);
        }

        @Override
        public final Provider provider() {
            Faults faults = new Faults();
            plan.accept(faults);
            return faults.around(InstalledProvider.find(SOUND).orElseThrow().provider());
        }

        @Override
        public final String adapterName() {
            return SOUND;
        }

        @Override
        public final Profile profile() {
            return Profile.SOFT;
        }
    }

    /** Advertises nothing, and refuses whatever may be refused. */
    public static final class Null extends Bad {
        /** Made by its name. */
        public Null() {
            super(
                    faults -> {
                        faults.on(
                                Adapter.class,
                                "attributes",
                                call -> bare(call.proceed(AdapterAttributes.class)));
                        each(
                                faults,
                                method -> OPTIONAL.contains(method.getName()),
                                call -> {
                                    throw ProviderException.notSupported(call.method());
                                });
                    });
        }

        private static AdapterAttributes bare(AdapterAttributes full) {
            return without(
                    full,
                    full.capabilities(),
                    List.of(
                            "maxRemoteRegions",
                            "maxSharedReceiveQueues",
                            "maxSharedReceives",
                            "maxInlineBytes"));
        }
    }

    private static AdapterAttributes without(
            AdapterAttributes full, Set<Capability> capabilities, List<String> limits) {
        Set<Capability> left = new HashSet<>(full.capabilities());
        left.removeAll(capabilities);
        AdapterAttributes bare = full.withCapabilities(left);
        for (String limit : limits) {
            bare = Records.with(bare, limit, 0);
        }
        return bare;
    }

    /** Has neither reads nor what stands on them. */
    public static final class Readless extends Bad {
        private static final Set<Capability> READS =
                Set.of(
                        Capability.RDMA_READ,
                        Capability.READ_TO_RMR,
                        Capability.ATOMICS,
                        Capability.MASKED_ATOMICS,
                        Capability.ATOMICS_WITH_CPU);

        /** Made by its name. */
        public Readless() {
            super(
                    faults ->
                            faults.after(
                                    Adapter.class,
                                    "attributes",
                                    AdapterAttributes.class,
                                    full ->
                                            without(
                                                    full,
                                                    READS,
                                                    List.of("maxReadsIn", "maxReadsOut"))));
        }
    }

    /** Takes its time over each call. */
    public static final class Slow extends Bad {
        /** Made by its name. */
        public Slow() {
            super(
                    faults ->
                            each(
                                    faults,
                                    _ -> true,
                                    call -> {
                                        LockSupport.parkNanos(DELAY_NS);
                                        return call.proceed();
                                    }));
        }
    }

    /** Never comes back from making a queue pair. */
    public static final class HangingCall extends Bad {
        /** Made by its name. */
        public HangingCall() {
            super(faults -> faults.on(Adapter.class, "createQueuePair", _ -> forever()));
        }
    }

    /** Never comes back from closing an adapter. */
    public static final class HangingClose extends Bad {
        /** Made by its name. */
        public HangingClose() {
            super(faults -> faults.on(Adapter.class, "close", _ -> forever()));
        }
    }

    /** Comes back from driving it, and has done nothing. */
    public static final class Idle extends Bad {
        /** Made by its name. */
        public Idle() {
            super(
                    faults -> {
                        faults.on(Adapter.class, "progress", _ -> 0);
                        faults.on(
                                WaitSet.class,
                                "await",
                                _ -> {
                                    LockSupport.parkNanos(DELAY_NS);
                                    return 0;
                                });
                    });
        }
    }

    /** Throws what no provider may throw where a connection is to be ended. */
    public static final class ThrowingCall extends Bad {
        /** Made by its name. */
        public ThrowingCall() {
            super(
                    faults ->
                            faults.on(
                                    ConnectionManager.class,
                                    "disconnect",
                                    _ -> {
                                        throw new StackOverflowError("too deep");
                                    }));
        }
    }

    /** Gives no queue pair where one is to be made. */
    public static final class GivingNull extends Bad {
        /** Made by its name. */
        public GivingNull() {
            super(faults -> faults.on(Adapter.class, "createQueuePair", _ -> null));
        }
    }

    /** Takes the Java VM with it where a connection request is rejected. */
    public static final class Halting extends Bad {
        /** Made by its name. */
        public Halting() {
            super(
                    faults ->
                            faults.on(
                                    ConnectionManager.class,
                                    "reject",
                                    _ -> {
                                        System.err.println("reject: no way on from here");
                                        Runtime.getRuntime().halt(HALTED);
                                        return null;
                                    }));
        }
    }

    /** Dies before it has connected once. */
    public static final class HaltingAtOnce extends Bad {
        /** Made by its name. */
        public HaltingAtOnce() {
            super(
                    faults ->
                            faults.on(
                                    ConnectionManager.class,
                                    "connect",
                                    _ -> {
                                        Runtime.getRuntime().halt(HALTED);
                                        return null;
                                    }));
        }
    }

    /** As a call into native code that waits for what does not come: no interrupt helps. */
    private static Object forever() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    private static void each(Faults faults, Predicate<Method> which, Fault fault) {
        for (Class<?> type : CALLED) {
            Arrays.stream(type.getMethods())
                    .filter(which)
                    .map(Method::getName)
                    .distinct()
                    .forEach(name -> faults.on(type, name, fault));
        }
    }
}
