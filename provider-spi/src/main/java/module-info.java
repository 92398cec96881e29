/**
 * The narrow contract between the JDAPL runtime and a provider of RDMA adapters. A vendor's
 * provider depends on this module alone: it implements {@link org.jdapl.spi.Provider} and is found
 * by {@link java.util.ServiceLoader}.
 */
@org.jspecify.annotations.NullMarked
module org.jdapl.spi {
    requires transitive org.jdapl.api;

    exports org.jdapl.spi;
    exports org.jdapl.spi.kit;
    exports org.jdapl.spi.seam;
}
