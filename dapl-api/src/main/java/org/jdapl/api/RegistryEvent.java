package org.jdapl.api;

/** A change of the adapters that a registry has, as a {@link RegistryWatch} tells it. */
public sealed interface RegistryEvent {

    /**
     * The adapter that came or went.
     *
     * @return the adapter
     */
    AdapterInfo adapter();

    /**
     * An adapter came: it was plugged in, or its provider was added.
     *
     * @param adapter the adapter
     */
    record AdapterAdded(AdapterInfo adapter) implements RegistryEvent {}

    /**
     * An adapter went. Who has it open learns more from its asynchronous events ({@link
     * AsyncEvent.AdapterCatastrophic}).
     *
     * @param adapter the adapter
     */
    record AdapterRemoved(AdapterInfo adapter) implements RegistryEvent {}
}
