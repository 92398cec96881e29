package org.jdapl.core.planted;

import org.jdapl.provider.planted.ProviderThing;

/** Planted: the runtime knows one provider. */
public interface CoreUsesProvider {
    ProviderThing thing();
}
