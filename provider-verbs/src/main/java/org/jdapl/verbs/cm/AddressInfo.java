package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.RAI_NUMERICHOST;
import static org.jdapl.verbs.cm.struct.CmConstants.RAI_PASSIVE;

import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdapl.verbs.cm.struct.RdmaAddrinfo;
import org.jdapl.verbs.cm.struct.SockaddrIn;
import org.jdapl.verbs.cm.struct.SockaddrIn6;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.RdmacmLibrary;

/**
 * How librdmacm would reach a destination, or listen at an address: {@code struct rdma_addrinfo}.
 * Names are Java's to resolve ({@link InetSocketAddress#InetSocketAddress(String, int)}); no name
 * server is asked here.
 *
 * @param portSpace what kind of service it is for
 * @param source the local address: to bind to, or to resolve from; nothing where any will do
 * @param destination the other side's address; nothing of one to listen at
 */
public record AddressInfo(
        PortSpace portSpace,
        Optional<InetSocketAddress> source,
        Optional<InetSocketAddress> destination) {

    /**
     * Where to connect to: {@code rdma_getaddrinfo}.
     *
     * @param destination the other side's address
     * @param portSpace what kind of service it is for
     * @return what the library knows, the best first
     * @throws VerbsException if it knows nothing
     * @throws IllegalArgumentException if the address is unresolved
     */
    public static List<AddressInfo> toConnect(InetSocketAddress destination, PortSpace portSpace) {
        return find(destination, portSpace, 0);
    }

    /**
     * Where to listen: {@code rdma_getaddrinfo} with {@code RAI_PASSIVE}.
     *
     * @param local the address, which may be a wildcard
     * @param portSpace what kind of service it is for
     * @return what the library knows, the best first
     * @throws VerbsException if it knows nothing
     * @throws IllegalArgumentException if the address is unresolved
     */
    public static List<AddressInfo> toListen(InetSocketAddress local, PortSpace portSpace) {
        return find(local, portSpace, RAI_PASSIVE);
    }

    private static List<AddressInfo> find(
            InetSocketAddress address, PortSpace portSpace, int flags) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("unresolved address: " + address);
        }
        RdmacmLibrary library = RdmacmLibrary.get();
        try (Arena arena = Arena.ofConfined()) {
            long node = arena.allocateFrom(address.getAddress().getHostAddress()).address();
            long service = arena.allocateFrom(Integer.toString(address.getPort())).address();
            long hints = arena.allocate(RdmaAddrinfo.SIZE, 8).address();
            Memory.putInt(hints + RdmaAddrinfo.FLAGS, flags | RAI_NUMERICHOST);
            Memory.putInt(hints + RdmaAddrinfo.PORT_SPACE, portSpace.value());
            long out = arena.allocate(Long.BYTES, Long.BYTES).address();
            check(library.getAddrInfo, node, service, hints, out);
            long first = Memory.getLong(out);
            try {
                return read(first);
            } finally {
                library.freeAddrInfo.call(first);
            }
        }
    }

    /** It fails with -1 and errno, or with one of the other numbers of getaddrinfo. */
    private static void check(CFunction function, long... arguments) {
        int errno = function.status(arguments);
        if (errno != 0) {
            VerbsError error = VerbsError.of(errno);
            throw error == VerbsError.OTHER
                    ? VerbsException.of(error, function.name(), "nothing found (" + errno + ")")
                    : VerbsException.failed(function.name(), errno);
        }
    }

    private static List<AddressInfo> read(long first) {
        List<AddressInfo> all = new ArrayList<>();
        for (long info = first;
                info != Memory.NULL;
                info = Memory.getLong(info + RdmaAddrinfo.NEXT)) {
            all.add(
                    new AddressInfo(
                            PortSpace.of(Memory.getInt(info + RdmaAddrinfo.PORT_SPACE)),
                            address(info, RdmaAddrinfo.SRC_ADDR, RdmaAddrinfo.SRC_LEN),
                            address(info, RdmaAddrinfo.DST_ADDR, RdmaAddrinfo.DST_LEN)));
        }
        return List.copyOf(all);
    }

    private static Optional<InetSocketAddress> address(long info, long field, long lengthField) {
        long address = Memory.getLong(info + field);
        int length = Memory.getInt(info + lengthField);
        return address == Memory.NULL || length < Math.min(SockaddrIn.SIZE, SockaddrIn6.SIZE)
                ? Optional.empty()
                : Optional.ofNullable(SocketAddresses.read(address));
    }
}
