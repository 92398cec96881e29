/**
 * Parts that middleware builds on top of the consumer API, and would else write again: credits,
 * registered buffers, a cache of registrations, futures, liveness. Optional; stands on {@link
 * org.jdapl.api} alone.
 */
@org.jspecify.annotations.NullMarked
module org.jdapl.middleware {
    requires static transitive org.jspecify;
    requires transitive org.jdapl.api;

    exports org.jdapl.middleware;
}
