package org.jdapl.provider.planted;

import org.jdapl.api.data.planted.DataThing;

/** Stands for any type of a provider; using plain data of the API is allowed. */
public interface ProviderThing {
    DataThing data();
}
