package org.jdapl.verbs;

import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvContext;
import org.jdapl.verbs.struct.IbvDevice;

/**
 * An RDMA device that was there when {@link Verbs#devices} was called: {@code struct ibv_device}.
 * It is a value: it holds nothing open, and stays as it is when the device goes away.
 *
 * @param name the kernel's name, such as {@code mlx5_0}
 * @param fileName the name of its device file in {@code /dev/infiniband}, such as {@code uverbs0}
 * @param systemPath its directory in {@code /sys}
 * @param nodeType what kind of node it is
 * @param transportType what kind of transport it has
 * @param nodeGuid its identifier
 * @param index the kernel's index of it, which no later device gets; -1 where the library cannot
 *     tell
 */
public record Device(
        String name,
        String fileName,
        String systemPath,
        NodeType nodeType,
        TransportType transportType,
        Guid nodeGuid,
        int index) {

    static final int NAME_BYTES = 64;
    private static final int PATH_BYTES = 256;

    /**
     * Opens it, as it is called: {@code ibv_open_device}.
     *
     * @return the context, which the caller owns
     * @throws VerbsException {@code NO_DEVICE} if there is no device of this name any more; {@code
     *     NO_PERMISSION} if the process may not open its device file
     */
    public Context open() {
        return Context.open(this);
    }

    /**
     * Its device file.
     *
     * @return such as {@code /dev/infiniband/uverbs0}
     */
    public String filePath() {
        return "/dev/infiniband/" + fileName;
    }

    /** Reads the {@code ibv_device} at an address. */
    static Device read(IbverbsLibrary library, long address) {
        Fields device = new Fields(address);
        // The function gives it in network byte order.
        long guid = Long.reverseBytes(library.getDeviceGuid.call(address));
        return new Device(
                DeviceList.name(address),
                device.string(IbvDevice.DEV_NAME, NAME_BYTES),
                device.string(IbvDevice.IBDEV_PATH, PATH_BYTES),
                NodeType.of(device.s32(IbvDevice.NODE_TYPE)),
                TransportType.of(device.s32(IbvDevice.TRANSPORT_TYPE)),
                new Guid(guid),
                library.getDeviceIndex.map(index -> (int) index.call(address)).orElse(-1));
    }

    /** The device that an {@code ibv_context} is of. */
    static Device of(IbverbsLibrary library, long context) {
        return read(library, Memory.getLong(context + IbvContext.DEVICE));
    }
}
