package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code jdapl}, in a checkout that is made of nothing but folders: its Java prints what
 * it was called with, and its Maven makes a jar and a noise.
 */
class ScriptTest {

    private static final Path SCRIPT = Path.of("..", "jdapl").toAbsolutePath().normalize();
    private static final List<String> MODULES =
            List.of("bom", "dapl-api", "provider-spi", "dapl-core", "provider-soft", "tools");

    @TempDir private Path temp;

    private Path root;
    private Path calls;

    @BeforeEach
    void makeCheckout() throws Exception {
        root = Files.createDirectories(temp.resolve("a check out"));
        calls = root.resolve("calls");
        Files.createFile(root.resolve("pom.xml"));
        for (String module : MODULES) {
            Files.createDirectories(root.resolve(module).resolve("src/main/java"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
            Files.createFile(root.resolve(module).resolve("src/main/java/A.java"));
        }
        Files.createDirectories(root.resolve("etc"));
        Files.createDirectories(root.resolve("jdk/bin"));
        Files.copy(SCRIPT, root.resolve("jdapl"));
        program("jdk/bin/java", "printf '%s\\n' \"$@\"");
        program("etc/find-jdk25", "echo \"" + root.resolve("jdk") + "\"");
        program(
                "etc/mvnj",
                "echo noise; echo more noise >&2; echo \"$@\" >>calls; sleep 1",
                "mkdir -p tools/target/image/lib; touch tools/target/image/lib/tools-1.jar");
        age();
    }

    @Test
    void shouldBuildOnceAndThenRunWithTheFlagsThatTheSecondProcessHas() throws Exception {
        Said first = jdapl(root, "./jdapl", "copy", "a b", "c\"d");
        assertThat(first.status).isZero();
        assertThat(first.err).containsExactly("building JDAPL (first use; a minute or two)...");
        assertThat(first.out)
                .containsAll(JvmFlags.FIXED)
                .contains("--add-modules=" + String.join(",", JvmFlags.NATIVE))
                .contains("--enable-native-access=" + String.join(",", JvmFlags.NATIVE))
                .contains("-Dorg.jdapl.tools.terminal=false", root + "/tools/target/image/lib")
                .endsWith("org.jdapl.tools/org.jdapl.tools.Main", "copy", "a b", "c\"d");
        assertThat(Files.readString(root.resolve("tools/target/build.log"))).contains("more noise");

        Said second = jdapl(root, "./jdapl", "info");
        assertThat(second.err).isEmpty();
        assertThat(Files.readAllLines(calls)).hasSize(1);
    }

    @Test
    void shouldRunCertifyFromTheImageOfTheKit() throws Exception {
        program(
                "etc/mvnj",
                "echo \"$@\" >>calls; mkdir -p conformance/target/image/lib",
                "touch conformance/target/image/lib/conformance-1.jar");
        Said said = jdapl(root, "./jdapl", "certify", "--help");
        assertThat(said.status).as("%s", said.err).isZero();
        assertThat(said.out)
                .contains(root + "/conformance/target/image/lib")
                .endsWith("org.jdapl.tools/org.jdapl.tools.Main", "certify", "--help");
        assertThat(Files.readAllLines(calls))
                .singleElement()
                .asString()
                .contains("-pl conformance -am");
        assertThat(jdapl(root, "./jdapl", "certify").err).isEmpty();
    }

    @Test
    void shouldWorkFromElsewhereThroughSymbolicLinks() throws Exception {
        Path bin = Files.createDirectories(temp.resolve("b i n"));
        Files.createSymbolicLink(bin.resolve("one"), Path.of("..", "a check out", "jdapl"));
        Files.createSymbolicLink(temp.resolve("two"), bin.resolve("one"));
        Said said = jdapl(Path.of("/"), temp.resolve("two").toString(), "info");
        assertThat(said.status).as("%s", said.err).isZero();
        assertThat(said.out).endsWith("info");
    }

    @Test
    void shouldBuildAgainWhenASourceIsNewerOrGone() throws Exception {
        jdapl(root, "./jdapl");
        Path source = root.resolve("dapl-core/src/main/java/A.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(jdapl(root, "./jdapl").err)
                .containsExactly("building JDAPL (sources have changed)...");
        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
        jdapl(root, "./jdapl");
        assertThat(Files.readAllLines(calls)).hasSize(2);
        Thread.sleep(20);
        Files.delete(source);
        jdapl(root, "./jdapl");
        assertThat(Files.readAllLines(calls)).hasSize(3);
    }

    @Test
    void shouldTakeAnImageThatMavenMadeByItself() throws Exception {
        Path lib = Files.createDirectories(root.resolve("tools/target/image/lib"));
        Files.createFile(lib.resolve("tools-1.jar"));
        assertThat(jdapl(root, "./jdapl", "info").err).isEmpty();
        assertThat(calls).doesNotExist();
    }

    @Test
    void shouldBuildOnceWhenStartedTwiceAtOnce() throws Exception {
        Process one = start(root, "./jdapl", "x");
        Process two = start(root, "./jdapl", "y");
        assertThat(said(one).out).endsWith("x");
        assertThat(said(two).out).endsWith("y");
        assertThat(Files.readAllLines(calls)).hasSize(1);
    }

    @Test
    void shouldShowTheEndOfTheLogWhenTheBuildFails() throws Exception {
        program("etc/mvnj", "echo '[ERROR] what is wrong'; exit 1");
        Said said = jdapl(root, "./jdapl", "info");
        assertThat(said.status).isEqualTo(1);
        assertThat(said.out).isEmpty();
        assertThat(said.err).contains("[ERROR] what is wrong");
        assertThat(said.err.getLast()).startsWith("jdapl: the build failed").contains("build.log");
        assertThat(jdapl(root, "./jdapl", "info").status).as("still not built").isEqualTo(1);
    }

    @Test
    void shouldSayWhichJavaIsMissing() throws Exception {
        program("etc/find-jdk25", "echo 'JDAPL needs a JDK 25: install one' >&2; exit 1");
        Said said = jdapl(root, "./jdapl", "info");
        assertThat(said.status).isEqualTo(1);
        assertThat(said.err).containsExactly("JDAPL needs a JDK 25: install one");
    }

    private record Said(int status, List<String> out, List<String> err) {}

    private static Said jdapl(Path from, String... command) throws Exception {
        return said(start(from, command));
    }

    private static Process start(Path from, String... command) throws Exception {
        List<String> all = new ArrayList<>(List.of("bash"));
        all.addAll(List.of(command));
        return new ProcessBuilder(all).directory(from.toFile()).start();
    }

    private static Said said(Process process) throws Exception {
        List<String> out = lines(process.getInputStream().readAllBytes());
        List<String> err = lines(process.getErrorStream().readAllBytes());
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), out, err);
    }

    private static List<String> lines(byte[] text) {
        return new String(text, StandardCharsets.UTF_8).lines().toList();
    }

    private void program(String name, String... lines) throws Exception {
        Path file = root.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Makes everything older than what is built from now on. */
    private void age() throws Exception {
        FileTime old = FileTime.from(Instant.now().minusSeconds(60));
        try (var files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.setLastModifiedTime(file, old);
            }
        }
    }
}
