package org.jdapl.api.data.planted;

/** Stands for any plain data of the API. */
public record DataThing(int value) {}
