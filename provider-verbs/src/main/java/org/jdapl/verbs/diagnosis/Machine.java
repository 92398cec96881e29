package org.jdapl.verbs.diagnosis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Where a diagnosis looks.
 *
 * @param root under which /proc, /sys, /dev and /etc are
 * @param natives what native code says
 * @param usable whether this user may read and write a file
 */
record Machine(Path root, Natives natives, Predicate<Path> usable) {

    /** This machine. */
    static Machine here() {
        return new Machine(
                Path.of("/"),
                new SystemNatives(),
                file -> Files.isReadable(file) && Files.isWritable(file));
    }

    Path path(String path) {
        return root.resolve(path.substring(1));
    }

    boolean exists(String path) {
        return Files.exists(path(path));
    }

    /** The text of a file without the white space around it; empty if it cannot be read. */
    Optional<String> read(String path) {
        try {
            byte[] bytes = Files.readAllBytes(path(path));
            return Optional.of(new String(bytes, StandardCharsets.UTF_8).strip());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** The names in a folder, in the order of names; none if there is no such folder. */
    List<String> list(String path) {
        try (Stream<Path> files = Files.list(path(path))) {
            return files.map(file -> file.getFileName().toString())
                    .sorted(
                            Comparator.comparingInt(String::length)
                                    .thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    /** Whether this user may read and write a file. */
    boolean usable(String path) {
        return usable.test(path(path));
    }

    /** Whose a file is and who may use it, such as {@code root:rdma rw-rw----}. */
    String owner(String path) {
        try {
            PosixFileAttributes file = Files.readAttributes(path(path), PosixFileAttributes.class);
            return file.owner().getName()
                    + ":"
                    + file.group().getName()
                    + " "
                    + PosixFilePermissions.toString(file.permissions());
        } catch (IOException e) {
            return "unknown owner";
        }
    }
}
