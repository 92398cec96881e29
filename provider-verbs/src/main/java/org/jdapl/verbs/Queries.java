package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvDeviceAttr;
import org.jdapl.verbs.struct.IbvDeviceAttrEx;
import org.jdapl.verbs.struct.IbvGid;
import org.jdapl.verbs.struct.IbvGidEntry;
import org.jdapl.verbs.struct.IbvPortAttr;

/**
 * What can be asked about an open device.
 *
 * @param library the library
 * @param functions the driver's
 * @param context the {@code ibv_context}
 */
record Queries(IbverbsLibrary library, DriverFunctions functions, long context) {
    private static final int MAX_PORT = 255;
    private static final int ALIGNMENT = 8;

    DeviceAttributes device() {
        try (Arena arena = Arena.ofConfined()) {
            long attr = arena.allocate(IbvDeviceAttr.SIZE, ALIGNMENT).address();
            library.queryDevice.check(context, attr);
            return DeviceAttributes.read(attr);
        }
    }

    Optional<ExtendedDeviceAttributes> extended() {
        Optional<CFunction> query = functions.find("query_device_ex");
        if (query.isEmpty()) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            long attr = arena.allocate(IbvDeviceAttrEx.SIZE, ALIGNMENT).address();
            int errno = query.get().status(context, Memory.NULL, attr, IbvDeviceAttrEx.SIZE);
            if (errno == Errno.EOPNOTSUPP || errno == Errno.ENOSYS) {
                return Optional.empty();
            }
            if (errno != 0) {
                throw VerbsException.failed("ibv_query_device_ex", errno);
            }
            return Optional.of(ExtendedDeviceAttributes.read(attr));
        }
    }

    PortAttributes port(int port) {
        Checks.range("port", port, 1, MAX_PORT);
        try (Arena arena = Arena.ofConfined()) {
            long attr = arena.allocate(IbvPortAttr.SIZE, ALIGNMENT).address();
            Optional<CFunction> query = functions.find("query_port");
            // The older function leaves the newer fields as they are: zero.
            int errno =
                    query.isPresent()
                            ? query.get().status(context, port, attr, IbvPortAttr.SIZE)
                            : library.queryPort.status(context, port, attr);
            if (errno != 0) {
                throw refused("ibv_query_port", errno, "port " + port);
            }
            return PortAttributes.read(attr);
        }
    }

    Gid gid(int port, int index) {
        Checks.range("port", port, 1, MAX_PORT);
        Checks.range("index", index, 0, Integer.MAX_VALUE);
        try (Arena arena = Arena.ofConfined()) {
            long gid = arena.allocate(IbvGid.SIZE, ALIGNMENT).address();
            int errno = library.queryGid.status(context, port, index, gid);
            if (errno != 0) {
                throw refused("ibv_query_gid", errno, "GID " + index + " of port " + port);
            }
            return new Fields(gid).gid(IbvGid.RAW);
        }
    }

    int pkey(int port, int index) {
        Checks.range("port", port, 1, MAX_PORT);
        Checks.range("index", index, 0, Integer.MAX_VALUE);
        try (Arena arena = Arena.ofConfined()) {
            long pkey = arena.allocate(Short.BYTES, Short.BYTES).address();
            int errno = library.queryPkey.status(context, port, index, pkey);
            if (errno != 0) {
                throw refused("ibv_query_pkey", errno, "P_Key " + index + " of port " + port);
            }
            return Short.toUnsignedInt(Memory.getBigShort(pkey));
        }
    }

    /** The library asks a file for what the port does not have, and tells that there is none. */
    private static VerbsException refused(String call, int errno, String what) {
        return VerbsException.failed(call, errno == Errno.ENOENT ? Errno.EINVAL : errno, what);
    }

    List<GidEntry> gidTable() {
        int ports = device().portCount();
        List<PortAttributes> attributes = new ArrayList<>();
        for (int port = 1; port <= ports; port++) {
            attributes.add(port(port));
        }
        return library.queryGidTable.isPresent()
                ? gidTable(library.queryGidTable.get(), attributes)
                : gidsOneByOne(attributes);
    }

    private List<GidEntry> gidTable(CFunction query, List<PortAttributes> ports) {
        int room = ports.stream().mapToInt(PortAttributes::gidTableLength).sum();
        if (room == 0) {
            return List.of();
        }
        try (Arena arena = Arena.ofConfined()) {
            long entries = arena.allocate(room * IbvGidEntry.SIZE, ALIGNMENT).address();
            int count = query.count(context, entries, room, 0, IbvGidEntry.SIZE);
            if (count < 0) {
                throw VerbsException.failed("ibv_query_gid_table", -count);
            }
            List<GidEntry> table = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                table.add(GidEntry.read(entries + i * IbvGidEntry.SIZE));
            }
            return List.copyOf(table);
        }
    }

    private List<GidEntry> gidsOneByOne(List<PortAttributes> ports) {
        List<GidEntry> table = new ArrayList<>();
        for (int port = 1; port <= ports.size(); port++) {
            for (int i = 0; i < ports.get(port - 1).gidTableLength(); i++) {
                Gid gid = gid(port, i);
                if (!gid.isZero()) {
                    table.add(new GidEntry(gid, port, i, GidType.UNKNOWN, 0));
                }
            }
        }
        return List.copyOf(table);
    }
}
