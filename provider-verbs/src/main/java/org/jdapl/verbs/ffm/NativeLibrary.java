package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;

/**
 * A shared library of the system, found by its soname as the dynamic linker does. Once loaded it
 * stays for the life of the process, as the libraries that it loads itself (drivers) want it.
 */
public final class NativeLibrary {
    private final String soname;
    private final String debianPackage;
    private final SymbolLookup lookup;

    private NativeLibrary(String soname, String debianPackage, SymbolLookup lookup) {
        this.soname = soname;
        this.debianPackage = debianPackage;
        this.lookup = lookup;
    }

    /**
     * Loads a library.
     *
     * @param soname the name that the dynamic linker knows, such as {@code libibverbs.so.1}; the
     *     system property {@code org.jdapl.verbs.SONAME} gives another file for it
     * @param debianPackage which package of Debian brings it, for messages
     * @return the library
     * @throws VerbsException {@link VerbsError#UNAVAILABLE} if it is not there or may not be called
     */
    @SuppressWarnings("restricted") // the libraries that this module exists to bind
    public static NativeLibrary load(String soname, String debianPackage) {
        Module module = NativeLibrary.class.getModule();
        String file = System.getProperty("org.jdapl.verbs." + soname, soname);
        try {
            return new NativeLibrary(
                    soname, debianPackage, SymbolLookup.libraryLookup(file, Arena.global()));
        } catch (IllegalCallerException e) {
            String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
            throw unavailable(
                    soname,
                    "Java may not call native code: start it with --enable-native-access=" + name);
        } catch (IllegalArgumentException e) {
            throw unavailable(
                    soname,
                    file
                            + " was not found or cannot be loaded: install "
                            + debianPackage
                            + " (rdma-core), or set LD_LIBRARY_PATH to where it is");
        }
    }

    private static VerbsException unavailable(String soname, String detail) {
        return VerbsException.of(VerbsError.UNAVAILABLE, soname, detail);
    }

    /** The name that it was asked for by. */
    public String soname() {
        return soname;
    }

    /**
     * A function that every version has.
     *
     * @throws VerbsException {@link VerbsError#UNAVAILABLE} if this one lacks it
     */
    public CFunction function(String name) {
        return find(name)
                .orElseThrow(
                        () ->
                                unavailable(
                                        soname,
                                        "it has no function "
                                                + name
                                                + ": it is too old, install "
                                                + debianPackage
                                                + " of rdma-core 28 or later"));
    }

    /** A function that newer versions have. */
    public Optional<CFunction> find(String name) {
        return lookup.find(name).map(address -> new CFunction(name, address));
    }

    /** A symbol's address. */
    public Optional<MemorySegment> address(String name) {
        return lookup.find(name);
    }
}
