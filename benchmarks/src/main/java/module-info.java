import org.jspecify.annotations.NullMarked;

/** Programs that measure. Not published. */
@NullMarked
module org.jdapl.benchmarks {
    requires static transitive org.jspecify;
    requires jdk.management;
    requires org.jdapl.api;
    requires org.jdapl.core;
    requires org.jdapl.middleware;
    requires org.jdapl.provider.soft;
    requires org.jdapl.provider.verbs;
}
