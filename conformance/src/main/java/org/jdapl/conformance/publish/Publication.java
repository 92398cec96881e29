package org.jdapl.conformance.publish;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.Artifact.Role;
import org.jdapl.conformance.certificate.Certificate.Scope;
import org.jdapl.conformance.certificate.Digests;
import org.jdapl.conformance.certificate.Refusal;
import org.jdapl.conformance.certificate.RefusedException;
import org.jdapl.conformance.certificate.Verifier;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.mutants.MutationScore;
import org.jdapl.conformance.rules.StandardRules;

/**
 * What is published: certificates and the mutation score in {@code docs/certificates}, and the
 * pages that are generated from them.
 */
final class Publication {

    /** What a run calls its certificate: {@code jdapl certify}, and the kit. */
    private static final List<String> NAMES = List.of("certificate.json", "results.json");

    private final Path docs;
    private final PrintStream console;
    private final RuleCatalogue catalogue = StandardRules.catalogue();
    private final Verifier verifier;

    /** Makes one for the folder of the pages. */
    Publication(Path docs, PrintStream console) throws IOException {
        this.docs = docs;
        this.console = console;
        this.verifier =
                new Verifier(
                        catalogue,
                        Digests.artifact(Role.KIT, Publication.class.getModule()).digest());
    }

    /** Where everything is but the first page. */
    private Path folder() {
        return docs.resolve("certificates");
    }

    /** Says what the runs in these folders came to; false unless all could be published. */
    boolean check(List<Path> runs) {
        return accepted(runs, Need.CERTIFIED).size() == runs.size();
    }

    /** The same, where it is enough that each rule that judges providers was tried in one mode. */
    boolean checkProviders(List<Path> runs) {
        return accepted(runs, Need.EACH_OF_PROVIDERS).size() == runs.size();
    }

    /** Publishes the runs in these folders, all of them or none. */
    boolean publish(List<Path> runs) throws IOException, RefusedException {
        Map<Path, Certificate> accepted = accepted(runs, Need.CERTIFIED);
        if (accepted.size() < runs.size()) {
            return false;
        }
        for (Map.Entry<Path, Certificate> run : accepted.entrySet()) {
            OurTarget target = OurTarget.named(run.getValue().subject().target()).orElseThrow();
            Files.copy(
                    run.getKey(),
                    folder().resolve(target.fileName()),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        writePages();
        return true;
    }

    /** Publishes what a run of mutants came to. */
    void publishScore(Path file) throws IOException, RefusedException {
        MutationScore.read(file).write(folder().resolve(Published.SCORE));
        writePages();
    }

    /** Writes the pages anew. */
    void writePages() throws IOException, RefusedException {
        for (Map.Entry<Path, String> page : pages().entrySet()) {
            Files.writeString(page.getKey(), page.getValue());
        }
    }

    /** The pages, by their files. */
    Map<Path, String> pages() throws IOException, RefusedException {
        Published published = published();
        Map<Path, String> pages = new LinkedHashMap<>();
        pages.put(docs.resolve("certificates.md"), new CertificatesPage(published).text());
        pages.put(folder().resolve("matrix.md"), new MatrixPage(published).text());
        pages.put(folder().resolve("mutants.md"), published.mutants().text());
        return pages;
    }

    /** What is published now. */
    Published published() throws IOException, RefusedException {
        return Published.read(folder(), catalogue, verifier);
    }

    private Map<Path, Certificate> accepted(List<Path> runs, Need need) {
        Map<Path, Certificate> accepted = new LinkedHashMap<>();
        for (Path run : runs) {
            Path file = file(run);
            try {
                Certificate certificate = verifier.genuine(file, null);
                List<String> faults = new ArrayList<>();
                if (!need.isMet(certificate, catalogue)) {
                    faults.add(summary(certificate) + ": " + need);
                }
                faults.addAll(Scrutiny.faults(certificate, Files.readString(file)));
                faults.forEach(fault -> console.println(run + ": " + fault));
                if (faults.isEmpty()) {
                    console.println(run + ": " + summary(certificate));
                    accepted.put(file, certificate);
                }
            } catch (RefusedException e) {
                console.println(run + ": " + e.reason() + ": " + e.getMessage());
            } catch (IOException e) {
                console.println(run + ": " + Refusal.UNREADABLE + ": " + e);
            }
        }
        return accepted;
    }

    /** Of a folder what a run has left there; else the file itself. */
    private static Path file(Path run) {
        if (Files.isRegularFile(run)) {
            return run;
        }
        return NAMES.stream()
                .map(run::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElse(run.resolve(NAMES.getFirst()));
    }

    private static String summary(Certificate c) {
        Scope scope = c.scope();
        return "%s: %s for profile %s %s, %d rules, %d trials, runs of each: %d, %s"
                .formatted(
                        c.subject().target(),
                        c.verdict(),
                        c.subject().profile(),
                        c.subject().profileVersion(),
                        scope.rules(),
                        scope.trials(),
                        c.settings().runs(),
                        c.counts());
    }
}
