package org.jdapl.conformance.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.Artifact;
import org.jdapl.conformance.certificate.Certificate.Artifact.Role;
import org.jdapl.conformance.certificate.Certificate.Machine;
import org.jdapl.conformance.certificate.Certificate.Scope;
import org.jdapl.conformance.certificate.Certificate.Subject;
import org.jdapl.conformance.certificate.Certificate.WaiverUse;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.MarkdownTable;
import org.jdapl.conformance.kit.Rule;
import org.jdapl.conformance.kit.RuleGroup;
import org.jdapl.conformance.kit.Status;
import org.jspecify.annotations.Nullable;

/** What our certificates say, for people. */
final class CertificatesPage {

    private static final String HEAD =
            """
            # Our certificates

            Our own adapters, and the example of a vendor's provider, held to the rules of the [specification](specification.md) as
            [a vendor's](certification.md) would be. The certificates are in `docs/certificates`. Nobody signed them: the repository keeps no key. This page,
            [rule by rule](certificates/matrix.md) and [mutants](certificates/mutants.md) are generated from them; `etc/certificates --pages` writes them anew,
            a test holds them to the certificates, and nobody edits them. Each can be verified:

            ```
            ./jdapl certify --verify docs/certificates/soft-sim.json
            ```

            """;

    private static final String HOW =
            """

            ## How they are made

            | command | what it does |
            |---|---|
            | `etc/certificates` | tries all rules on `soft:iwarp`, `soft:sim` and `acme:tcp`; certificates in `target/certificates`; status 1 unless all are certified |
            | `etc/certificates --repeat 20` | the same with so many runs of each trial on `soft:sim` |
            | `conformance/lab/suites/40-kit.sh` | tries the rules on `ib:rxe0` and `iwarp:siw0` in the lab's guest (root) |
            | `etc/certificates --check DIR...` | says what the runs in these folders came to; status 1 unless each is a certificate that could be published |
            | `etc/certificates --check-providers DIR...` | the same, where it is enough that each rule that judges providers was tried in one of its modes |
            | `etc/certificates --publish DIR...` | the same, and takes them into `docs/certificates` |
            | `etc/kit mutants soft:sim --every 10` | tries the mutants; `target/kit/mutants.json` |
            | `etc/certificates --score FILE` | takes such a file into `docs/certificates` |
            | `etc/certificates --pages` | writes the pages anew, when a rule or a mutant was added |

            CI does the first for every change, and checks what the lab has left: there each rule that judges providers in one of its modes, since an emulated processor is slow.
            """;

    private final Published published;

    CertificatesPage(Published published) {
        this.published = published;
    }

    /** The page, in Markdown. */
    String text() {
        return HEAD
                + subjects()
                + "\n## Counts\n\n"
                + "Rules by the worst of their trials. `RUNTIME` rules judge `dapl-core` on this"
                + " provider, `PROVIDER` rules the provider.\n\n"
                + counts()
                + "\n## Made with\n\n"
                + places()
                + "\n## Waivers\n\n"
                + waivers()
                + "\n## Groups of rules\n\n"
                + "Rules that passed, of those that the group has; in brackets those that did not,"
                + " where there are any. Of an adapter without a"
                + " certificate nothing is said.\n\n"
                + groups()
                + youngRules()
                + "\n## Mutation score\n\n"
                + published.mutants().summary()
                + " Each is in the [list](certificates/mutants.md).\n"
                + HOW;
    }

    private MarkdownTable subjects() {
        MarkdownTable table =
                MarkdownTable.of(
                        "adapter",
                        "what it is",
                        "profile",
                        "verdict",
                        "rules, trials",
                        "runs of each",
                        "made on");
        for (OurTarget target : OurTarget.values()) {
            @Nullable Certificate c = published.certificates().get(target);
            if (c == null) {
                table.row(
                        target.title(),
                        target.what(),
                        target.profile().name(),
                        "none yet",
                        "",
                        "",
                        "");
                continue;
            }
            Scope scope = c.scope();
            table.row(
                    "[" + target.title() + "](certificates/" + target.fileName() + ")",
                    target.what(),
                    c.subject().profile() + ' ' + c.subject().profileVersion(),
                    c.verdict().name(),
                    scope.rules() + ", " + scope.trials(),
                    String.valueOf(c.settings().runs()),
                    c.times().started().substring(0, "2027-12-31".length()));
        }
        return table;
    }

