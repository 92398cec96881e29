import org.jspecify.annotations.NullMarked;

/**
 * Programs that the documentation shows. They see the consumer API and the parts for middleware;
 * the runtime and a provider are found where they are on the module path. Those of the verbs
 * library see that one.
 */
@NullMarked
module org.jdapl.examples {
    requires static transitive org.jspecify;
    requires org.jdapl.api;
    requires org.jdapl.middleware;
    requires org.jdapl.provider.verbs;
}
