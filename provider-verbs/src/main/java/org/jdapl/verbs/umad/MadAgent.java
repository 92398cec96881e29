package org.jdapl.verbs.umad;

import java.lang.foreign.Arena;
import java.time.Duration;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.CFunction.Outcome;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.handle.Lifetime;

/**
 * A sender of MADs of one class at a port, which also takes the answers: {@code umad_register}.
 *
 * <p>Thread-safe. It is closed with its {@link MadPort}; closing it before, or twice, is no
 * mistake. Questions that it has under way when it is closed are not answered any more.
 */
public final class MadAgent implements AutoCloseable {
    private static final long CLASS = UmadStructs.REGISTRATION.offset("mgmt_class");
    private static final long VERSION = UmadStructs.REGISTRATION.offset("mgmt_class_version");
    private static final long FLAGS = UmadStructs.REGISTRATION.offset("flags");
    private static final long MASK = UmadStructs.REGISTRATION.offset("method_mask");
    private static final long OUI = UmadStructs.REGISTRATION.offset("oui");
    private static final long RMPP = UmadStructs.REGISTRATION.offset("rmpp_version");

    static final int FLAG_USER_RMPP = 1;
    private static final int FIRST_OUI_CLASS = 0x30;
    private static final int LAST_OUI_CLASS = 0x4f;

    private final UmadLibrary library;
    private final int portId;
    private final int id;
    private final Lifetime lifetime;

    private MadAgent(UmadLibrary library, int portId, int id, Lifetime port, int mgmtClass) {
        this.library = library;
        this.portId = portId;
        this.id = id;
        String name = String.format("agent %d for class 0x%02x at %s", id, mgmtClass, port.name());
        this.lifetime = Lifetime.of(name, this::free, port);
    }

    static MadAgent register(
            UmadLibrary library, int portId, Lifetime port, AgentRegistration registration) {
        int id;
        try (Arena arena = Arena.ofConfined()) {
            id =
                    library.register2.isPresent()
                            ? register2(library.register2.get(), portId, arena, registration)
                            : register(library, portId, arena, registration);
        }
        return new MadAgent(library, portId, id, port, registration.managementClass());
    }

    private static int register2(
            CFunction function, int portId, Arena arena, AgentRegistration registration) {
        long attributes = arena.allocate(UmadStructs.REGISTRATION.size(), 8).address();
        Memory.putByte(attributes + CLASS, (byte) registration.managementClass());
        Memory.putByte(attributes + VERSION, (byte) registration.classVersion());
        Memory.putInt(attributes + FLAGS, registration.userRmpp() ? FLAG_USER_RMPP : 0);
        long[] mask = registration.methodMask();
        Memory.putLong(attributes + MASK, mask[0]);
        Memory.putLong(attributes + MASK + Long.BYTES, mask[1]);
        Memory.putInt(attributes + OUI, registration.oui());
        Memory.putByte(attributes + RMPP, (byte) registration.rmppVersion());
        long agent = arena.allocate(Integer.BYTES, Integer.BYTES).address();
        Outcome outcome = function.outcome(portId, attributes, agent);
        if ((int) outcome.result() != 0) {
            throw VerbsException.failed(
                    function.name(), UmadLibrary.errno(outcome), registration.toString());
        }
        return Memory.getInt(agent);
    }

    private static int register(
            UmadLibrary library, int portId, Arena arena, AgentRegistration registration) {
        int mgmtClass = registration.managementClass();
        if (registration.userRmpp()) {
            throw VerbsException.failed(
                    library.register.name(),
                    Errno.EOPNOTSUPP,
                    "userRmpp needs umad_register2, which this libibumad does not have");
        }
        long mask = arena.allocate(2L * Long.BYTES, Long.BYTES).address();
        Memory.putLong(mask, registration.methodMask()[0]);
        Memory.putLong(mask + Long.BYTES, registration.methodMask()[1]);
        String detail = registration.toString();
        int rmpp = registration.rmppVersion();
        if (mgmtClass < FIRST_OUI_CLASS || mgmtClass > LAST_OUI_CLASS) {
            int version = registration.classVersion();
            return UmadLibrary.call(
                    library.register, detail, portId, mgmtClass, version, rmpp, mask);
        }
        long oui = arena.allocate(4, 4).address();
        Memory.putBigInt(oui, registration.oui() << Byte.SIZE);
        return UmadLibrary.call(library.registerOui, detail, portId, mgmtClass, rmpp, oui, mask);
    }

    /**
     * Its number at the port, by which {@link ReceivedMad#agentId} names it.
     *
     * @return the number
     */
    public int id() {
        return id;
    }

    /**
     * Whether it can be used.
     *
     * @return false once it, or its port, is being closed
     */
    public boolean isOpen() {
        return lifetime.isOpen();
    }

    /**
     * Sends a MAD: {@code umad_send}. Returns when the kernel has it. The answer, or after the last
     * try the question itself, comes out of {@link MadPort#receive}.
     *
     * @param to where it goes
     * @param mad what is sent; it is copied
     * @param timeout how long the kernel waits for an answer before it sends it again, in whole
     *     milliseconds; zero where no answer is expected
     * @param retries how often it is sent again
     * @throws VerbsException {@link VerbsError#CLOSED}; {@link VerbsError#INVALID_ARGUMENT} for an
     *     address that the kernel does not take; {@link VerbsError#NO_DEVICE} if the device has
     *     gone away
     */
    public void send(MadAddress to, Mad mad, Duration timeout, int retries) {
        byte[] bytes = mad.toBytes();
        int timeoutMs = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
        try (var _ = lifetime.use("send");
                Arena arena = Arena.ofConfined()) {
            long place = arena.allocate(MadPort.PREFIX + bytes.length, 8).address();
            MadPort.put(place, to, bytes);
            var _ =
                    UmadLibrary.call(
                            library.send,
                            to.toString(),
                            portId,
                            id,
                            place,
                            bytes.length,
                            timeoutMs,
                            retries);
        }
    }

    private void free() {
        var _ = UmadLibrary.call(library.unregister, lifetime.name(), portId, id);
    }

    /**
     * Unregisters it: {@code umad_unregister}.
     *
     * @throws VerbsException if the kernel refused; it stays registered
     */
    @Override
    public void close() {
        lifetime.close();
    }

    @Override
    public String toString() {
        return lifetime.name();
    }
}
