package org.jdapl.conformance.kit;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.certificate.Certificate.Artifact;
import org.jdapl.conformance.certificate.Certificate.Artifact.Role;
import org.jdapl.conformance.certificate.Certificate.Subject;
import org.jdapl.conformance.certificate.Digests;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.spi.Provider;
import org.jdapl.spi.SpiVersion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Describes a target in a JVM of its own, with the very modules that the rules will run with: the
 * provider is asked there, so that it harms nobody who only asks.
 */
public final class Describer {

    /** The exit status where there is no such target; the last line of the output says more. */
    static final int NO_TARGET = 3;

    private static final String ADDRESSES = "addresses";

    private Describer() {}

    /**
     * Runs.
     *
     * @param args the target's name, and the file that the description goes to
     * @throws Throwable where the adapter cannot be opened
     */
    public static void main(String[] args) throws Throwable {
        Target target;
        try {
            target = Targets.named(args[0]);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
            System.exit(NO_TARGET);
            return;
        }
        try (target) {
            describe(args[0], target, Path.of(args[1]));
        }
    }

    /** Writes a target's description into a file, which then is there as a whole or not at all. */
    static void describe(String name, Target target, Path file) throws Throwable {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, new JsonMapper().writeValueAsBytes(describe(name, target)));
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Reads what {@link #main} wrote. */
    static Description read(Path file) throws IOException {
        return new JsonMapper().readValue(Files.readAllBytes(file), Description.class);
    }

    private static Description describe(String name, Target target) throws Throwable {
        AtomicReference<@Nullable AdapterAttributes> seen = new AtomicReference<>();
        target.perform(
                null,
                stage -> {
                    try (InterfaceAdapter adapter =
                            stage.registry()
                                    .open(target.adapterName(), AdapterOptions.defaults())) {
                        seen.set(adapter.attributes());
                    }
                });
        @Nullable AdapterAttributes attributes = seen.get();
        if (attributes == null) {
            throw new IllegalStateException(name + " was not opened");
        }
        Provider provider = provider(target.adapterName());
        return new Description(
                subject(name, target, provider.attributes(), attributes),
                artifacts(provider),
                target.waivers());
    }

    private static Provider provider(String adapter) {
        String name = adapter.substring(0, adapter.indexOf(':'));
        return ServiceLoader.load(Provider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Subject subject(
            String name, Target target, ProviderAttributes provider, AdapterAttributes adapter)
            throws ReflectiveOperationException {
        return new Subject(
                name,
                target.adapterName(),
                target.peerAdapterName(),
                target.profile().name(),
                target.profile().version(),
                provider.providerName(),
                provider.providerVersion(),
                provider.vendorName(),
                provider.spiVersion(),
                SpiVersion.CURRENT.toString(),
                texts(adapter));
    }

    /**
     * Attributes by name: those of the record, and those of the transport. The addresses are the
     * machine's, which a certificate does not name.
     */
    private static SortedMap<String, String> texts(AdapterAttributes adapter)
            throws ReflectiveOperationException {
        SortedMap<String, String> texts = new TreeMap<>();
        for (RecordComponent component : AdapterAttributes.class.getRecordComponents()) {
            Object value = component.getAccessor().invoke(adapter);
            if (value instanceof TransportAttributes ofTransport) {
                for (AttributeKey<?> key : ofTransport.keys()) {
                    texts.put(key.name(), String.valueOf(ofTransport.get(key).orElseThrow()));
                }
            } else if (!component.getName().equals(ADDRESSES)) {
                texts.put(component.getName(), String.valueOf(value));
            }
        }
        return texts;
    }

    private static List<Artifact> artifacts(Provider provider) throws IOException {
        List<Artifact> artifacts = new ArrayList<>();
        artifacts.add(Digests.artifact(Role.KIT, Describer.class.getModule()));
        artifacts.add(Digests.artifact(Role.API, InterfaceAdapter.class.getModule()));
        artifacts.add(Digests.artifact(Role.SPI, Provider.class.getModule()));
        artifacts.add(Digests.artifact(Role.RUNTIME, RegistryBuilder.class.getModule()));
        artifacts.add(Digests.artifact(Role.PROVIDER, provider.getClass().getModule()));
        return artifacts;
    }
}
