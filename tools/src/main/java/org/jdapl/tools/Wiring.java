package org.jdapl.tools;

import com.google.inject.Guice;
import com.google.inject.ProvisionException;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.DatException;
import org.jdapl.guice.JdaplModule;

/** Puts the program together: the one place that knows the container. */
final class Wiring {

    private Wiring() {}

    /** A registry of the providers that are here, with the process's configuration. */
    static AdapterRegistry registry() {
        try {
            return Guice.createInjector(JdaplModule.builder().build())
                    .getInstance(AdapterRegistry.class);
        } catch (ProvisionException e) {
            if (e.getCause() instanceof DatException why) {
                throw why; // says what is wrong with the configuration; the container adds nothing
            }
            throw e;
        }
    }
}
