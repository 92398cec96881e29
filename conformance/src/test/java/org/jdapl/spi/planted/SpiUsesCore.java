package org.jdapl.spi.planted;

import org.jdapl.api.data.planted.DataThing;
import org.jdapl.core.planted.CoreThing;

/** Planted: the provider contract knows the runtime; using plain data of the API is allowed. */
public interface SpiUsesCore {
    CoreThing thing(DataThing data);
}
