package org.jdapl.verbs.diagnosis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.ffm.NativeLibrary;

/** The native code of this process. */
final class SystemNatives implements Natives {
    private static final String C_LIBRARY = "libc.so.6";
    private static final int NAME_LIMIT = 64;

    private final Access access;

    /**
     * The flag is read before the first native call: the Java VM grants the rest with a warning.
     */
    SystemNatives() {
        boolean granted = SystemNatives.class.getModule().isNativeAccessEnabled();
        access = granted ? Access.GRANTED : mayCall() ? Access.WARNED : Access.DENIED;
    }

    private static boolean mayCall() {
        try {
            NativeLibrary.load(C_LIBRARY, "libc6");
            return true;
        } catch (VerbsException _) {
            return false;
        }
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public String moduleName() {
        Module module = SystemNatives.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    @Override
    public Library library(String soname, String debianPackage, List<String> functions) {
        try {
            NativeLibrary library = NativeLibrary.load(soname, debianPackage);
            return new Library(
                    "",
                    loadedFile(soname),
                    functions.stream().filter(name -> library.find(name).isEmpty()).toList());
        } catch (VerbsException e) {
            return new Library(String.valueOf(e.getMessage()), Optional.empty(), List.of());
        }
    }

    /** The last column of the process's map of memory; symbolic links are resolved there. */
    private static Optional<String> loadedFile(String soname) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("/" + soname))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst();
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<List<String>> deviceNames() {
        try (Arena arena = Arena.ofConfined()) {
            NativeLibrary library = NativeLibrary.load("libibverbs.so.1", "libibverbs1");
            long count = arena.allocate(Integer.BYTES, Integer.BYTES).address();
            long list = library.function("ibv_get_device_list").pointerOrError(count);
            if (list <= 0) {
                return Optional.of(List.of());
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < Memory.getInt(count); i++) {
                long device = Memory.getLong(list + (long) i * Long.BYTES);
                long name = library.function("ibv_get_device_name").call(device);
                names.add(Memory.string(name, NAME_LIMIT));
            }
            var _ = library.function("ibv_free_device_list").call(list);
            return Optional.of(names);
        } catch (VerbsException _) {
            return Optional.empty();
        }
    }
}
