package org.jdapl.conformance.certify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jdapl.conformance.kit.Profile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** The command {@code jdapl certify}: its options. */
@Command(
        name = "certify",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Tries all rules of the conformance kit on an adapter, and writes its certificate:"
                    + " certificate.json, .html for people, .xml for build servers.",
            "With --verify it looks at a certificate instead. The exit status is 0 only for an"
                    + " adapter that is certified, and for a certificate that is genuine and says"
                    + " so."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jdapl certify --adapter soft:sim",
            "  jdapl certify --adapter acme:tcp --provider-jar acme.jar --key private.pem",
            "  jdapl certify --verify certificate/certificate.json --key public.pem",
            "",
            "Options of the kit that say where and with whom an adapter is tried, such as",
            "--address and --peer-adapter, are taken too. docs/certification.md says more."
        })
final class CertifyCommand implements Callable<Integer> {

    @Option(
            names = "--adapter",
            paramLabel = "NAME",
            description = "The adapter, as PROVIDER:DEVICE: soft:iwarp, ib:rxe0, or a vendor's.")
    private @Nullable String adapter;

    @Option(
            names = "--provider-jar",
            paramLabel = "FILE",
            description = "A jar with the provider, or with what it needs. May be given again.")
    private List<Path> jars = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the certificate and the logs go. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("certificate");

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description =
                    "What the adapter is held to: ${COMPLETION-CANDIDATES}. It follows from its"
                            + " transport otherwise.")
    private @Nullable Profile profile;

    @Option(
            names = "--waivers",
            paramLabel = "FILE",
            description = "Rules that the adapter is known to break.")
    private @Nullable Path waivers;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description =
                    "An Ed25519 key in PEM: the private one to sign with; with --verify the public"
                            + " one that must have signed.")
    private @Nullable Path key;

    @Option(
            names = "--rules",
            paramLabel = "IDS",
            description = "Only these, such as CON-01,EVD-*: such a run certifies nothing.")
    private String rules = "";

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Makes each trial N times; the worst counts. Default: 1.")
    private int repeats = 1;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Decides what chance decides. Default: 1.")
    private long seed = 1;

    @Option(
            names = "--verify",
            paramLabel = "FILE",
            description = "Verify this certificate instead.")
    private @Nullable Path certificate;

    @Unmatched private List<String> forKit = new ArrayList<>();

    @Spec private CommandSpec spec = CommandSpec.create();

    CertifyCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            if (certificate != null) {
                requireNothingElse();
                return Verification.run(certificate, key, System.out, System.err);
            }
            if (adapter == null) {
                throw new UsageException("--adapter is needed, or --verify");
            }
            Order order =
                    new Order(adapter, jars, out, profile, waivers, key, rules, repeats, seed);
            return order.run(KitOptions.of(forKit), System.out, System.err);
        } catch (UsageException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void requireNothingElse() throws UsageException {
        if (adapter != null || !jars.isEmpty() || waivers != null || !forKit.isEmpty()) {
            throw new UsageException("--verify takes --key and nothing else");
        }
    }
}
