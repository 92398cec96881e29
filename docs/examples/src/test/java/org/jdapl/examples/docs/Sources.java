package org.jdapl.examples.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Files of the repository, without what builds leave behind. */
final class Sources {

    /** The top of the repository, from where tests run. */
    static final Path ROOT = Path.of("..", "..");

    private static final Set<String> NOT_OURS = Set.of("target", ".git");

    private Sources() {}

    /** All files whose names end so, from the top of the repository. */
    static List<Path> named(String end) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(
                    ROOT,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            return NOT_OURS.contains(folder.getFileName().toString())
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            if (file.toString().endsWith(end)) {
                                found.add(ROOT.relativize(file));
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream().sorted().toList();
    }

    static String read(Path file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
