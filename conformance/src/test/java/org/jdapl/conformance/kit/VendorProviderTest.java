package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A vendor's providers are built as a vendor builds them, by their own {@code pom.xml} against the
 * installed provider interface, and tried. The example keeps the rules: all of the provider's, each
 * in one mode of progress, and some of the runtime's ({@code etc/kit} tries them all). What {@code
 * etc/new-provider} makes keeps those that its step of the vendor's guide is about.
 */
class VendorProviderTest {

    private static final int OF_THE_RUNTIMES_RULES_EACH = 8;

    /** The rules that a provider of objects alone keeps: docs/vendor-guide.md counts them. */
    private static final String RULES_OF_OBJECTS =
            "IA-01,IA-02,IA-03,IA-05,IA-06,IA-07,IA-08,PZ-04,PZ-05,"
                    + "LMR-03,LMR-04,LMR-05,LMR-08,LMR-09,LMR-13,LMR-16,LMR-20,LMR-23,LMR-26,"
                    + "EVD-01,EVD-02,EVD-03,EVD-14,EVD-15,EVD-16,EVD-19,EVD-20,EVD-21,EVD-25,"
                    + "CNO-02,CNO-03,CNO-04,CNO-05,CNO-06,CNO-07,CNO-08,CNO-09,CNO-10,CNO-11,CNO-12";

    @TempDir Path directory;

    @Test
    void shouldKeepTheRules() throws Exception {
        Path jar = example(source -> source);

        Report report = run("acme:tcp", jar, "", OF_THE_RUNTIMES_RULES_EACH);

        assertThat(bad(report)).isEmpty();
        assertThat(report.count(Layer.PROVIDER).get(Status.PASS)).isGreaterThan(100);
    }

    @Test
    void shouldNotPassWithAFault() throws Exception {
        String sound = "CompletionStatus.SUCCESS, messageAt,";
        String faulty = "CompletionStatus.SUCCESS, messageAt + 1,";
        Path jar = example(source -> source.replace(sound, faulty));

        Report report = run("acme:tcp", jar, "SND-04", 0);

        assertThat(report.results()).extracting(Result::status).containsOnly(Status.FAIL);
    }

    @Test
    void shouldStartFromSoundObjects() throws Exception {
        Path project = directory.resolve("nova");
        Path jar = VendorProject.made(project, "com.nova.rdma", "nova:fast").jar();

        Report report = run("nova:fast", jar, RULES_OF_OBJECTS, 0);

        assertThat(bad(report)).isEmpty();
        assertThat(report.results())
                .filteredOn(result -> result.status() == Status.PASS)
                .hasSize(2 * RULES_OF_OBJECTS.split(",", -1).length);
    }

    private Path example(UnaryOperator<String> change) throws Exception {
        return VendorProject.example(directory.resolve("acme"), change).jar();
    }

    private static List<String> bad(Report report) {
        return report.results().stream()
                .filter(result -> !result.status().isGood())
                .map(r -> r.rule() + " " + r.mode() + " " + r.status() + ": " + r.text())
                .toList();
    }

    private Report run(String target, Path jar, String rules, int sample) throws Exception {
        PeerOptions ours = PeerOptions.defaults();
        PeerOptions options =
                new PeerOptions(
                        ours.launcher(),
                        ours.java(),
                        ours.modulePath() + File.pathSeparator + jar,
                        ours.vmArguments());
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        Kit kit =
                new Kit(
                        StandardRules.class,
                        options,
                        directory.resolve("kit"),
                        new PrintStream(console, true, StandardCharsets.UTF_8));
        return kit.run(target, rules, new Sample(sample));
    }
}
