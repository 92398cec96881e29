package org.jdapl.api.data;

/**
 * The subtype part of a DAT return code (bits 0 to 15). The ordinal is the number of the DAT 2.0
 * specification ({@code dat_error.h}).
 */
public enum DatSubtype {
    /** No further detail. */
    NO_SUBTYPE("no further detail"),
    /** Interrupted. */
    SUB_INTERRUPTED("interrupted"),
    /** Memory. */
    RESOURCE_MEMORY("memory"),
    /** Device. */
    RESOURCE_DEVICE("device"),
    /** Endpoint. */
    RESOURCE_TEP("endpoint"),
    /** Event dispatcher. */
    RESOURCE_TEVD("event dispatcher"),
    /** Protection domain. */
    RESOURCE_PROTECTION_DOMAIN("protection domain"),
    /** Memory region. */
    RESOURCE_MEMORY_REGION("memory region"),
    /** Error handler. */
    RESOURCE_ERROR_HANDLER("error handler"),
    /** Credits. */
    RESOURCE_CREDITS("credits"),
    /** Shared receive queue. */
    RESOURCE_SRQ("shared receive queue"),
    /** Handle of the interface adapter. */
    INVALID_HANDLE_IA("handle of the interface adapter"),
    /** Handle of the endpoint. */
    INVALID_HANDLE_EP("handle of the endpoint"),
    /** Handle of the local memory region. */
    INVALID_HANDLE_LMR("handle of the local memory region"),
    /** Handle of the remote memory region. */
    INVALID_HANDLE_RMR("handle of the remote memory region"),
    /** Handle of the protection zone. */
    INVALID_HANDLE_PZ("handle of the protection zone"),
    /** Handle of the public service point. */
    INVALID_HANDLE_PSP("handle of the public service point"),
    /** Handle of the reserved service point. */
    INVALID_HANDLE_RSP("handle of the reserved service point"),
    /** Handle of the connection request. */
    INVALID_HANDLE_CR("handle of the connection request"),
    /** Handle of the notification object. */
    INVALID_HANDLE_CNO("handle of the notification object"),
    /** Handle of the event dispatcher for connection requests. */
    INVALID_HANDLE_EVD_CR("handle of the event dispatcher for connection requests"),
    /** Handle of the event dispatcher for requests. */
    INVALID_HANDLE_EVD_REQUEST("handle of the event dispatcher for requests"),
    /** Handle of the event dispatcher for receives. */
    INVALID_HANDLE_EVD_RECV("handle of the event dispatcher for receives"),
    /** Handle of the event dispatcher for connections. */
    INVALID_HANDLE_EVD_CONN("handle of the event dispatcher for connections"),
    /** Handle of the event dispatcher for asynchronous events. */
    INVALID_HANDLE_EVD_ASYNC("handle of the event dispatcher for asynchronous events"),
    /** Handle of the shared receive queue. */
    INVALID_HANDLE_SRQ("handle of the shared receive queue"),
    /** Handle of the common service point. */
    INVALID_HANDLE_CSP("handle of the common service point"),
    /** Handle argument 1. */
    INVALID_HANDLE1("handle argument 1"),
    /** Handle argument 2. */
    INVALID_HANDLE2("handle argument 2"),
    /** Handle argument 3. */
    INVALID_HANDLE3("handle argument 3"),
    /** Handle argument 4. */
    INVALID_HANDLE4("handle argument 4"),
    /** Handle argument 5. */
    INVALID_HANDLE5("handle argument 5"),
    /** Handle argument 6. */
    INVALID_HANDLE6("handle argument 6"),
    /** Handle argument 7. */
    INVALID_HANDLE7("handle argument 7"),
    /** Handle argument 8. */
    INVALID_HANDLE8("handle argument 8"),
    /** Handle argument 9. */
    INVALID_HANDLE9("handle argument 9"),
    /** Handle argument 10. */
    INVALID_HANDLE10("handle argument 10"),
    /** Argument 1. */
    INVALID_ARG1("argument 1"),
    /** Argument 2. */
    INVALID_ARG2("argument 2"),
    /** Argument 3. */
    INVALID_ARG3("argument 3"),
    /** Argument 4. */
    INVALID_ARG4("argument 4"),
    /** Argument 5. */
    INVALID_ARG5("argument 5"),
    /** Argument 6. */
    INVALID_ARG6("argument 6"),
    /** Argument 7. */
    INVALID_ARG7("argument 7"),
    /** Argument 8. */
    INVALID_ARG8("argument 8"),
    /** Argument 9. */
    INVALID_ARG9("argument 9"),
    /** Argument 10. */
    INVALID_ARG10("argument 10"),
    /** Endpoint: unconnected. */
    INVALID_STATE_EP_UNCONNECTED("endpoint: unconnected"),
    /** Endpoint: active connection pending. */
    INVALID_STATE_EP_ACTCONNPENDING("endpoint: active connection pending"),
    /** Endpoint: passive connection pending. */
    INVALID_STATE_EP_PASSCONNPENDING("endpoint: passive connection pending"),
    /** Endpoint: tentative connection pending. */
    INVALID_STATE_EP_TENTCONNPENDING("endpoint: tentative connection pending"),
    /** Endpoint: connected. */
    INVALID_STATE_EP_CONNECTED("endpoint: connected"),
    /** Endpoint: disconnected. */
    INVALID_STATE_EP_DISCONNECTED("endpoint: disconnected"),
    /** Endpoint: reserved. */
    INVALID_STATE_EP_RESERVED("endpoint: reserved"),
    /** Endpoint: completion pending. */
    INVALID_STATE_EP_COMPLPENDING("endpoint: completion pending"),
    /** Endpoint: disconnect pending. */
    INVALID_STATE_EP_DISCPENDING("endpoint: disconnect pending"),
    /** Endpoint: under the provider's control. */
    INVALID_STATE_EP_PROVIDERCONTROL("endpoint: under the provider's control"),
    /** Endpoint: not ready. */
    INVALID_STATE_EP_NOTREADY("endpoint: not ready"),
    /** Endpoint: receive watermark. */
    INVALID_STATE_EP_RECV_WATERMARK("endpoint: receive watermark"),
    /** Endpoint: protection zone. */
    INVALID_STATE_EP_PZ("endpoint: protection zone"),
    /** Endpoint: request event dispatcher. */
    INVALID_STATE_EP_EVD_REQUEST("endpoint: request event dispatcher"),
    /** Endpoint: receive event dispatcher. */
    INVALID_STATE_EP_EVD_RECV("endpoint: receive event dispatcher"),
    /** Endpoint: connect event dispatcher. */
    INVALID_STATE_EP_EVD_CONNECT("endpoint: connect event dispatcher"),
    /** Endpoint: unconfigured. */
    INVALID_STATE_EP_UNCONFIGURED("endpoint: unconfigured"),
    /** Endpoint: unconfigured and reserved. */
    INVALID_STATE_EP_UNCONFRESERVED("endpoint: unconfigured and reserved"),
    /** Endpoint: unconfigured, passive connection pending. */
    INVALID_STATE_EP_UNCONFPASSIVE("endpoint: unconfigured, passive connection pending"),
    /** Endpoint: unconfigured, tentative connection pending. */
    INVALID_STATE_EP_UNCONFTENTATIVE("endpoint: unconfigured, tentative connection pending"),
    /** Notification object: in use. */
    INVALID_STATE_CNO_IN_USE("notification object: in use"),
    /** Notification object: dead. */
    INVALID_STATE_CNO_DEAD("notification object: dead"),
    /** Event dispatcher: open. */
    INVALID_STATE_EVD_OPEN("event dispatcher: open"),
    /** Event dispatcher: enabled. */
    INVALID_STATE_EVD_ENABLED("event dispatcher: enabled"),
    /** Event dispatcher: disabled. */
    INVALID_STATE_EVD_DISABLED("event dispatcher: disabled"),
    /** Event dispatcher: waitable. */
    INVALID_STATE_EVD_WAITABLE("event dispatcher: waitable"),
    /** Event dispatcher: unwaitable. */
    INVALID_STATE_EVD_UNWAITABLE("event dispatcher: unwaitable"),
    /** Event dispatcher: in use. */
    INVALID_STATE_EVD_IN_USE("event dispatcher: in use"),
    /** Event dispatcher: config notify. */
    INVALID_STATE_EVD_CONFIG_NOTIFY("event dispatcher: config notify"),
    /** Event dispatcher: config solicited. */
    INVALID_STATE_EVD_CONFIG_SOLICITED("event dispatcher: config solicited"),
    /** Event dispatcher: config threshold. */
    INVALID_STATE_EVD_CONFIG_THRESHOLD("event dispatcher: config threshold"),
    /** Event dispatcher: waiter. */
    INVALID_STATE_EVD_WAITER("event dispatcher: waiter"),
    /** Event dispatcher: async. */
    INVALID_STATE_EVD_ASYNC("event dispatcher: async"),
    /** Interface adapter: in use. */
    INVALID_STATE_IA_IN_USE("interface adapter: in use"),
    /** Local memory region: in use. */
    INVALID_STATE_LMR_IN_USE("local memory region: in use"),
    /** Local memory region: free. */
    INVALID_STATE_LMR_FREE("local memory region: free"),
    /** Protection zone: in use. */
    INVALID_STATE_PZ_IN_USE("protection zone: in use"),
    /** Protection zone: free. */
    INVALID_STATE_PZ_FREE("protection zone: free"),
    /** Shared receive queue: operational. */
    INVALID_STATE_SRQ_OPERATIONAL("shared receive queue: operational"),
    /** Shared receive queue: error. */
    INVALID_STATE_SRQ_ERROR("shared receive queue: error"),
    /** Shared receive queue: in use. */
    INVALID_STATE_SRQ_IN_USE("shared receive queue: in use"),
    /** Shared receive queue: shutdown. */
    INVALID_STATE_SRQ_SHUTDOWN("shared receive queue: shutdown"),
    /** Local read. */
    PRIVILEGES_READ("local read"),
    /** Local write. */
    PRIVILEGES_WRITE("local write"),
    /** Remote read. */
    PRIVILEGES_RDMA_READ("remote read"),
    /** Remote write. */
    PRIVILEGES_RDMA_WRITE("remote write"),
    /** Local read. */
    PROTECTION_READ("local read"),
    /** Local write. */
    PROTECTION_WRITE("local write"),
    /** Remote read. */
    PROTECTION_RDMA_READ("remote read"),
    /** Remote write. */
    PROTECTION_RDMA_WRITE("remote write"),
    /** Address family not supported. */
    INVALID_ADDRESS_UNSUPPORTED("address family not supported"),
    /** Address not reachable. */
    INVALID_ADDRESS_UNREACHABLE("address not reachable"),
    /** Address malformed. */
    INVALID_ADDRESS_MALFORMED("address malformed"),
    /** Name not registered. */
    NAME_NOT_REGISTERED("name not registered"),
    /** Major version not found. */
    MAJOR_NOT_FOUND("major version not found"),
    /** Minor version not found. */
    MINOR_NOT_FOUND("minor version not found"),
    /** Thread safety not found. */
    THREAD_SAFETY_NOT_FOUND("thread safety not found");

    private final String text;

    DatSubtype(String text) {
        this.text = text;
    }

    /**
     * The number of the DAT specification.
     *
     * @return 0 to 103
     */
    public int value() {
        return ordinal();
    }

    /**
     * The subtype in words.
     *
     * @return a text that is never empty
     */
    public String text() {
        return text;
    }
}