    private MarkdownTable counts() {
        MarkdownTable table =
                MarkdownTable.of(
                        "adapter", "layer", "passed", "with a remark", "waived", "not applicable");
        published
                .certificates()
                .forEach(
                        (target, c) -> {
                            for (Layer layer : Layer.values()) {
                                Map<Status, Integer> of = c.counts().getOrDefault(layer, Map.of());
                                table.row(
                                        target.title(),
                                        layer.name(),
                                        count(of, Status.PASS),
                                        count(of, Status.WARNING),
                                        count(of, Status.WAIVED),
                                        count(of, Status.NOT_APPLICABLE));
                            }
                        });
        return table;
    }

    private static String count(Map<Status, Integer> counts, Status status) {
        return String.valueOf(counts.getOrDefault(status, 0));
    }

    private MarkdownTable places() {
        MarkdownTable table =
                MarkdownTable.of("adapter", "provider", "kit", "system", "Java", "time limits");
        published
                .certificates()
                .forEach(
                        (target, c) -> {
                            Subject subject = c.subject();
                            Machine machine = c.machine();
                            table.row(
                                    target.title(),
                                    subject.provider() + ' ' + subject.providerVersion(),
                                    version(c, Role.KIT),
                                    machine.system() + ", kernel " + machine.kernel(),
                                    machine.java(),
                                    "times " + c.settings().timescale());
                        });
        return table;
    }

    /** A module's version, and the beginning of its digest. */
    private static String version(Certificate certificate, Role role) {
        return certificate.artifacts().stream()
                .filter(a -> a.role() == role)
                .map(CertificatesPage::version)
                .collect(Collectors.joining());
    }

    private static String version(Artifact artifact) {
        String digits = artifact.digest().substring(artifact.digest().indexOf(':') + 1);
        return artifact.version() + ", `" + digits.substring(0, 12) + '`';
    }

    private String waivers() {
        MarkdownTable table = MarkdownTable.of("adapter", "rule", "what is broken", "until", "use");
        List<WaiverUse> all = new ArrayList<>();
        published
                .certificates()
                .forEach(
                        (target, c) -> {
                            for (WaiverUse waiver : c.waivers()) {
                                all.add(waiver);
                                table.row(
                                        target.title(),
                                        waiver.rule(),
                                        link(waiver),
                                        waiver.expires(),
                                        waiver.use()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', ' '));
                            }
                        });
        return all.isEmpty() ? "None.\n" : table.toString();
    }

    /** Our evidence is a page beside this one. */
    private static String link(WaiverUse waiver) {
        return "[" + waiver.reason() + "](" + waiver.link().replaceFirst("^docs/", "") + ")";
    }

    private MarkdownTable groups() {
        MarkdownTable table =
                new MarkdownTable(OurTarget.columns("group", OurTarget::title, "mutants"));
        for (RuleGroup group : published.catalogue().groups()) {
            long found =
                    group.rules().stream()
                            .filter(rule -> published.mutants().found().contains(rule.id()))
                            .count();
            table.row(
                    OurTarget.columns(
                            group.id() + ": " + group.title(),
                            target -> cell(target, group.rules()),
                            found + " of " + group.rules().size()));
        }
        return table;
    }

    private String cell(OurTarget target, List<Rule> rules) {
        if (!published.certificates().containsKey(target)) {
            return "–";
        }
        Map<Tried, Integer> counts = published.counts(target, rules);
        String others =
                counts.entrySet().stream()
                        .filter(e -> e.getKey() != Tried.PASS)
                        .map(e -> e.getValue() + " " + e.getKey().word())
                        .collect(Collectors.joining(", "));
        return counts.getOrDefault(Tried.PASS, 0)
                + " of "
                + rules.size()
                + (others.isEmpty() ? "" : " (" + others + ")");
    }

    /** Rules that were added since certificates were made. */
    private String youngRules() {
        StringBuilder out = new StringBuilder();
        published
                .certificates()
                .keySet()
                .forEach(
                        target -> {
                            int young =
                                    published
                                            .counts(target, published.rules())
                                            .getOrDefault(Tried.NOT_TRIED, 0);
                            if (young > 0) {
                                out.append(
                                        "\nRules of the kit that are younger than the certificate of ");
                                out.append(target.title()).append(": ").append(young).append(".\n");
                            }
                        });
        return out.toString();
    }
}
