/**
 * The runtime that implements the JDAPL API on top of any provider: state machine, accounting,
 * flushes, argument checks, lifetimes, time-outs and waiting. Nothing points at it; the API finds
 * it by {@link java.util.ServiceLoader}.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // the modules that compose the runtime are built after it
module org.jdapl.core {
    requires transitive org.jdapl.api;
    requires transitive org.jdapl.spi;
    requires static jdk.jfr; // without it nothing is recorded, and all else is the same

    exports org.jdapl.core to
            org.jdapl.guice,
            org.jdapl.tools,
            org.jdapl.conformance,
            org.jdapl.benchmarks;
    exports org.jdapl.core.config to
            org.jdapl.guice,
            org.jdapl.tools,
            org.jdapl.conformance,
            org.jdapl.benchmarks;
    exports org.jdapl.core.seam to
            org.jdapl.guice,
            org.jdapl.tools,
            org.jdapl.conformance,
            org.jdapl.benchmarks;

    uses org.jdapl.spi.Provider;

    provides org.jdapl.api.runtime.RuntimeFactory with
            org.jdapl.core.CoreRuntimeFactory;
}
