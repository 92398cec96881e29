package org.jdapl.verbs.umad;

import java.util.Optional;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.CFunction;
import org.jdapl.verbs.ffm.CFunction.Outcome;
import org.jdapl.verbs.ffm.Errno;
import org.jdapl.verbs.ffm.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * The functions of libibumad. {@code umad_done} is not among them: it frees nothing, and other code
 * in the process may use the library too.
 */
final class UmadLibrary {
    private static final String SONAME = "libibumad.so.3";
    private static final String PACKAGE = "libibumad3";

    private static final int EPERM = 1;

    private static @Nullable UmadLibrary loaded; // guarded by the class

    final CFunction getCasNames;
    final CFunction getCa;
    final CFunction releaseCa;
    final CFunction getPort;
    final CFunction releasePort;
    final CFunction openPort;
    final CFunction closePort;
    final CFunction getFd;
    final CFunction size;
    final CFunction poll;
    final CFunction send;
    final CFunction receive;
    final CFunction register;
    final CFunction registerOui;
    final CFunction unregister;

    /** Of newer versions. */
    final Optional<CFunction> getDeviceList;

    final Optional<CFunction> freeDeviceList;
    final Optional<CFunction> register2;

    private UmadLibrary(NativeLibrary library) {
        getCasNames = library.function("umad_get_cas_names");
        getCa = library.function("umad_get_ca");
        releaseCa = library.function("umad_release_ca");
        getPort = library.function("umad_get_port");
        releasePort = library.function("umad_release_port");
        openPort = library.function("umad_open_port");
        closePort = library.function("umad_close_port");
        getFd = library.function("umad_get_fd");
        size = library.function("umad_size");
        poll = library.function("umad_poll");
        send = library.function("umad_send");
        receive = library.function("umad_recv");
        register = library.function("umad_register");
        registerOui = library.function("umad_register_oui");
        unregister = library.function("umad_unregister");
        getDeviceList = library.find("umad_get_ca_device_list");
        freeDeviceList = library.find("umad_free_ca_device_list");
        register2 = library.find("umad_register2");
        library.function("umad_init").check();
    }

    /**
     * The library, loaded when it is first asked for; a failure is not kept, so that the next call
     * tells it too.
     */
    static synchronized UmadLibrary get() {
        @Nullable UmadLibrary library = loaded;
        if (library == null) {
            library = new UmadLibrary(NativeLibrary.load(SONAME, PACKAGE));
            loaded = library;
        }
        return library;
    }

    /**
     * The error number of a call of this library. Where the kernel refused, the library returns one
     * of two numbers that say no more than that, and {@code errno} has the kernel's.
     */
    static int errno(Outcome outcome) {
        int result = (int) outcome.result();
        boolean general = result == -Errno.EIO || result == -EPERM;
        return general && outcome.errno() > 0 ? outcome.errno() : Errno.of(result, outcome.errno());
    }

    /**
     * Calls a function that returns a number, or its error as a negative one.
     *
     * @param detail what was asked for, for the message
     * @return the number
     */
    static int call(CFunction function, String detail, long... arguments) {
        Outcome outcome = function.outcome(arguments);
        int result = (int) outcome.result();
        if (result < 0) {
            throw VerbsException.failed(function.name(), errno(outcome), detail);
        }
        return result;
    }
}
