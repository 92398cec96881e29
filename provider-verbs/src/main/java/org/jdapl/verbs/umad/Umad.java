package org.jdapl.verbs.umad;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;

/**
 * What is there to manage: the channel adapters of this machine and their ports, as the kernel
 * describes them. Nothing is opened, and no right is needed.
 *
 * <p>Thread-safe. Every method may throw {@link VerbsException} with {@link VerbsError#UNAVAILABLE}
 * where libibumad is not installed or may not be called.
 */
public final class Umad {
    private static final int MAX_NAMES = 32;

    private static final long NEXT = UmadStructs.DEVICE_NODE.offset("next");
    private static final long NODE_NAME = UmadStructs.DEVICE_NODE.offset("ca_name");

    private Umad() {}

    /**
     * The names of the channel adapters, such as {@code mlx5_0}: {@code umad_get_ca_device_list},
     * or {@code umad_get_cas_names} of older versions, which tells no more than 32.
     *
     * @return the names, in the library's order; empty where there is none
     * @throws VerbsException if the kernel's list cannot be read
     */
    public static List<String> names() {
        UmadLibrary library = UmadLibrary.get();
        if (library.getDeviceList.isPresent() && library.freeDeviceList.isPresent()) {
            long list = library.getDeviceList.get().pointerOrError();
            if (list > 0) {
                try {
                    return names(list);
                } finally {
                    library.freeDeviceList.get().call(list);
                }
            }
        }
        return casNames(library); // also tells apart that there is none and that it failed
    }

    private static List<String> names(long list) {
        List<String> names = new ArrayList<>();
        for (long node = list; node != Memory.NULL; node = Memory.getLong(node + NEXT)) {
            names.add(Memory.string(Memory.getLong(node + NODE_NAME), UmadStructs.NAME_LENGTH));
        }
        return List.copyOf(names);
    }

    private static List<String> casNames(UmadLibrary library) {
        List<String> names = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            long cas = arena.allocate((long) MAX_NAMES * UmadStructs.NAME_LENGTH, 8).address();
            int count = UmadLibrary.call(library.getCasNames, "", cas, MAX_NAMES);
            for (int i = 0; i < count; i++) {
                long name = cas + (long) i * UmadStructs.NAME_LENGTH;
                names.add(Memory.string(name, UmadStructs.NAME_LENGTH));
            }
        }
        return List.copyOf(names);
    }

    /**
     * A channel adapter and its ports: {@code umad_get_ca}.
     *
     * @param name its name
     * @return what the kernel tells of it now
     * @throws VerbsException {@link VerbsError#NO_DEVICE} if there is none of this name
     */
    public static CaInfo ca(String name) {
        UmadLibrary library = UmadLibrary.get();
        try (Arena arena = Arena.ofConfined()) {
            long ca = arena.allocate(UmadStructs.CA.size(), 8).address();
            if (library.getCa.outcome(name(arena, name), ca).result() != 0) {
                throw noDevice(library.getCa.name(), name);
            }
            try {
                return CaInfo.at(ca);
            } finally {
                library.releaseCa.call(ca);
            }
        }
    }

    /**
     * A port: {@code umad_get_port}.
     *
     * @param name the adapter's name
     * @param number the port's number, from 1 (a switch has port 0)
     * @return what the kernel tells of it now
     * @throws VerbsException {@link VerbsError#NO_DEVICE} if there is no such port
     */
    public static CaPort port(String name, int number) {
        try (Arena arena = Arena.ofConfined()) {
            return port(arena, name(arena, name), number, name + " port " + number);
        }
    }

    /** The port that the library takes where none is named: the first that is active. */
    static CaPort firstActivePort() {
        try (Arena arena = Arena.ofConfined()) {
            return port(arena, Memory.NULL, 0, "an active port");
        }
    }

    private static CaPort port(Arena arena, long name, int number, String what) {
        UmadLibrary library = UmadLibrary.get();
        long port = arena.allocate(UmadStructs.PORT.size(), 8).address();
        if (library.getPort.outcome(name, number, port).result() != 0) {
            throw noDevice(library.getPort.name(), what);
        }
        try {
            return CaPort.at(port);
        } finally {
            library.releasePort.call(port);
        }
    }

    /** The C string of a name; a longer one than the library's is nobody's. */
    static long name(Arena arena, String name) {
        if (name.isEmpty() || name.length() >= UmadStructs.NAME_LENGTH) {
            throw noDevice("umad", "'" + name + "'");
        }
        return arena.allocateFrom(name).address();
    }

    private static VerbsException noDevice(String call, String what) {
        return VerbsException.failed(
                call, Errno.ENODEV, what + " is not among /sys/class/infiniband");
    }
}
