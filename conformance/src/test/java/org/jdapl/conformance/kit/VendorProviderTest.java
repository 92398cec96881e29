package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Path GUIDE = Path.of("..", "docs", "vendor-guide.md");
    private static final Pattern RULES_OF_OBJECTS =
            Pattern.compile("--target nova:fast --rules (\\S+)");

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
        String rules = rulesOfObjects();

        Report report = run("nova:fast", jar, rules, 0);

        assertThat(bad(report)).isEmpty();
        assertThat(report.results())
                .filteredOn(result -> result.status() == Status.PASS)
                .hasSize(2 * rules.split(",", -1).length);
    }

    /** What the guide has a vendor try first. */
    private static String rulesOfObjects() throws IOException {
        Matcher command = RULES_OF_OBJECTS.matcher(Files.readString(GUIDE));
        assertThat(command.find()).isTrue();
        return command.group(1);
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
