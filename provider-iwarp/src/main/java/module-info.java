import org.jspecify.annotations.NullMarked;

/** The provider {@code iwarp}: RDMA over TCP, on the operating system's verbs libraries. */
@NullMarked
module org.jdapl.provider.iwarp {
    requires static transitive org.jspecify;
    requires transitive org.jdapl.provider.verbs;

    exports org.jdapl.provider.iwarp;

    provides org.jdapl.spi.Provider with
            org.jdapl.provider.iwarp.IwarpProvider;
}
