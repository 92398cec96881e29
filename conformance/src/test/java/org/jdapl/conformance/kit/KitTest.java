package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.rules.StandardRules;
import org.jdapl.spi.Provider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

/** A worker that dies costs the rule that ran, and no other. */
class KitTest {

    private static final String IN_ONE_PROCESS = "soft:iwarp@thread";

    /** Rules that do with their JVM what no rule should. */
    static final class Fatal {

        private Fatal() {}

        static RuleCatalogue catalogue() {
            return new RuleCatalogue(
                    List.of(
                            new RuleGroup(
                                    "XX",
                                    "fatal <&> rules",
                                    List.of(
                                            rule("XX-01", Layer.RUNTIME),
                                            rule("XX-02", Layer.PROVIDER).hint("A hint."),
                                            rule("XX-03", Layer.PROVIDER),
                                            rule("XX-04", Layer.RUNTIME)),
                                    FatalTests.class,
                                    List.of())));
        }

        private static Rule rule(String id, Layer layer) {
            return Rule.required(id, layer, "A rule with < and \" and é.");
        }
    }

    static final class FatalTests {
        @Tests(value = "XX-01", modes = ProgressMode.AUTO)
        void passes(Environment env) {
            assertThat(env.attributes().adapterName()).isNotEmpty();
        }

        @Tests("XX-02")
        void diesOnce(Environment env) {
            if (env.mode() == ProgressMode.AUTO) {
                Runtime.getRuntime().halt(9);
            }
        }

        @Tests(value = "XX-03", modes = ProgressMode.AUTO)
        void fails(Environment env) {
            assertThat(env.here().adapter().isClosed()).as("<&>\u0001").isTrue();
        }

        @Tests(value = "XX-04", modes = ProgressMode.MANUAL)
        void doesNotComeToAnEnd(Environment env) {
            while (!env.adapterName().isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Workers that find the rules above. */
    private static PeerOptions withTests() {
        PeerOptions options = PeerOptions.defaults();
        List<String> arguments = new ArrayList<>(options.vmArguments());
        arguments.add("--patch-module=org.jdapl.conformance=target/test-classes");
        return new PeerOptions(options.launcher(), options.java(), options.modulePath(), arguments);
    }

    @Test
    void shouldChargeADeathToTheRuleThatRanAndGoOnWithTheRest(@TempDir Path out) throws Exception {
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        Kit kit = new Kit(Fatal.class, withTests(), out, new PrintStream(console, true));

        Report report = kit.run(IN_ONE_PROCESS, "XX-01,XX-02,XX-03", Sample.ALL);

        assertThat(report.results())
                .extracting(r -> r.rule() + " " + r.mode() + " " + r.status())
                .containsExactly(
                        "XX-01 AUTO PASS",
                        "XX-02 AUTO CRASH",
                        "XX-02 MANUAL PASS",
                        "XX-03 AUTO FAIL");
        assertThat(report.results().get(1).text()).contains("status 9", "worker-1.log");
        assertThat(report.worst()).isEqualTo(Status.CRASH);
        assertThat(report.count(Layer.RUNTIME)).isEqualTo(Map.of(Status.PASS, 1));
        assertThat(report.count(Layer.PROVIDER)).isEqualTo(Map.of(Status.CRASH, 1, Status.FAIL, 1));
        assertThat(console.toString(StandardCharsets.UTF_8))
                .contains("CRASH XX-02 AUTO", "FAIL XX-03 AUTO", "3 rules, 4 trials");
        requireReports(out);
    }

    private static void requireReports(Path out) throws Exception {
        var document =
                DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(
                                new ByteArrayInputStream(
                                        Files.readAllBytes(out.resolve("results.xml"))));
        NodeList cases = document.getElementsByTagName("testcase");
        assertThat(cases.getLength()).isEqualTo(4);
        assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(document.getElementsByTagName("error").getLength()).isEqualTo(1);
        var sums = document.getDocumentElement().getAttributes();
        assertThat(List.of("tests", "failures", "errors", "skipped"))
                .extracting(name -> sums.getNamedItem(name).getNodeValue())
                .containsExactly("4", "1", "1", "0");
        assertThat(Double.parseDouble(sums.getNamedItem("time").getNodeValue())).isNotNegative();
        assertThat(document.getElementsByTagName("error").item(0).getTextContent())
                .contains("If this fails: A hint.");
        assertThat(Files.readString(out.resolve("results.json")))
                .contains(
                        "\"verdict\": \"NOT_CERTIFIED\"",
                        "\"worst\": \"CRASH\"",
                        "\"PROVIDER\": {\n\"FAIL\": 1,\n\"CRASH\": 1\n}");
        assertThat(Files.readString(out.resolve("results.html")))
                .contains("fatal &lt;&amp;&gt; rules", "<span class=\"CRASH\">");
    }

    @Test
    void shouldEndAWorkerThatHangs(@TempDir Path out) throws IOException, InterruptedException {
        WorkerProcess worker =
                new WorkerProcess(
                        withTests(), out, 1, Bound.BROKEN.nanos() + TimeUnit.SECONDS.toNanos(1));

        List<Result> results =
                worker.run(
                                Fatal.class,
                                IN_ONE_PROCESS,
                                List.of(new Journal.Step("XX-04", ProgressMode.MANUAL)),
                                true,
                                Bound.LOST.millis(),
                                null)
                        .results();

        assertThat(results).singleElement().extracting(Result::status).isEqualTo(Status.CRASH);
        assertThat(results.getFirst().text()).startsWith("the worker hung while the rule");
    }

    @Test
    void shouldTellThatATargetCannotBeUsed(@TempDir Path out)
            throws IOException, InterruptedException {
        Kit kit =
                new Kit(
                        Fatal.class,
                        withTests(),
                        out,
                        new PrintStream(new ByteArrayOutputStream(), true));

        Report report = kit.run("no:such", "XX-01", Sample.ALL);

        assertThat(report.results())
                .singleElement()
                .extracting(Result::status)
                .isEqualTo(Status.ERROR);
        assertThat(Files.readString(out.resolve("worker-1.log"))).contains("no target no:such");
    }

    /** As a vendor binds a provider. */
    public static final class VendorModule extends AbstractModule {

        /** Makes the module. */
        public VendorModule() {}

        @Override
        protected void configure() {
            bind(ProviderUnderTest.class).toInstance(new Vendor());
        }
    }

    private static final class Vendor implements ProviderUnderTest {

        @Override
        public Provider provider() {
            return ServiceLoader.load(Provider.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(p -> p.name().equals("soft"))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public String adapterName() {
            return "soft:iwarp";
        }

        @Override
        public Profile profile() {
            return Profile.IWARP;
        }
    }

    @Test
    void shouldTakeAProviderThatAGuiceModuleBinds() {
        try (Target target = Targets.named(Targets.GUICE + VendorModule.class.getName())) {
            assertThat(target.adapterName()).isEqualTo("soft:iwarp");
            assertThat(target.profile()).isEqualTo(Profile.IWARP);
            Trial.warmUp(target);
            RuleTest rule = StandardRules.catalogue().test("CON-01");
            assertThat(Trial.run(rule, target, ProgressMode.AUTO).status()).isEqualTo(Status.PASS);
        }
    }
}
