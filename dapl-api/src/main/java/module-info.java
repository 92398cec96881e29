/**
 * The consumer contract of JDAPL: interface adapters, endpoints, event dispatchers, protection
 * zones, memory regions and service points, modelled on the uDAPL 2.0 API. The runtime that
 * implements it is found by {@link java.util.ServiceLoader}.
 */
@org.jspecify.annotations.NullMarked
module org.jdapl.api {
    requires static transitive org.jspecify;

    exports org.jdapl.api;
    exports org.jdapl.api.data;
    exports org.jdapl.api.runtime;

    uses org.jdapl.api.runtime.RuntimeFactory;
}
