import org.jspecify.annotations.NullMarked;

/** The provider {@code ib}: InfiniBand and RoCE, on the operating system's verbs libraries. */
@NullMarked
module org.jdapl.provider.ib {
    requires static transitive org.jspecify;
    requires transitive org.jdapl.provider.verbs;

    exports org.jdapl.provider.ib;

    provides org.jdapl.spi.Provider with
            org.jdapl.provider.ib.IbProvider;
}
