package org.jdapl.api.data;

/**
 * The type part of a DAT return code (bits 16 to 29). The numbers are those of the DAT 2.0
 * specification ({@code dat_error.h}).
 */
public enum DatType {
    /** The call succeeded. */
    SUCCESS(0),
    /** The object was closed while the call waited. */
    ABORT(1),
    /** The connection qualifier is in use. */
    CONN_QUAL_IN_USE(2),
    /** A limit was reached or memory is short. */
    INSUFFICIENT_RESOURCES(3),
    /** The provider or the runtime failed. */
    INTERNAL_ERROR(4),
    /** The object is closed, or belongs to another adapter. */
    INVALID_HANDLE(5),
    /** An argument is wrong. */
    INVALID_PARAMETER(6),
    /** An object is not in a state that allows the call. */
    INVALID_STATE(7),
    /** A length is zero, negative or too large. */
    LENGTH_ERROR(8),
    /** The adapter does not advertise what was asked. */
    MODEL_NOT_SUPPORTED(9),
    /** No provider or adapter has that name. */
    PROVIDER_NOT_FOUND(0xA),
    /** A region lacks a right. */
    PRIVILEGES_VIOLATION(0xB),
    /** Protection zones differ, or a range is outside its region. */
    PROTECTION_VIOLATION(0xC),
    /** There is no event. */
    QUEUE_EMPTY(0xD),
    /** There is no room for an event. */
    QUEUE_FULL(0xE),
    /** The time ran out. */
    TIMEOUT_EXPIRED(0xF),
    /** A provider of that name is there already. */
    PROVIDER_ALREADY_REGISTERED(0x10),
    /** The provider has open adapters. */
    PROVIDER_IN_USE(0x11),
    /** The address is malformed, not supported or not reachable. */
    INVALID_ADDRESS(0x12),
    /** The thread was interrupted. */
    INTERRUPTED_CALL(0x13),
    /** No connection qualifier is free. */
    CONN_QUAL_UNAVAILABLE(0x14),
    /** The region is reserved (kernel only). */
    RESERVED_LMR(0x15),
    /** The port is in use. */
    PORT_IN_USE(0x16),
    /** The kind of communication is not supported. */
    COMM_NOT_SUPPORTED(0x17),
    /** First number of the extensions. */
    EXTENSION_BASE(0x1000),
    /** The call does not exist here. */
    NOT_IMPLEMENTED(0x3FFF);

    private final int value;

    DatType(int value) {
        this.value = value;
    }

    /**
     * The number of the DAT specification, before it is shifted.
     *
     * @return 0 to 0x3fff
     */
    public int value() {
        return value;
    }
}
