package org.jdapl.api;

/**
 * The kind of an object (uDAPL {@code DAT_HANDLE_TYPE}; the ordinal is the number of the DAT
 * specification).
 */
public enum HandleKind {
    /** Connection request. */
    CONNECTION_REQUEST,
    /** Endpoint. */
    ENDPOINT,
    /** Event dispatcher. */
    EVENT_DISPATCHER,
    /** Interface adapter. */
    INTERFACE_ADAPTER,
    /** Local memory region. */
    LOCAL_MEMORY_REGION,
    /** Public service point. */
    PUBLIC_SERVICE_POINT,
    /** Protection zone. */
    PROTECTION_ZONE,
    /** Remote memory region. */
    REMOTE_MEMORY_REGION,
    /** Reserved service point. */
    RESERVED_SERVICE_POINT,
    /** Notification object. */
    NOTIFICATION_OBJECT,
    /** Shared receive queue. */
    SHARED_RECEIVE_QUEUE,
    /** Common service point. */
    COMMON_SERVICE_POINT,
    /** Address handle of unreliable datagrams (an extension; not a kind of the specification). */
    ADDRESS_HANDLE,
    /** Membership of a multicast group (an extension; not a kind of the specification). */
    MULTICAST_GROUP
}
