package org.jdapl.provider.planted;

import org.jdapl.core.planted.CoreThing;

/** Planted: a provider knows the runtime. */
public interface ProviderUsesCore {
    CoreThing thing();
}
