package org.jdapl.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.handle.Lifetime;
import org.jdapl.verbs.struct.IbvAhAttr;

/**
 * The way to a port, made ready for datagrams: {@code struct ibv_ah}. Work requests of UD queue
 * pairs of the same protection domain {@linkplain SendWorkRequests#datagram name} it.
 *
 * <p>Thread-safe. A datagram that was posted before it is closed is sent; a work request that names
 * it cannot be posted any more afterwards.
 */
public final class AddressHandle implements AutoCloseable {
    private static final String KIND = "address handle";

    private final ProtectionDomain domain;
    private final long pointer;
    private final Lifetime lifetime;
    private final PostedHandle posted = new PostedHandle(KIND);

    private AddressHandle(ProtectionDomain domain, long pointer) {
        this.domain = domain;
        this.pointer = pointer;
        lifetime = Lifetime.of(KIND, this::free, domain.lifetime());
    }

    /**
     * Makes the handle of a way: {@code ibv_create_ah}.
     *
     * @param domain the domain of the queue pairs that use it
     * @param vector the way
     * @return the handle, which the caller owns
     * @throws VerbsException if the device has no more, no datagrams, or the way is none: an index
     *     of a GID that is not used, a destination that the network does not know
     */
    public static AddressHandle create(ProtectionDomain domain, AddressVector vector) {
        try (var _ = domain.lifetime().use("AddressHandle.create");
                Arena arena = Arena.ofConfined()) {
            long attr = arena.allocate(IbvAhAttr.SIZE, 8).address();
            vector.write(attr);
            IbverbsLibrary library = domain.context().library();
            return new AddressHandle(domain, library.createAh.pointer(domain.pointer(), attr));
        }
    }

    /**
     * Makes the handle of the way back to the sender of a datagram, as {@code
     * ibv_create_ah_from_wc} does.
     *
     * @param domain the domain of the queue pairs that use it
     * @param completions where the completion of the receive is
     * @param index which one it is
     * @param received what was received, from its beginning: its first 40 bytes are the header
     * @param port the port that received it, from 1
     * @return the handle, which the caller owns
     * @throws IllegalArgumentException if the header is shorter than 40 bytes
     * @throws VerbsException if the device has no more, or the header names no GID of the port
     */
    public static AddressHandle create(
            ProtectionDomain domain,
            WorkCompletions completions,
            int index,
            MemorySegment received,
            int port) {
        return create(
                domain,
                AddressVector.ofSender(domain.context(), completions, index, received, port));
    }

    /**
     * Whose queue pairs can use it.
     *
     * @return its domain
     */
    public ProtectionDomain domain() {
        return domain;
    }

    /**
     * Whether it can be used.
     *
     * @return false once it is closed, or being closed
     */
    public boolean isOpen() {
        return lifetime.isOpen();
    }

    /**
     * Frees it: {@code ibv_destroy_ah}. Closing twice does nothing.
     *
     * @throws VerbsException if the kernel refuses; it is open then
     */
    @Override
    public void close() {
        lifetime.close();
    }

    private void free() {
        posted.close(domain.sendGates());
        try {
            domain.context().library().destroyAh.check(pointer);
        } catch (VerbsException e) {
            posted.reopen();
            throw e;
        }
    }

    PostedHandle posted() {
        return posted.use();
    }

    long pointer() {
        return pointer;
    }

    /**
     * The handle, for a debugger.
     *
     * @return its kind and device
     */
    @Override
    public String toString() {
        return KIND + " on " + domain.context();
    }
}
