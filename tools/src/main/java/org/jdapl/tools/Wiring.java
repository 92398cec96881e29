package org.jdapl.tools;

import com.google.inject.Guice;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.guice.JdaplModule;

/** Puts the program together: the one place that knows the container. */
final class Wiring {

    private Wiring() {}

    /** A registry of the providers that are here, with the process's configuration. */
    static AdapterRegistry registry() {
        return Guice.createInjector(JdaplModule.builder().build())
                .getInstance(AdapterRegistry.class);
    }
}
