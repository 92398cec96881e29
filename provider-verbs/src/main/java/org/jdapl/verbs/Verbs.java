package org.jdapl.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;

/**
 * The entry to the verbs library: whether it is there, and which devices.
 *
 * <p>The native library is loaded by the first call that needs it. Where that fails nothing is
 * remembered: the next call tries again. Thread-safe.
 */
public final class Verbs {

    /** A symbol that came with a version of rdma-core, by version. */
    private static final NavigableMap<Integer, String> SINCE =
            new TreeMap<>(
                    Map.of(
                            28, "ibv_reg_mr_iova2",
                            30, "ibv_get_device_index",
                            31, "ibv_query_ece",
                            32, "_ibv_query_gid_table",
                            34, "ibv_reg_dmabuf_mr",
                            35, "ibv_import_dm",
                            36, "ibv_query_qp_data_in_order"));

    private Verbs() {}

    /**
     * Whether the native library can be called.
     *
     * @param isAvailable true if it can
     * @param rdmaCore the least version of rdma-core that it can be, such as 36, judged by its
     *     functions (it does not tell its version); 0 if it is not available
     * @param message why not, and what helps; or which version it seems to be
     */
    public record Availability(boolean isAvailable, int rdmaCore, String message) {}

    /**
     * Whether the native library can be called. Loads it.
     *
     * @return what was found; never throws
     */
    public static Availability availability() {
        try {
            IbverbsLibrary library = IbverbsLibrary.get();
            int version =
                    SINCE.descendingMap().entrySet().stream()
                            .filter(entry -> library.has(entry.getValue()))
                            .map(Map.Entry::getKey)
                            .findFirst()
                            .orElse(0);
            return new Availability(
                    true, version, "libibverbs of rdma-core " + version + " or later");
        } catch (VerbsException e) {
            return new Availability(false, 0, Objects.requireNonNullElse(e.getMessage(), ""));
        }
    }

    /**
     * The RDMA devices that are there now: {@code ibv_get_device_list}.
     *
     * @return the devices, in the library's order; none if there are none
     * @throws VerbsException {@link VerbsError#UNAVAILABLE} if the native library is not there or
     *     may not be called; {@link VerbsError#NOT_SUPPORTED} if the kernel has no RDMA
     */
    public static List<Device> devices() {
        IbverbsLibrary library = IbverbsLibrary.get();
        try (DeviceList list = DeviceList.get(library)) {
            List<Device> devices = new ArrayList<>();
            for (int i = 0; i < list.count(); i++) {
                devices.add(Device.read(library, list.pointer(i)));
            }
            return List.copyOf(devices);
        }
    }

    /**
     * The RDMA device of a name.
     *
     * @param name the kernel's name, such as {@code mlx5_0}
     * @return the device, if it is there now
     * @throws VerbsException as {@link #devices}
     */
    public static Optional<Device> device(String name) {
        return devices().stream().filter(device -> device.name().equals(name)).findFirst();
    }
}
