package org.jdapl.core.planted;

import com.google.inject.Injector;

/** Planted: the runtime needs a container. */
public interface CoreUsesGuice {
    Injector injector();
}
