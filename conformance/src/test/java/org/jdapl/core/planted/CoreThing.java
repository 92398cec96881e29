package org.jdapl.core.planted;

/** Stands for any type of the runtime. */
public interface CoreThing {}
