package org.jdapl.conformance.rules.lim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jdapl.api.DatException;
import org.jdapl.conformance.ffm.Posix;
import org.jdapl.conformance.ffm.ResourceLimit;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jspecify.annotations.Nullable;

/** A time in which this process has few file descriptors, and takes what there are. */
final class FewDescriptors implements AutoCloseable {

    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final String CLASS = ".class";

    /** So many are left, and those that were closed before. */
    private static final int LEFT = 16;

    /** Descriptors have numbers below it: who makes so many and is not refused takes none. */
    private final long most;

    private final ResourceLimit limit;
    private final Deque<AutoCloseable> made = new ArrayDeque<>();

    private FewDescriptors(long most) {
        this.most = most;
        this.limit = ResourceLimit.lower(ResourceLimit.Kind.DESCRIPTORS, most);
    }

    /**
     * Begins it.
     *
     * @return ends it
     * @throws NotApplicableException where the system does not let it
     */
    static FewDescriptors begin() {
        if (!Files.isDirectory(OPEN) || !Posix.has("setrlimit")) {
            throw new NotApplicableException(
                    "this system does not limit descriptors as Linux does");
        }
        loadClasses();
        return new FewDescriptors(highest() + 1 + LEFT);
    }

    /**
     * Classes that are files are read when they are needed, by descriptors of which none is left.
     */
    private static void loadClasses() {
        ModuleLayer layer = ModuleLayer.boot();
        for (ResolvedModule module : layer.configuration().modules()) {
            boolean files =
                    module.reference()
                            .location()
                            .filter(place -> "file".equals(place.getScheme()))
                            .filter(place -> Files.isDirectory(Path.of(place)))
                            .isPresent();
            if (files) {
                Module loaded = layer.findModule(module.name()).orElseThrow();
                classes(module).forEach(name -> load(loaded, name));
            }
        }
    }

    private static List<String> classes(ResolvedModule module) {
        try (ModuleReader reader = module.reference().open();
                Stream<String> resources = reader.list()) {
            return resources
                    .filter(name -> name.endsWith(CLASS) && !name.endsWith("-info" + CLASS))
                    .map(name -> name.substring(0, name.length() - CLASS.length()))
                    .map(name -> name.replace('/', '.'))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void load(Module module, String name) {
        try {
            Class.forName(module, name);
        } catch (LinkageError _) {
            // It needs what is not there, so that nobody here can use it.
        }
    }

    private static long highest() {
        try (Stream<Path> open = Files.list(OPEN)) {
            return open.mapToLong(path -> Long.parseLong(path.getFileName().toString()))
                    .max()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes one after the other until that is refused.
     *
     * @param maker makes something that takes a descriptor, or takes none
     * @return the refusal; null where so many were made that they take none
     */
    @Nullable DatException useUp(Supplier<? extends AutoCloseable> maker) {
        for (long i = 0; i < most; i++) {
            try {
                made.addLast(maker.get());
            } catch (DatException e) {
                return e;
            }
        }
        return null;
    }

    /** Closes what was made last. */
    void closeOne() {
        close(made.removeLast());
    }

    private static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            throw new AssertionError("expected no refusal, got " + e, e);
        }
    }

    /** Ends it, and closes what was made. */
    @Override
    public void close() {
        limit.close();
        while (!made.isEmpty()) {
            closeOne();
        }
    }
}
