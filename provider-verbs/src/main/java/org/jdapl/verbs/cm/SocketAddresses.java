package org.jdapl.verbs.cm;

import static org.jdapl.verbs.cm.struct.CmConstants.AF_INET;
import static org.jdapl.verbs.cm.struct.CmConstants.AF_INET6;

import java.lang.foreign.Arena;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.LongConsumer;
import org.jdapl.verbs.cm.struct.SockaddrIn;
import org.jdapl.verbs.cm.struct.SockaddrIn6;
import org.jdapl.verbs.ffm.Memory;
import org.jspecify.annotations.Nullable;

/** Java's socket addresses as C's, and back. */
final class SocketAddresses {
    private SocketAddresses() {}

    /**
     * Writes an address into {@link SockaddrIn6#STORAGE_SIZE} zeroed bytes.
     *
     * @throws IllegalArgumentException if its name was not resolved
     */
    static void write(long to, InetSocketAddress address) {
        switch (address.getAddress()) {
            case null -> throw new IllegalArgumentException("unresolved address: " + address);
            case Inet4Address four -> {
                Memory.putShort(to + SockaddrIn.FAMILY, (short) AF_INET);
                Memory.putBigShort(to + SockaddrIn.PORT, (short) address.getPort());
                Memory.putBytes(to + SockaddrIn.ADDR, four.getAddress());
            }
            case Inet6Address six -> {
                Memory.putShort(to + SockaddrIn6.FAMILY, (short) AF_INET6);
                Memory.putBigShort(to + SockaddrIn6.PORT, (short) address.getPort());
                Memory.putBytes(to + SockaddrIn6.ADDR, six.getAddress());
                Memory.putInt(to + SockaddrIn6.SCOPE_ID, six.getScopeId());
            }
            default -> throw new IllegalArgumentException("address=" + address);
        }
    }

    /**
     * Lends an address to a call.
     *
     * @throws IllegalArgumentException if its name was not resolved
     */
    static void with(InetSocketAddress address, LongConsumer call) {
        try (Arena arena = Arena.ofConfined()) {
            call.accept(allocate(arena, address));
        }
    }

    /**
     * The address for C, as long as the arena.
     *
     * @throws IllegalArgumentException if its name was not resolved
     */
    static long allocate(Arena arena, InetSocketAddress address) {
        long to = arena.allocate(SockaddrIn6.STORAGE_SIZE, 8).address();
        write(to, address);
        return to;
    }

    /** Reads an address; null where there is none, or one of another family. */
    static @Nullable InetSocketAddress read(long from) {
        try {
            return switch (Memory.getShort(from + SockaddrIn.FAMILY)) {
                case AF_INET ->
                        new InetSocketAddress(
                                InetAddress.getByAddress(Memory.bytes(from + SockaddrIn.ADDR, 4)),
                                port(from));
                case AF_INET6 -> new InetSocketAddress(six(from), port(from));
                default -> null;
            };
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 4 or 16 bytes was refused", e);
        }
    }

    private static Inet6Address six(long from) throws UnknownHostException {
        byte[] bytes = Memory.bytes(from + SockaddrIn6.ADDR, 16);
        int scope = Memory.getInt(from + SockaddrIn6.SCOPE_ID);
        // Scope 0 is none, which Java writes as -1: addresses would not be equal otherwise.
        return Inet6Address.getByAddress(null, bytes, scope == 0 ? -1 : scope);
    }

    private static int port(long from) {
        return Short.toUnsignedInt(Memory.getBigShort(from + SockaddrIn.PORT));
    }
}
