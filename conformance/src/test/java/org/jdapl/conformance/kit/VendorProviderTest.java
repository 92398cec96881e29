package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of a vendor's provider is built as a vendor builds it, against the provider interface
 * alone, and keeps the rules: all of the provider's, each in one mode of progress, and some of the
 * runtime's. {@code etc/kit} tries them all.
 */
class VendorProviderTest {

    private static final String TARGET = "acme:tcp";
    private static final Path SOURCES =
            Path.of("..", "docs", "examples", "vendor-provider", "src", "main", "java");

    /** All that a vendor's module may see of ours. */
    private static final List<String> VISIBLE =
            List.of("org.jdapl.api", "org.jdapl.spi", "org.jspecify");

    private static final int OF_THE_RUNTIMES_RULES_EACH = 8;

    @TempDir Path directory;

    @Test
    void shouldKeepTheRules() throws Exception {
        Report report = run(build(source -> source), "", OF_THE_RUNTIMES_RULES_EACH);

        assertThat(report.results())
                .filteredOn(result -> !result.status().isGood())
                .extracting(r -> r.rule() + " " + r.mode() + " " + r.status() + ": " + r.text())
                .isEmpty();
        assertThat(report.count(Layer.PROVIDER).get(Status.PASS)).isGreaterThan(100);
    }

    @Test
    void shouldNotPassWithAFault() throws Exception {
        String sound = "CompletionStatus.SUCCESS, messageAt,";
        String faulty = "CompletionStatus.SUCCESS, messageAt + 1,";

        Report report = run(build(source -> source.replace(sound, faulty)), "SND-04", 0);

        assertThat(report.results()).extracting(Result::status).containsOnly(Status.FAIL);
    }

    private Report run(Path classes, String rules, int sample) throws Exception {
        PeerOptions ours = PeerOptions.defaults();
        PeerOptions options =
                new PeerOptions(
                        ours.launcher(),
                        ours.java(),
                        ours.modulePath() + File.pathSeparator + classes,
                        ours.vmArguments());
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        Kit kit =
                new Kit(
                        StandardRules.class,
                        options,
                        directory.resolve("kit"),
                        new PrintStream(console, true, StandardCharsets.UTF_8));
        return kit.run(TARGET, rules, new Sample(sample));
    }

    /** Compiles the provider, with a change to each of its sources; gives the module's classes. */
    private Path build(UnaryOperator<String> change) throws IOException {
        Path copies = directory.resolve("sources");
        for (Path file : sources(SOURCES)) {
            Path copy = copies.resolve(SOURCES.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, change.apply(Files.readString(file)));
        }
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<String> arguments =
                Stream.concat(
                                Stream.of(
                                        "-Xlint:all",
                                        "-Werror",
                                        "-d",
                                        classes.toString(),
                                        "--module-path",
                                        visible()),
                                sources(copies).stream().map(Path::toString))
                        .toList();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, said, said, arguments.toArray(String[]::new));
        assertThat(status).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return classes;
    }

    private static String visible() {
        Path[] all =
                Arrays.stream(PeerOptions.defaults().modulePath().split(File.pathSeparator, -1))
                        .map(Path::of)
                        .toArray(Path[]::new);
        ModuleFinder finder = ModuleFinder.of(all);
        return VISIBLE.stream()
                .map(name -> finder.find(name).orElseThrow().location().orElseThrow())
                .map(VendorProviderTest::path)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String path(URI location) {
        return Path.of(location).toString();
    }

    private static List<Path> sources(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
