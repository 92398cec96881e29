package org.jdapl.verbs;

import java.util.Optional;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * The functions of {@code libibverbs.so.1}. Those that are inline in C are not here: they are found
 * in the tables of a context ({@link DriverOperations}, {@link DriverFunctions}).
 */
final class IbverbsLibrary {
    private static final String SONAME = "libibverbs.so.1";
    private static final String PACKAGE = "libibverbs1 and ibverbs-providers";

    private static volatile @Nullable IbverbsLibrary loaded;

    private final NativeLibrary library;

    // devices
    final CFunction getDeviceList;
    final CFunction freeDeviceList;
    final CFunction getDeviceGuid;
    final Optional<CFunction> getDeviceIndex;
    final CFunction openDevice;
    final CFunction closeDevice;
    final CFunction getAsyncEvent;
    final CFunction ackAsyncEvent;
    final CFunction queryDevice;
    final CFunction queryPort;
    final CFunction queryGid;
    final Optional<CFunction> queryGidTable;
    final CFunction queryPkey;

    // memory
    final CFunction allocPd;
    final CFunction deallocPd;
    final CFunction regMr;
    final CFunction regMrIova2;
    final Optional<CFunction> regDmabufMr;
    final CFunction reregMr;
    final CFunction deregMr;

    // queues
    final CFunction createCompChannel;
    final CFunction destroyCompChannel;
    final CFunction createCq;
    final CFunction resizeCq;
    final CFunction destroyCq;
    final CFunction getCqEvent;
    final CFunction ackCqEvents;
    final CFunction createSrq;
    final CFunction modifySrq;
    final CFunction querySrq;
    final CFunction destroySrq;
    final CFunction createQp;
    final CFunction modifyQp;
    final CFunction queryQp;
    final CFunction destroyQp;

    // datagrams
    final CFunction createAh;
    final CFunction initAhFromWc;
    final CFunction destroyAh;
    final CFunction attachMcast;
    final CFunction detachMcast;

    private IbverbsLibrary(NativeLibrary library) {
        this.library = library;
        getDeviceList = library.function("ibv_get_device_list");
        freeDeviceList = library.function("ibv_free_device_list");
        getDeviceGuid = library.function("ibv_get_device_guid");
        getDeviceIndex = library.find("ibv_get_device_index");
        openDevice = library.function("ibv_open_device");
        closeDevice = library.function("ibv_close_device");
        getAsyncEvent = library.function("ibv_get_async_event");
        ackAsyncEvent = library.function("ibv_ack_async_event");
        queryDevice = library.function("ibv_query_device");
        queryPort = library.function("ibv_query_port");
        queryGid = library.function("ibv_query_gid");
        queryGidTable = library.find("_ibv_query_gid_table");
        queryPkey = library.function("ibv_query_pkey");

        allocPd = library.function("ibv_alloc_pd");
        deallocPd = library.function("ibv_dealloc_pd");
        regMr = library.function("ibv_reg_mr");
        regMrIova2 = library.function("ibv_reg_mr_iova2");
        regDmabufMr = library.find("ibv_reg_dmabuf_mr");
        reregMr = library.function("ibv_rereg_mr");
        deregMr = library.function("ibv_dereg_mr");

        createCompChannel = library.function("ibv_create_comp_channel");
        destroyCompChannel = library.function("ibv_destroy_comp_channel");
        createCq = library.function("ibv_create_cq");
        resizeCq = library.function("ibv_resize_cq");
        destroyCq = library.function("ibv_destroy_cq");
        getCqEvent = library.function("ibv_get_cq_event");
        ackCqEvents = library.function("ibv_ack_cq_events");
        createSrq = library.function("ibv_create_srq");
        modifySrq = library.function("ibv_modify_srq");
        querySrq = library.function("ibv_query_srq");
        destroySrq = library.function("ibv_destroy_srq");
        createQp = library.function("ibv_create_qp");
        modifyQp = library.function("ibv_modify_qp");
        queryQp = library.function("ibv_query_qp");
        destroyQp = library.function("ibv_destroy_qp");

        createAh = library.function("ibv_create_ah");
        initAhFromWc = library.function("ibv_init_ah_from_wc");
        destroyAh = library.function("ibv_destroy_ah");
        attachMcast = library.function("ibv_attach_mcast");
        detachMcast = library.function("ibv_detach_mcast");
    }

    /**
     * The library, loaded by the first call. What fails is tried again by the next call: the
     * library may have been installed since.
     *
     * @throws org.jdapl.verbs.error.VerbsException if it is not there, too old, or may not be
     *     called
     */
    static IbverbsLibrary get() {
        IbverbsLibrary library = loaded;
        return library != null ? library : load();
    }

    private static synchronized IbverbsLibrary load() {
        IbverbsLibrary library = loaded;
        if (library == null) {
            library = new IbverbsLibrary(NativeLibrary.load(SONAME, PACKAGE));
            loaded = library;
        }
        return library;
    }

    /** Whether it has a symbol. */
    boolean has(String symbol) {
        return library.find(symbol).isPresent();
    }
}
