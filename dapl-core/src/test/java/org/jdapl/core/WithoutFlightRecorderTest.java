package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.core.fake.FakeProvider;
import org.junit.jupiter.api.Test;

/** The runtime in a VM that lacks the module {@code jdk.jfr}, as an image made by jlink may. */
class WithoutFlightRecorderTest {

    private static final String DONE = "opened and closed without jdk.jfr";

    /** What the other VM runs. */
    public static final class Program {

        private Program() {}

        /** Opens and closes an adapter. */
        public static void main(String[] arguments) {
            if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
                throw new IllegalStateException("the VM has jdk.jfr");
            }
            try (AdapterRegistry registry =
                            new RegistryBuilder()
                                    .discover(false)
                                    .provider(new FakeProvider())
                                    .settings(Map.of())
                                    .build();
                    InterfaceAdapter adapter =
                            registry.open("fake:one", AdapterOptions.defaults())) {
                adapter.createProtectionZone();
                if (adapter.counters().value("created.protection_zone") != 1) {
                    throw new IllegalStateException("counters");
                }
            }
            System.out.println(DONE);
        }
    }

    @Test
    void everythingElseWorks() throws Exception {
        String classPath =
                Stream.of(
                                Program.class,
                                RegistryImpl.class,
                                InterfaceAdapter.class,
                                org.jdapl.spi.Provider.class)
                        .map(WithoutFlightRecorderTest::location)
                        .distinct()
                        .collect(Collectors.joining(File.pathSeparator));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "--limit-modules",
                                "java.base",
                                "-cp",
                                classPath,
                                Program.class.getName())
                        .redirectErrorStream(true)
                        .start();
        try {
            String out =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(out.strip()).isEqualTo(DONE);
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Tests may be patched into the module of the runtime; where their classes are is no secret.
     */
    private static String location(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        String url = String.valueOf(type.getResource("/" + file));
        return url.startsWith("jar:")
                ? Path.of(URI.create(url.substring(4, url.indexOf('!')))).toString()
                : Path.of(URI.create(url.substring(0, url.length() - file.length()))).toString();
    }
}
