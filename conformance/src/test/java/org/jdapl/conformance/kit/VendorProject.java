package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jdapl.conformance.peer.PeerOptions;

/**
 * A vendor's project and the artifacts of JDAPL that are installed where it is built: {@code mvn
 * package} by its own {@code pom.xml}, which sees nothing of this build.
 *
 * <p>Its local repository is that of this build by links, but for {@code org.jdapl}, where the jars
 * of the provider interface lie as {@code mvn install} puts them, and nothing else.
 */
final class VendorProject {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = "0.1.0-SNAPSHOT";

    /** The modules of the provider interface, by their folders. */
    private static final Map<String, String> INTERFACE =
            Map.of("dapl-api", "org.jdapl.api", "provider-spi", "org.jdapl.spi");

    private static final long BUILD_LIMIT_S = 55;

    private final Path directory;
    private final Path repository;

    /** Installs the provider interface for a project, in a repository beside it. */
    private VendorProject(Path directory) throws IOException {
        this.directory = directory;
        this.repository = directory.resolveSibling("repository");
        link();
        install();
    }

    /** A copy of the example in {@code docs/examples}, with a change to each of its sources. */
    static VendorProject example(Path directory, UnaryOperator<String> change) throws IOException {
        Path example = ROOT.resolve("docs/examples/vendor-provider");
        for (Path file : files(example.resolve("src"))) {
            Path copy = directory.resolve(example.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, change.apply(Files.readString(file)));
        }
        Files.copy(example.resolve("pom.xml"), directory.resolve("pom.xml"));
        return new VendorProject(directory);
    }

    /** What {@code etc/new-provider} makes. */
    static VendorProject made(Path directory, String module, String adapter) throws Exception {
        run(directory.getParent(), "etc/new-provider", directory.toString(), module, adapter);
        return new VendorProject(directory);
    }

    /** Builds it; gives the jar. */
    Path jar() throws Exception {
        run(
                directory,
                "etc/mvnj",
                "-B",
                "-ntp",
                "-q",
                "-Dmaven.repo.local=" + repository,
                "-f",
                directory.toString(),
                "package");
        try (Stream<Path> built = Files.list(directory.resolve("target"))) {
            return built.filter(file -> file.toString().endsWith(".jar")).findFirst().orElseThrow();
        }
    }

    private static void run(Path scratch, String... command) throws Exception {
        Path said = Files.createTempFile(scratch, "said", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .directory(ROOT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        boolean ended = process.waitFor(BUILD_LIMIT_S, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(ended).as("ended in time; it said: " + Files.readString(said)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    }

    private void link() throws IOException {
        Path ours = Path.of(System.getProperty("localRepository", defaultRepository()));
        Path groups = Files.createDirectories(repository.resolve("org"));
        link(ours, repository, groups.getFileName());
        link(ours.resolve("org"), groups, Path.of("jdapl"));
    }

    private static void link(Path from, Path to, Path without) throws IOException {
        try (Stream<Path> all = Files.list(from)) {
            for (Path each : all.filter(one -> !one.getFileName().equals(without)).toList()) {
                Files.createSymbolicLink(to.resolve(each.getFileName()), each);
            }
        }
    }

    private static String defaultRepository() {
        return Path.of(System.getProperty("user.home"), ".m2", "repository").toString();
    }

    private void install() throws IOException {
        Files.copy(ROOT.resolve("pom.xml"), artifact("jdapl", ".pom"));
        ModuleFinder modules =
                ModuleFinder.of(
                        Arrays.stream(
                                        PeerOptions.defaults()
                                                .modulePath()
                                                .split(File.pathSeparator, -1))
                                .map(Path::of)
                                .toArray(Path[]::new));
        for (Map.Entry<String, String> each : INTERFACE.entrySet()) {
            Files.copy(
                    ROOT.resolve(each.getKey()).resolve("pom.xml"),
                    artifact(each.getKey(), ".pom"));
            Path classes =
                    Path.of(modules.find(each.getValue()).orElseThrow().location().orElseThrow());
            Path jar = artifact(each.getKey(), ".jar");
            if (Files.isRegularFile(classes)) {
                Files.copy(classes, jar);
            } else {
                pack(classes, jar);
            }
        }
    }

    private static void pack(Path classes, Path jar) {
        int status =
                ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "--create",
                                "--file",
                                jar.toString(),
                                "-C",
                                classes.toString(),
                                ".");
        assertThat(status).isZero();
    }

    private Path artifact(String name, String ending) throws IOException {
        Path folder = repository.resolve("org/jdapl").resolve(name).resolve(VERSION);
        return Files.createDirectories(folder).resolve(name + "-" + VERSION + ending);
    }

    private static List<Path> files(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
