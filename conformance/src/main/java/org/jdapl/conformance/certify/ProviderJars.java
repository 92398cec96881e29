package org.jdapl.conformance.certify;

import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jdapl.spi.Provider;

/** The jars of a vendor, looked at before anything of them is run. */
final class ProviderJars {

    private ProviderJars() {}

    /**
     * Demands that jars are readable modules, and that one of them has a provider.
     *
     * @throws UsageException where it is otherwise
     */
    static void require(List<Path> jars) throws UsageException {
        boolean found = jars.isEmpty();
        for (Path jar : jars) {
            if (!Files.isReadable(jar)) {
                throw new UsageException("cannot read " + jar);
            }
            found |= hasProvider(jar);
        }
        if (!found) {
            throw new UsageException(
                    "no provider in "
                            + jars.getFirst()
                            + ": no module there provides "
                            + Provider.class.getName());
        }
    }

    private static boolean hasProvider(Path jar) throws UsageException {
        boolean any = false;
        boolean provider = false;
        try {
            for (ModuleReference module : ModuleFinder.of(jar).findAll()) {
                any = true;
                provider |= provides(module.descriptor());
            }
        } catch (FindException e) {
            throw new UsageException(jar + " is no jar of a module: " + e.getMessage());
        }
        if (!any) {
            throw new UsageException(jar + " has no module in it");
        }
        return provider;
    }

    private static boolean provides(ModuleDescriptor descriptor) {
        return descriptor.provides().stream()
                .anyMatch(p -> p.service().equals(Provider.class.getName()));
    }
}
