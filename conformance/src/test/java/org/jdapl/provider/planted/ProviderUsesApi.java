package org.jdapl.provider.planted;

import org.jdapl.api.planted.ApiThing;

/** Planted: a provider knows the consumer's types. */
public interface ProviderUsesApi {
    ApiThing thing();
}
