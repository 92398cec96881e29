package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdapl.verbs.c.CCompiler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a program is told where the native library cannot be called, in JVMs of their own. */
class LoadingTest {
    private static final String NOWHERE = "/nowhere/libibverbs.so.1";
    private static final String ALLOWED = "--enable-native-access=ALL-UNNAMED";

    @BeforeEach
    void needLibrary() {
        CCompiler.assume("infiniband/verbs.h");
    }

    /** Each line that the probe wrote. */
    private static List<String> probe(List<String> options, String... libraries) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(
                List.of("-cp", "target/classes:target/test-classes", LibraryProbe.class.getName()));
        command.addAll(Arrays.asList(libraries));
        CCompiler.Result result = CCompiler.run(command);
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output().lines().toList();
    }

    private static String at(String file) {
        return "-Dorg.jdapl.verbs.libibverbs.so.1=" + file;
    }

    @Test
    void shouldSayWhatToInstallAndTryAgainTheNextTime() {
        List<String> lines =
                probe(List.of(ALLOWED, at(NOWHERE)), NOWHERE, "libibverbs.so.1", NOWHERE);

        assertThat(lines).hasSize(4);
        assertThat(lines.getFirst())
                .contains("isAvailable=false")
                .contains(NOWHERE + " was not found or cannot be loaded")
                .contains("install libibverbs1");
        assertThat(lines.get(1)).isEqualTo(lines.getFirst());
        assertThat(lines.get(2)).contains("isAvailable=true");
        assertThat(lines.get(3)).as("it stays loaded").isEqualTo(lines.get(2));
    }

    @Test
    void shouldSayWhichFlagAllowsNativeCalls() {
        assertThat(probe(List.of("--illegal-native-access=deny")))
                .singleElement()
                .asString()
                .contains("isAvailable=false")
                .contains("start it with --enable-native-access=ALL-UNNAMED");
    }

    @Test
    void shouldSayThatALibraryIsTooOld() {
        Path old =
                CCompiler.library(
                        "libold-ibverbs.so",
                        "void *ibv_get_device_list(int *n) { *n = 0; return 0; }");

        assertThat(probe(List.of(ALLOWED, at(old.toString())), "libibverbs.so.1"))
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .contains("isAvailable=false")
                                        .contains("it has no function ibv_free_device_list")
                                        .contains("it is too old"),
                        line -> assertThat(line).contains("isAvailable=true"));
    }
}
