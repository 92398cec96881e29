import org.jspecify.annotations.NullMarked;

/**
 * The provider that needs no device: shared memory, iWARP over TCP, and a deterministic simulation.
 */
@NullMarked
module org.jdapl.provider.soft {
    requires static transitive org.jspecify;
    requires transitive org.jdapl.spi;

    exports org.jdapl.provider.soft.attributes;
    exports org.jdapl.provider.soft.sim;

    provides org.jdapl.spi.Provider with
            org.jdapl.provider.soft.SoftProvider;
}
