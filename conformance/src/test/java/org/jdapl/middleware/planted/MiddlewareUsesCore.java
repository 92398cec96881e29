package org.jdapl.middleware.planted;

import org.jdapl.core.planted.CoreThing;

/** Planted: a part for middleware needs the runtime. */
public interface MiddlewareUsesCore {
    CoreThing thing();
}
