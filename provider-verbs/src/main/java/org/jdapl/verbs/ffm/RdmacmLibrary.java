package org.jdapl.verbs.ffm;

import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/** {@code librdmacm.so.1}, loaded when it is first asked for. */
public final class RdmacmLibrary {
    private static final String SONAME = "librdmacm.so.1";
    private static final String DEBIAN_PACKAGE = "librdmacm1";

    private static volatile @Nullable RdmacmLibrary loaded;

    public final CFunction getDevices;
    public final CFunction freeDevices;
    public final CFunction createEventChannel;
    public final CFunction destroyEventChannel;
    public final CFunction getCmEvent;
    public final CFunction ackCmEvent;
    public final CFunction createId;
    public final CFunction destroyId;
    public final CFunction bindAddr;
    public final CFunction resolveAddr;
    public final CFunction resolveRoute;
    public final CFunction createQp;
    public final CFunction createQpEx;
    public final CFunction destroyQp;
    public final CFunction initQpAttr;
    public final CFunction connect;
    public final CFunction establish;
    public final CFunction listen;
    public final CFunction accept;
    public final CFunction reject;

    /** Of rdma-core 29 and later; {@link #reject} where there is none. */
    public final CFunction rejectEce;

    public final CFunction notifyEvent;
    public final CFunction disconnect;
    public final CFunction joinMulticast;
    public final CFunction joinMulticastEx;
    public final CFunction leaveMulticast;
    public final CFunction setOption;
    public final CFunction migrateId;
    public final CFunction getAddrInfo;
    public final CFunction freeAddrInfo;

    private RdmacmLibrary(NativeLibrary library) {
        getDevices = library.function("rdma_get_devices");
        freeDevices = library.function("rdma_free_devices");
        createEventChannel = library.function("rdma_create_event_channel");
        destroyEventChannel = library.function("rdma_destroy_event_channel");
        getCmEvent = library.function("rdma_get_cm_event");
        ackCmEvent = library.function("rdma_ack_cm_event");
        createId = library.function("rdma_create_id");
        destroyId = library.function("rdma_destroy_id");
        bindAddr = library.function("rdma_bind_addr");
        resolveAddr = library.function("rdma_resolve_addr");
        resolveRoute = library.function("rdma_resolve_route");
        createQp = library.function("rdma_create_qp");
        createQpEx = library.function("rdma_create_qp_ex");
        destroyQp = library.function("rdma_destroy_qp");
        initQpAttr = library.function("rdma_init_qp_attr");
        connect = library.function("rdma_connect");
        establish = library.function("rdma_establish");
        listen = library.function("rdma_listen");
        accept = library.function("rdma_accept");
        reject = library.function("rdma_reject");
        rejectEce = library.find("rdma_reject_ece").orElse(reject);
        notifyEvent = library.function("rdma_notify");
        disconnect = library.function("rdma_disconnect");
        joinMulticast = library.function("rdma_join_multicast");
        joinMulticastEx = library.function("rdma_join_multicast_ex");
        leaveMulticast = library.function("rdma_leave_multicast");
        setOption = library.function("rdma_set_option");
        migrateId = library.function("rdma_migrate_id");
        getAddrInfo = library.function("rdma_getaddrinfo");
        freeAddrInfo = library.function("rdma_freeaddrinfo");
    }

    /**
     * The library. A failure is not remembered: the next call tries again.
     *
     * @throws VerbsException if it is missing, too old, or may not be called
     */
    public static RdmacmLibrary get() {
        RdmacmLibrary library = loaded;
        if (library == null) {
            synchronized (RdmacmLibrary.class) {
                library = loaded;
                if (library == null) {
                    library = new RdmacmLibrary(NativeLibrary.load(SONAME, DEBIAN_PACKAGE));
                    loaded = library;
                }
            }
        }
        return library;
    }
}
