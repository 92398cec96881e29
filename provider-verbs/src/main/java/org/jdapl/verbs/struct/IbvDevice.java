package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_device}: a device of the list, made by the library. */
public final class IbvDevice {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_device")
                    .pointer("_ops._dummy1")
                    .pointer("_ops._dummy2")
                    .u32("node_type")
                    .u32("transport_type")
                    .bytes("name", 64)
                    .bytes("dev_name", 64)
                    .bytes("dev_path", 256)
                    .bytes("ibdev_path", 256);

    public static final long NODE_TYPE = LAYOUT.offset("node_type");
    public static final long TRANSPORT_TYPE = LAYOUT.offset("transport_type");
    public static final long NAME = LAYOUT.offset("name");
    public static final long DEV_NAME = LAYOUT.offset("dev_name");
    public static final long DEV_PATH = LAYOUT.offset("dev_path");
    public static final long IBDEV_PATH = LAYOUT.offset("ibdev_path");
    public static final long SIZE = LAYOUT.size();

    private IbvDevice() {}
}
