package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds and runs the first program of {@code docs/start.md}, and holds the page to it. */
class StartTest {

    private static final Path FOLDER = Path.of("first");
    private static final ExampleModule PROJECT = new ExampleModule(FOLDER);
    private static final String LISTENING = "listening on port ";

    private final Page page = Page.of("docs/start.md");

    @TempDir Path classes;

    @Test
    void shouldShowTheFilesOfTheProject() throws Exception {
        for (Path source : PROJECT.sources()) {
            assertThat(page.blocks("java")).contains(Files.readString(source));
        }
        assertThat(page.blocks("java")).hasSize(2);
        assertThat(page.blocks("xml")).containsExactly(Files.readString(FOLDER.resolve("pom.xml")));
    }

    @Test
    void shouldDependOnWhatTheBuildMakes() throws Exception {
        MavenProject project = MavenProject.read(FOLDER.resolve("pom.xml"));
        MavenProject build = MavenProject.read(Sources.ROOT.resolve("pom.xml"));

        assertThat(project.property("jdapl.version")).isEqualTo(build.version());
        assertThat(project.dependencies("org.jdapl")).isNotEmpty().isSubsetOf(build.modules());
    }

    @Test
    void shouldGreetAndBeAnswered() throws Exception {
        PROJECT.compile(classes, "-Xlint:all");
        Process greeted = start();
        try (BufferedReader said = greeted.inputReader(StandardCharsets.UTF_8)) {
            String first = said.readLine();
            assertThat(first).startsWith(LISTENING);
            Process greeter = start("127.0.0.1", first.substring(LISTENING.length()));

            assertThat(output(greeter)).isEqualTo("and to you\n");
            assertThat(said.readLine()).isEqualTo("hello from process " + greeter.pid());
            assertThat(said.readLine()).isNull();
            assertThat(greeter.waitFor()).isZero();
            assertThat(greeted.waitFor()).isZero();
        } finally {
            greeted.destroyForcibly();
        }
    }

    private Process start(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--illegal-native-access=deny",
                                "--enable-native-access=org.jdapl.core",
                                "-p",
                                classes + ":" + ExampleModule.modulePath(),
                                "-m",
                                "first/first.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws Exception {
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            return said.readAllAsString();
        }
    }
}
