package org.jdapl.conformance.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import org.jdapl.conformance.peer.PeerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What the command says and ends with. Whole runs are other tests' business. */
class CertifyCommandTest {

    private static final int USAGE = 2;

    @TempDir Path directory;

    private record Said(int status, String out, String err) {}

    private static Said run(Object... words) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        StringWriter usage = new StringWriter();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
        try {
            int status =
                    new CommandLine(new CertifyProvider().command())
                            .setErr(new PrintWriter(usage, true))
                            .setCaseInsensitiveEnumValuesAllowed(true)
                            .execute(
                                    List.of(words).stream()
                                            .map(String::valueOf)
                                            .toArray(String[]::new));
            return new Said(
                    status,
                    said.toString(StandardCharsets.UTF_8),
                    complained.toString(StandardCharsets.UTF_8) + usage);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private static void assertUsage(String message, Object... words) {
        Said said = run(words);
        assertThat(said.err()).contains(message);
        assertThat(said.status()).as(said.err()).isEqualTo(USAGE);
        assertThat(said.out()).isEmpty();
    }

    private Path file(String text) throws Exception {
        return Files.writeString(Files.createTempFile(directory, "file", ".txt"), text);
    }

    @Test
    void shouldAnswerAWrongCommandLineByOneLineAndStatus2() throws Exception {
        Path text = file("no jar");
        Path out = directory.resolve("out");

        assertUsage("--adapter is needed");
        assertUsage("unknown option '--frob'", "--adapter", "soft:sim", "--frob", "1");
        assertUsage("unexpected argument 'more'", "--adapter", "soft:sim", "more");
        assertUsage("--address needs a value", "--adapter", "soft:sim", "--address");
        assertUsage("--repeat 0 is not", "--adapter", "soft:sim", "--repeat", 0);
        assertUsage("no rule is called XX-99", "--adapter", "soft:sim", "--rules", "XX-99");
        assertUsage("'gold'", "--adapter", "soft:sim", "--profile", "gold");
        assertUsage("--verify takes --key and nothing", "--verify", text, "--adapter", "soft:sim");
        assertUsage("cannot read /none", "--adapter", "a:b", "--provider-jar", "/none");
        assertUsage("is no jar of a module", "--adapter", "a:b", "--provider-jar", text);
        assertUsage("no provider in", "--adapter", "a:b", "--provider-jar", emptyJar());
        assertUsage("cannot write into", "--adapter", "soft:sim", "--out", text);
        assertUsage("--key: cannot read /none", "--adapter", "soft:sim", "--key", "/none");
        assertUsage("has no -----BEGIN", "--adapter", "soft:sim", "--key", text);
        assertUsage("no field: no jar", "--adapter", "soft:sim", "--waivers", text);
        assertUsage("cannot read /none", "--adapter", "soft:sim", "--waivers", "/none");
        assertThat(out).doesNotExist();
    }

    @Test
    void shouldNotKnowAnAdapterThatNobodyHas() {
        assertUsage("unknown adapter 'no:such'", "--adapter", "no:such", "--out", directory);
    }

    @Test
    void shouldSayWhyAnAdapterCannotBeOpened() {
        Said said = run("--adapter", "ib:nosuch0", "--out", directory);

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.err().lines())
                .singleElement()
                .asString()
                .startsWith("jdapl certify: ib:nosuch0 cannot be opened: ");
    }

    private Path emptyJar() throws Exception {
        Path jar = directory.resolve("empty-1.0.jar");
        new JarOutputStream(Files.newOutputStream(jar), new java.util.jar.Manifest()).close();
        return jar;
    }

    private static String waiver(String adapter, String rule, String expires) {
        return """
                adapter: %s
                versions: 0 .. 99
                rule: %s
                shows: anything
                reason: There is none.
                link: nowhere
                expires: %s

                """
                .formatted(adapter, rule, expires);
    }

    @Test
    void shouldCertifyNothingByAPartOfTheRules() throws Exception {
        Path waivers =
                file(
                        waiver("soft:iwarp", "IA-05", "2001-01-01")
                                + waiver("soft:iwarp", "IA-06", "2999-01-01")
                                + waiver("soft:sim", "IA-07", "2999-01-01"));

        Said said =
                run(
                        "--adapter",
                        "soft:iwarp",
                        "--rules",
                        "IA-05,IA-06",
                        "--repeat",
                        2,
                        "--profile",
                        "soft",
                        "--waivers",
                        waivers,
                        "--out",
                        directory);

        assertThat(said.status()).as(said.err()).isEqualTo(1);
        assertThat(said.out())
                .contains(
                        "soft:iwarp of provider soft",
                        "WARNING IA-06 AUTO: UNEXPECTED PASS",
                        "the waiver of IA-05 ended on 2001-01-01",
                        "PARTIAL: ");
        assertThat(said.err()).contains("the waiver of IA-07 is about another adapter");
        assertThat(Files.readString(directory.resolve("certificate.json")))
                .contains(
                        "\"verdict\": \"PARTIAL\"",
                        "\"runs\": 2",
                        "\"use\":\"EXPIRED\"",
                        "\"use\":\"UNEXPECTED_PASS\"",
                        "\"IA-06\"\n]");
        Said verified = run("--verify", directory.resolve("certificate.json"));
        assertThat(verified.err()).contains("NOT_CERTIFIED: it is genuine");
        assertThat(verified.status()).isEqualTo(1);
    }

    @Test
    void shouldSayWhatIsWrongWithACertificateInOneLine() throws Exception {
        Path text = file("{\"format\": 1");
        Said said = run("--verify", text);

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.err().lines()).singleElement().asString().contains(text + ": NOT_JSON: ");
        assertUsage("cannot read /none", "--verify", text, "--key", "/none");
    }

    @Test
    void shouldBeACommandOfTheCommandLine() throws Exception {
        PeerOptions java = PeerOptions.defaults();
        Process process =
                new ProcessBuilder(
                                java.java(),
                                "-p",
                                java.modulePath(),
                                "-m",
                                "org.jdapl.tools/org.jdapl.tools.Main",
                                "certify",
                                "--adapter",
                                "soft:sim",
                                "--frob",
                                "1")
                        .redirectErrorStream(true)
                        .start();

        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said.lines())
                .singleElement()
                .isEqualTo("jdapl certify: unknown option '--frob' (see 'jdapl certify --help')");
        assertThat(process.waitFor()).isEqualTo(USAGE);
    }

    @Test
    void shouldHaveAHelpThatFitsATerminalAndExamplesThatParse() {
        CommandLine line = new CommandLine(new CertifyProvider().command());

        assertThat(line.getUsageMessage(Ansi.OFF).lines()).allMatch(l -> l.length() <= 100);
        for (String example : line.getCommandSpec().usageMessage().footer()) {
            if (example.startsWith("  jdapl certify ")) {
                line.parseArgs(example.substring("  jdapl certify ".length()).split(" "));
            }
        }
    }
}
