package org.jdapl.api.planted;

import org.jdapl.core.planted.CoreThing;

/** Planted: the API points at the runtime. */
public interface ApiUsesCore {
    CoreThing thing();
}
