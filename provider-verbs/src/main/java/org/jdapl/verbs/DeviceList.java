package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.util.OptionalLong;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvDevice;

/**
 * The devices that the library found at a moment. They are good until the list is closed.
 *
 * @param library whose list it is
 * @param list pointers to {@code struct ibv_device}
 * @param count how many
 */
record DeviceList(IbverbsLibrary library, long list, int count) implements AutoCloseable {

    static DeviceList get(IbverbsLibrary library) {
        try (Arena arena = Arena.ofConfined()) {
            long count = arena.allocate(Integer.BYTES, Integer.BYTES).address();
            long list = library.getDeviceList.pointerOrError(count);
            if (list < 0) {
                throw refused((int) -list);
            }
            return new DeviceList(library, list, Memory.getInt(count));
        }
    }

    private static VerbsException refused(int errno) {
        return VerbsException.failed(
                "ibv_get_device_list",
                errno,
                errno == Errno.ENOSYS
                        ? "the kernel has no RDMA: load ib_uverbs and the driver of the device"
                                + " (modprobe ib_uverbs)"
                        : "");
    }

    long pointer(int index) {
        return Memory.getLong(list + (long) index * Long.BYTES);
    }

    /** The device of a name. */
    OptionalLong find(String name) {
        for (int i = 0; i < count; i++) {
            long device = pointer(i);
            if (name(device).equals(name)) {
                return OptionalLong.of(device);
            }
        }
        return OptionalLong.empty();
    }

    static String name(long device) {
        return Memory.string(device + IbvDevice.NAME, Device.NAME_BYTES);
    }

    @Override
    public void close() {
        long _ = library.freeDeviceList.call(list);
    }
}
