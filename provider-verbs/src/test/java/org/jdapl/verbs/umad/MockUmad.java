package org.jdapl.verbs.umad;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.jdapl.verbs.c.CCompiler;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.NativeLibrary;

/**
 * A libibumad that stands in for the real one: a device {@code mock0} whose peers do with a
 * question what its attribute says.
 */
final class MockUmad {
    /** The peer answers. */
    static final int ANSWER = 1;

    /** The kernel hands the question back: nobody answered. */
    static final int UNANSWERED = 2;

    /** Nothing ever comes. */
    static final int SILENCE = 3;

    /** Before the answer comes a late one to another question. */
    static final int LATE_BEFORE = 4;

    /** The answer is 1000 bytes long. */
    static final int LONG = 5;

    /** The kernel refuses to send it. */
    static final int REFUSED = 6;

    /** The answer's status is the question's modifier. */
    static final int STATUS = 7;

    private static final String SOURCE =
            """
            #include <errno.h>
            #include <infiniband/umad.h>
            #include <string.h>
            #include <unistd.h>

            static int fds[2] = {-1, -1};
            static int agents, closes, cas;
            static struct umad_reg_attr last;
            static ib_mad_addr_t to;
            static int last_timeout, last_retries;
            static struct { char bytes[2048]; int length; } queue[16];
            static int head, tail;

            int mock_agents(void) { return agents; }
            int mock_closes(void) { return closes; }
            int mock_cas(void) { return cas; }
            int mock_timeout(void) { return last_timeout; }
            int mock_retries(void) { return last_retries; }
            void *mock_registration(void) { return &last; }
            void *mock_address(void) { return &to; }

            int umad_init(void) { return 0; }
            size_t umad_size(void) { return sizeof(struct ib_user_mad); }
            int umad_get_cas_names(char names[][UMAD_CA_NAME_LEN], int max)
            {
                strcpy(names[0], "mock0");
                return 1;
            }
            int umad_get_port(const char *name, int number, umad_port_t *port)
            {
                if (name && strcmp(name, "mock0"))
                    return -ENODEV;
                memset(port, 0, sizeof *port);
                strcpy(port->ca_name, "mock0");
                port->portnum = number ? number : 1;
                port->sm_lid = number == 2 ? 0 : 3;
                port->sm_sl = 4;
                cas++;
                return 0;
            }
            int umad_release_port(umad_port_t *port) { cas--; return 0; }
            int umad_get_ca(const char *name, umad_ca_t *ca) { return -ENODEV; }
            int umad_release_ca(umad_ca_t *ca) { return 0; }
            int umad_open_port(const char *name, int number)
            {
                if (!strcmp(name, "denied")) {
                    errno = EACCES;
                    return -EIO;
                }
                if (pipe2(fds, 04000))
                    return -EIO;
                head = tail = 0;
                return 77;
            }
            int umad_get_fd(int port) { return port == 77 ? fds[0] : -1; }
            int umad_close_port(int port)
            {
                closes++;
                close(fds[0]);
                close(fds[1]);
                return 0;
            }
            int umad_register2(int port, struct umad_reg_attr *attr, uint32_t *id)
            {
                if (attr->mgmt_class == 0xff)
                    return EINVAL;
                last = *attr;
                *id = 40 + agents++;
                return 0;
            }
            int umad_register(int p, int c, int v, uint8_t r, long m[16 / sizeof(long)])
            {
                return -EPERM;
            }
            int umad_register_oui(int p, int c, uint8_t r, uint8_t o[3],
                                  long m[16 / sizeof(long)])
            {
                return -EPERM;
            }
            int umad_unregister(int port, int id) { agents--; return 0; }

            static void put(void *umad, int length)
            {
                memcpy(queue[tail % 16].bytes, umad, 64 + 256);
                queue[tail % 16].length = length;
                tail++;
                if (write(fds[1], "", 1) != 1)
                    tail--;
            }
            int umad_send(int port, int id, void *umad, int length, int timeout, int retries)
            {
                struct ib_user_mad *u = umad;
                unsigned char copy[64 + 256], *mad = copy + 64;

                memcpy(copy, umad, sizeof copy);
                to = u->addr;
                last_timeout = timeout;
                last_retries = retries;
                u = (void *) copy;
                u->agent_id = id;
                u->status = 0;
                memset(mad + 8, 0x5a, 4); /* as the kernel, which has the upper half */
                switch (mad[17]) {
                case 2:
                    u->status = ETIMEDOUT;
                    put(copy, 256);
                    break;
                case 3:
                    break;
                case 6:
                    errno = EINVAL;
                    return -EIO;
                case 4:
                    mad[3] |= 0x80;
                    mad[15] ^= 0xff;
                    mad[200] = 1;
                    put(copy, 256);
                    mad[15] ^= 0xff;
                    mad[200] = 2;
                    put(copy, 256);
                    break;
                case 7:
                    mad[4] = mad[22];
                    mad[5] = mad[23];
                    /* as an answer */
                default:
                    mad[3] |= 0x80;
                    put(copy, mad[17] == 5 ? 1000 : 256);
                }
                return 0;
            }
            int umad_poll(int port, int ms) { usleep(ms * 1000); return -ETIMEDOUT; }
            int umad_recv(int port, void *umad, int *length, int timeout)
            {
                int room = *length, n = queue[head % 16].length;
                char c;

                if (head == tail) {
                    errno = EWOULDBLOCK;
                    return -EWOULDBLOCK;
                }
                *length = n;
                if (room < n) {
                    errno = ENOSPC;
                    return -ENOSPC;
                }
                memcpy(umad, queue[head % 16].bytes, 64 + n);
                head++;
                if (read(fds[0], &c, 1) != 1)
                    return -EIO;
                return ((struct ib_user_mad *) umad)->agent_id;
            }
            """;

    private static final String SONAME = "libibumad.so.3";
    private static final String PROPERTY = "org.jdapl.verbs." + SONAME;

    private final NativeLibrary library;

    private MockUmad(NativeLibrary library) {
        this.library = library;
    }

    /** Loads it, in place of the real one, for the rest of this process. */
    static MockUmad install() {
        CCompiler.assume("infiniband/umad.h");
        Path file = CCompiler.library(SONAME, SOURCE, "-D_GNU_SOURCE");
        System.setProperty(PROPERTY, file.toString());
        return new MockUmad(NativeLibrary.load(SONAME, "the mock"));
    }

    /** A counter, or what the last call had. */
    int number(String name) {
        return (int) library.function("mock_" + name).call();
    }

    /** The bytes of what the last call had. */
    byte[] bytes(String name, long length) {
        return Memory.bytes(library.function("mock_" + name).call(), (int) length);
    }

    /** The last address, as it is read. */
    MadAddress address() {
        return MadAddress.at(library.function("mock_address").call());
    }

    /** What an address becomes and is read as. */
    static MadAddress roundTrip(MadAddress address) {
        try (Arena arena = Arena.ofConfined()) {
            long place = arena.allocate(UmadStructs.ADDRESS.size(), 8).address();
            address.putAt(place);
            return MadAddress.at(place);
        }
    }
}
