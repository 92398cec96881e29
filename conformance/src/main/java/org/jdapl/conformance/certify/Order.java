package org.jdapl.conformance.certify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.Subject;
import org.jdapl.conformance.certificate.Certificate.WaiverUse;
import org.jdapl.conformance.certificate.Keys;
import org.jdapl.conformance.certificate.Ruling;
import org.jdapl.conformance.kit.Certification;
import org.jdapl.conformance.kit.Description;
import org.jdapl.conformance.kit.NoTargetException;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Waiver;
import org.jdapl.conformance.kit.Waivers;
import org.jdapl.conformance.peer.PeerException;
import org.jdapl.conformance.rules.StandardRules;
import org.jspecify.annotations.Nullable;

/** What a certificate is asked for with: looked at before anything runs, then carried out. */
record Order(
        String adapter,
        List<Path> jars,
        Path out,
        @Nullable Profile profile,
        @Nullable Path waivers,
        @Nullable Path key,
        String rules,
        int repeats,
        long seed) {

    private static final int FAILED = 1;

    /**
     * Carries it out.
     *
     * @return 0 where the adapter is certified
     */
    int run(Map<String, String> kitOptions, PrintStream console, PrintStream errors)
            throws UsageException, IOException, InterruptedException {
        if (repeats < 1) {
            throw new UsageException("--repeat " + repeats + " is not above zero");
        }
        int count = StandardRules.catalogue().select(rules).size();
        if (count == 0) {
            throw new UsageException("no rule is called " + rules);
        }
        ProviderJars.require(jars);
        List<Waiver> given = givenWaivers();
        @Nullable KeyPair pair = readKey();
        makeDirectory();
        Certification certification;
        Description description;
        try {
            certification = Certification.of(jars, options(kitOptions), out, seed);
            description = certification.describe(adapter);
        } catch (NoTargetException e) {
            throw new UsageException("unknown adapter '" + adapter + "': " + e.getMessage());
        } catch (IOException | PeerException e) {
            errors.println("jdapl certify: " + e.getMessage());
            return FAILED;
        }
        warnOfForeign(given, description, errors);
        Subject subject = description.subject();
        console.printf(
                "%s of provider %s %s, profile %s %s: trying %d rules, which may take minutes...%n",
                adapter,
                subject.provider(),
                subject.providerVersion(),
                subject.profile(),
                subject.profileVersion(),
                count);
        Certification.Finding finding = certification.run(description, rules, repeats, pair);
        tell(finding, console);
        return finding.certificate().verdict() == Ruling.CERTIFIED ? 0 : FAILED;
    }

    private List<Waiver> givenWaivers() throws UsageException {
        if (waivers == null) {
            return List.of();
        }
        try {
            List<Waiver> read = Waivers.read(Files.readString(waivers));
            for (Waiver waiver : read) {
                StandardRules.catalogue().test(waiver.rule());
            }
            return read;
        } catch (IOException e) {
            throw new UsageException("cannot read " + waivers);
        } catch (IllegalArgumentException e) {
            throw new UsageException(waivers + ": " + e.getMessage());
        }
    }

    private @Nullable KeyPair readKey() throws UsageException {
        try {
            return key == null ? null : Keys.privateKey(key);
        } catch (IOException e) {
            throw new UsageException("--key: " + e.getMessage());
        }
    }

    private void makeDirectory() throws UsageException {
        try {
            Files.createDirectories(out);
            Files.delete(Files.createTempFile(out, "try", ""));
        } catch (IOException e) {
            throw new UsageException(
                    "cannot write into " + out + ": " + e.getClass().getSimpleName());
        }
    }

    private Map<String, String> options(Map<String, String> kitOptions) {
        Map<String, String> options = new HashMap<>(kitOptions);
        if (profile != null) {
            options.put("--profile", profile.name());
        }
        if (waivers != null) {
            options.put("--waivers", waivers.toAbsolutePath().toString());
        }
        return options;
    }

    private static void warnOfForeign(
            List<Waiver> given, Description description, PrintStream errors) {
        given.stream()
                .filter(waiver -> !description.waivers().contains(waiver))
                .forEach(
                        waiver ->
                                errors.println(
                                        "jdapl certify: the waiver of "
                                                + waiver.rule()
                                                + " is about another adapter or version: "
                                                + waiver.adapter()
                                                + ' '
                                                + waiver.versions()));
    }

    private void tell(Certification.Finding finding, PrintStream console) {
        Certificate certificate = finding.certificate();
        console.print(finding.findings());
        for (WaiverUse waiver : certificate.waivers()) {
            if (waiver.use() == WaiverUse.Use.EXPIRED) {
                console.println("the waiver of " + waiver.rule() + " ended on " + waiver.expires());
            }
        }
        console.println(
                certificate.verdict()
                        + ": "
                        + out.resolve(Certification.NAME)
                        + ".json, .html, .xml");
    }
}
