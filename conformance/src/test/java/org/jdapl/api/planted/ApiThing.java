package org.jdapl.api.planted;

/** Stands for any API type that is not plain data. */
public interface ApiThing {}
