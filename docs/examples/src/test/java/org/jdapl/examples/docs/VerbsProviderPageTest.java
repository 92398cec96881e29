package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that tells vendors how to write a provider for verbs hardware, and its example. */
class VerbsProviderPageTest {
    private static final ExampleModule EXAMPLE = new ExampleModule(Path.of("verbs-provider"));

    @TempDir Path classes;

    @Test
    void shouldShowTheFilesOfTheExample() throws Exception {
        List<String> shown = Page.of("docs/verbs-provider.md").blocks("java");

        for (Path source : EXAMPLE.sources()) {
            assertThat(shown).contains(Files.readString(source));
        }
        assertThat(shown).hasSize(2);
    }

    @Test
    void shouldBeAProviderThatIsFound() throws Exception {
        EXAMPLE.compile(classes, "-proc:none", "-Xlint:all,-requires-automatic");
        List<Path> path = new ArrayList<>(List.of(classes));
        Arrays.stream(ExampleModule.modulePath().split(":")).map(Path::of).forEach(path::add);
        ModuleLayer boot = ModuleLayer.boot();
        Configuration modules =
                boot.configuration()
                        .resolve(
                                ModuleFinder.of(path.toArray(Path[]::new)),
                                ModuleFinder.of(),
                                Set.of("org.acme.rdma", "org.jdapl.core"));
        ModuleLayer layer = boot.defineModulesWithOneLoader(modules, null);
        Class<?> spi = layer.findLoader("org.jdapl.spi").loadClass("org.jdapl.spi.Provider");

        List<Object> found = new ArrayList<>();
        VerbsProviderPageTest.class.getModule().addUses(spi);
        ServiceLoader.load(layer, spi).forEach(found::add);

        Object provider =
                found.stream()
                        .filter(one -> one.getClass().getModule().getName().equals("org.acme.rdma"))
                        .findFirst()
                        .orElseThrow();
        assertThat(spi.getMethod("name").invoke(provider)).isEqualTo("acme");
        // None here, or none that is ACME's: but it never throws.
        assertThat((List<?>) spi.getMethod("adapters").invoke(provider)).isEmpty();
    }
}
