package org.jdapl.conformance.historic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.junit.jupiter.api.Test;

/** What the runtime leaves behind keeps no process alive. */
class ProcessExitTest {

    @Test
    void aProcessEndsThoughItsAdapterIsOpen()
            throws IOException, InterruptedException, URISyntaxException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=org.jdapl.core",
                                "--module-path",
                                Objects.requireNonNull(System.getProperty("jdapl.test.modulepath")),
                                "--add-modules",
                                "org.jdapl.core,org.jdapl.provider.soft",
                                "--class-path",
                                classes().toString(),
                                LeavesItsAdapterOpen.class.getName())
                        .redirectErrorStream(true)
                        .start();
        try {
            boolean ended = process.waitFor(Bound.START.nanos(), TimeUnit.NANOSECONDS);

            assertThat(ended).as("the process has ended").isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains(LeavesItsAdapterOpen.DONE);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Where the tests' classes are. */
    private static Path classes() throws URISyntaxException {
        String name = LeavesItsAdapterOpen.class.getName();
        String file = name.replace('.', '/') + ".class";
        URI found =
                Objects.requireNonNull(
                                LeavesItsAdapterOpen.class.getResource(
                                        LeavesItsAdapterOpen.class.getSimpleName() + ".class"))
                        .toURI();
        String path = Path.of(found).toString();
        return Path.of(path.substring(0, path.length() - file.length()));
    }
}
