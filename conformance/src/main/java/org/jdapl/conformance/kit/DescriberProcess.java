package org.jdapl.conformance.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.peer.PeerOptions;

/** A {@link Describer}, from the side of the kit. */
final class DescriberProcess {

    private final PeerOptions java;
    private final Path directory;

    DescriberProcess(PeerOptions java, Path directory) {
        this.java = java;
        this.directory = directory;
    }

    /**
     * Describes a target.
     *
     * @throws NoTargetException where there is none of that name
     * @throws IOException where it cannot be described; the text says why in one line
     */
    Description describe(String target)
            throws IOException, InterruptedException, NoTargetException {
        Path result = Files.createTempFile(directory, "description", ".json");
        Path log = directory.resolve("description.log");
        try {
            Process process =
                    new ProcessBuilder(
                                    java.command(
                                            Describer.class, List.of(target, result.toString())))
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            boolean ended;
            try {
                ended = process.waitFor(Bound.START.millis(), TimeUnit.MILLISECONDS);
            } finally {
                process.destroyForcibly();
            }
            if (!ended) {
                throw new IOException(
                        target + " hung while it was opened, " + Bound.START.millis() + " ms");
            }
            return switch (process.exitValue()) {
                case 0 -> Describer.read(result);
                case Describer.NO_TARGET -> throw new NoTargetException(last(log));
                default -> throw new IOException(target + " cannot be opened: " + what(log));
            };
        } finally {
            Files.delete(result);
        }
    }

    private static String last(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.isEmpty() ? "it said nothing" : lines.getLast();
    }

    /** The exception that ended it, which is the first line that is no warning of the JVM's. */
    private static String what(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith("Exception in thread"))
                .map(line -> line.replaceFirst("Exception in thread \"[^\"]*\" ", ""))
                .findFirst()
                .orElse(last(log));
    }
}
