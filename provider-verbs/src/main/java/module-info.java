import org.jspecify.annotations.NullMarked;

/** The verbs libraries for Java, and the provider base that InfiniBand, RoCE and iWARP share. */
@NullMarked
module org.jdapl.provider.verbs {
    requires static transitive org.jspecify;
    requires transitive org.jdapl.spi;

    exports org.jdapl.provider.verbs;
    exports org.jdapl.verbs;
    exports org.jdapl.verbs.cm;
    exports org.jdapl.verbs.error;
    exports org.jdapl.verbs.diagnosis;
    exports org.jdapl.verbs.umad;
}
