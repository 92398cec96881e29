package org.jdapl.conformance.certificate;

import java.io.IOException;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdapl.conformance.certificate.Certificate.Artifact;

/** SHA-256 of what takes part in a run. */
public final class Digests {

    private static final String PREFIX = "sha-256:";

    private Digests() {}

    /**
     * The digest of bytes.
     *
     * @param bytes the bytes
     * @return {@code sha-256:} and hexadecimal digits
     */
    static String of(byte[] bytes) {
        return PREFIX + HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /**
     * A named module of this process as an artifact.
     *
     * @param role what it is there for
     * @param module the module
     * @return the artifact
     * @throws IOException where it cannot be read
     */
    public static Artifact artifact(Artifact.Role role, Module module) throws IOException {
        ModuleReference reference =
                Optional.ofNullable(module.getLayer())
                        .flatMap(layer -> layer.configuration().findModule(module.getName()))
                        .orElseThrow(() -> new IOException(module + " has no name"))
                        .reference();
        return new Artifact(
                role,
                module.getName(),
                reference.descriptor().rawVersion().orElse(""),
                of(
                        reference
                                .location()
                                .orElseThrow(() -> new IOException(module + " is nowhere"))));
    }

    private static String of(URI location) throws IOException {
        Path path = Path.of(location);
        return Files.isDirectory(path) ? ofDirectory(path) : of(Files.readAllBytes(path));
    }

    /** Of a line for each file, with its digest and its name, in the order of the names. */
    static String ofDirectory(Path directory) throws IOException {
        MessageDigest all = sha256();
        for (String name : names(directory)) {
            String line = of(Files.readAllBytes(directory.resolve(name))) + " " + name + "\n";
            all.update(line.getBytes(StandardCharsets.UTF_8));
        }
        return PREFIX + HexFormat.of().formatHex(all.digest());
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
