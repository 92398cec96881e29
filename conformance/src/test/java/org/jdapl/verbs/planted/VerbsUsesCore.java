package org.jdapl.verbs.planted;

import org.jdapl.core.planted.CoreThing;

/** Planted: the verbs library knows the runtime. */
public interface VerbsUsesCore {
    CoreThing thing();
}
