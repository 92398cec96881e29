package org.jdapl.conformance.kit;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdapl.conformance.base.Seed;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.peer.PeerException;
import org.jdapl.conformance.peer.PeerHost;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.rules.StandardRules;
import org.jspecify.annotations.Nullable;

/** Runs the kit on an adapter, a vendor's perhaps, and writes its certificate. */
public final class Certification {

    /** What the certificate's files are called, before the dot. */
    public static final String NAME = "certificate";

    /**
     * What came of it.
     *
     * @param certificate the certificate
     * @param findings lines about what did not simply pass, and the counts
     */
    public record Finding(Certificate certificate, String findings) {}

    private final PeerOptions java;
    private final Path out;
    private final Kit kit;

    private Certification(Class<?> rules, PeerOptions java, Path out) {
        this.java = java;
        this.out = out;
        PrintStream silent =
                new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        this.kit = new Kit(rules, java, out, silent);
    }

    /**
     * Prepares one.
     *
     * @param modules where a vendor's modules are, besides those of this process
     * @param options options of the kit that are among {@link #options()}
     * @param out where the files go; it is there
     * @param seed decides what chance decides
     * @return the certification
     * @throws PeerException where the host that the options name serves no peer; the text says why
     */
    public static Certification of(
            List<Path> modules, Map<String, String> options, Path out, long seed) {
        System.setProperty(Seed.PROPERTY, Long.toString(seed));
        Map<String, String> all = new LinkedHashMap<>(options);
        // It lasts as long as this process, which certifies and ends.
        PeerHost.@Nullable Reservation reservation = Kit.reserve(all);
        PeerOptions java = Kit.forWorkers(all, reservation);
        String path =
                Stream.concat(Stream.of(java.modulePath()), modules.stream().map(Path::toString))
                        .collect(Collectors.joining(File.pathSeparator));
        return of(
                StandardRules.class,
                new PeerOptions(java.launcher(), java.java(), path, java.vmArguments()),
                out);
    }

    /** Prepares one for other rules. */
    static Certification of(Class<?> rules, PeerOptions java, Path out) {
        return new Certification(rules, java, out);
    }

    /**
     * The options of the kit that say where and with whom an adapter is tried.
     *
     * @return their names, each of which takes a value
     */
    public static Set<String> options() {
        return Kit.optionsForWorkers();
    }

    /**
     * Describes an adapter.
     *
     * @param adapter its name
     * @return what it is
     * @throws NoTargetException where no provider has it
     * @throws IOException where it cannot be opened; the text says why
     * @throws InterruptedException where it was interrupted
     */
    public Description describe(String adapter)
            throws IOException, InterruptedException, NoTargetException {
        return new DescriberProcess(java, out).describe(adapter);
    }

    /**
     * Tries rules and writes the certificate, as JSON, HTML and JUnit's XML.
     *
     * @param description of the adapter
     * @param selection which rules; empty for all
     * @param repeats how many times each
     * @param key what to sign with; null for nobody's signature
     * @return what came of it
     * @throws IOException where the files cannot be written
     * @throws InterruptedException where it was interrupted
     */
    public Finding run(
            Description description, String selection, int repeats, @Nullable KeyPair key)
            throws IOException, InterruptedException {
        Report report = kit.run(description, selection, Sample.ALL, repeats);
        return new Finding(report.write(out, NAME, key), report.findings());
    }
}
