package org.jdapl.spi.planted;

import org.jdapl.api.planted.ApiThing;

/** Planted: the provider contract knows the consumer's types. */
public interface SpiUsesApi {
    ApiThing thing();
}
