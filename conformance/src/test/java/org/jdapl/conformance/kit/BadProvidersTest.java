package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit comes to its end with the right verdicts whatever a provider does, and leaves no process
 * behind. Each run is one that a user could start.
 */
class BadProvidersTest {

    private static final int LIMIT_MS = 3_000;
    private static final int SETTLE_MS = 500;
    private static final int EVENT_MS = 1_500;

    /** Each rule in one mode. */
    private static final Sample ONE_MODE = new Sample(1);

    @TempDir Path out;

    private final ByteArrayOutputStream console = new ByteArrayOutputStream();

    private Report run(
            Class<? extends BadProviders.Bad> provider, String rules, String... arguments)
            throws Exception {
        return run(provider, rules, Bound.LOST.millis(), arguments);
    }

    private Report run(
            Class<? extends BadProviders.Bad> provider,
            String rules,
            long mayLoseMs,
            String... arguments)
            throws Exception {
        PeerOptions options =
                PeerOptions.defaults()
                        .with("--patch-module=org.jdapl.conformance=target/test-classes")
                        .with(arguments);
        Kit kit =
                new Kit(
                        StandardRules.class,
                        options,
                        out,
                        new PrintStream(console, true, StandardCharsets.UTF_8),
                        mayLoseMs);
        return kit.run(Targets.GUICE + provider.getName(), rules, ONE_MODE);
    }

    private static String[] shortBounds() {
        return new String[] {
            shorter(Bound.TEST, LIMIT_MS),
            shorter(Bound.SETTLE, SETTLE_MS),
            shorter(Bound.EVENT, EVENT_MS)
        };
    }

    private static String shorter(Bound bound, int millis) {
        return "-D" + Bound.SHORTER_PROPERTY + bound + "=" + millis;
    }

    private static List<String> statuses(Report report) {
        return report.results().stream().map(r -> r.rule() + " " + r.status()).toList();
    }

    private String said() {
        return console.toString(StandardCharsets.UTF_8);
    }

    @AfterEach
    void shouldLeaveNoProcess() throws Exception {
        List<ProcessHandle> left = new ArrayList<>(ProcessHandle.current().descendants().toList());
        for (ProcessHandle process : left) {
            process.onExit().get(Bound.EVENT.millis(), TimeUnit.MILLISECONDS);
        }
    }

    // ---- null

    @Test
    void shouldFindNothingApplicableOfWhatIsNotAdvertisedAndTheRestKept() throws Exception {
        Report report = run(BadProviders.Null.class, "CON-01,SND-01,ATM-*,SRQ-0*,IMM-*,CAP-0*");

        assertThat(report.results())
                .filteredOn(result -> !result.status().isGood())
                .extracting(r -> r.rule() + " " + r.mode() + ": " + r.text())
                .isEmpty();
        List<Result> gated =
                report.results().stream().filter(r -> r.status() == Status.NOT_APPLICABLE).toList();
        assertThat(gated).hasSizeGreaterThan(20);
        assertThat(gated).allSatisfy(r -> assertThat(r.text()).endsWith(" is not advertised"));
        assertThat(statuses(report))
                .as(said())
                .contains("CON-01 PASS", "SND-01 PASS", "CAP-01 PASS");
    }

    @Test
    void shouldTryAProviderWithoutReadsAsFarAsItGoes() throws Exception {
        Report report =
                run(BadProviders.Readless.class, "CON-01,CON-18,EPS-01,EVD-04,LIM-01,RDM-*,PRT-*");

        assertThat(report.results())
                .filteredOn(result -> !result.status().isGood())
                .extracting(r -> r.rule() + " " + r.mode() + ": " + r.text())
                .isEmpty();
        assertThat(statuses(report))
                .as(said())
                .contains("CON-01 PASS", "EPS-01 PASS", "LIM-01 PASS", "PRT-02 PASS", "RDM-11 PASS")
                .contains(
                        "CON-18 NOT_APPLICABLE", "EVD-04 NOT_APPLICABLE", "RDM-01 NOT_APPLICABLE");
    }

    // ---- slow

    @Test
    void shouldPassAProviderThatIsSlow() throws Exception {
        Report report = run(BadProviders.Slow.class, "CON-01,CON-05,SND-01,WR-01,RDM-01,DIS-01");

        assertThat(report.results())
                .hasSize(6)
                .allSatisfy(r -> assertThat(r.status()).as(r.toString()).isEqualTo(Status.PASS));
    }

    // ---- hanging

    @Test
    void shouldNameTheCallThatHangsAndGoOn() throws Exception {
        Report report = run(BadProviders.HangingCall.class, "IA-02,IA-05,PZ-01", shortBounds());

        assertThat(statuses(report))
                .as(said())
                .containsExactly("IA-02 PASS", "IA-05 PASS", "PZ-01 FAIL");
        Result hung = report.results().getLast();
        assertThat(hung.text())
                .contains(
                        "still not done after " + (LIMIT_MS + 2 * SETTLE_MS) + " ms",
                        "no return from the provider's createQueuePair",
                        "called by org.jdapl.core.",
                        "BadProviders.forever(BadProviders.java:");
        assertThat(hung.trace()).contains("org.jdapl.conformance.rules.pz.PzTests.");
        assertThat(said()).contains("is tried cold");
    }

    @Test
    void shouldNameTheCloseThatHangsAndEndWhereTooMuchTimeIsLost() throws Exception {
        Report report = run(BadProviders.HangingClose.class, "IA-02,IA-05,IA-06", 1, shortBounds());

        assertThat(statuses(report))
                .as(said())
                .containsExactly("IA-02 FAIL", "IA-05 ERROR", "IA-06 ERROR");
        assertThat(report.results().getFirst().text())
                .contains("no return from the provider's close");
        assertThat(report.results().getLast().text())
                .isEqualTo("not tried: the trials that failed took over 1 ms");
    }

    @Test
    void shouldFailWhatWaitsForAProviderThatMakesNoProgress() throws Exception {
        Report report = run(BadProviders.Idle.class, "IA-02,CON-07", shortBounds());

        assertThat(statuses(report)).as(said()).containsExactly("IA-02 PASS", "CON-07 FAIL");
        assertThat(report.results().getLast().text()).contains("EVENT=" + EVENT_MS + " ms");
    }

    // ---- throwing

    @Test
    void shouldNameTheCallThatThrowsAndGoOn() throws Exception {
        Report report = run(BadProviders.ThrowingCall.class, "IA-02,CON-01,DIS-01,IA-05");

        assertThat(statuses(report))
                .as(said())
                .containsExactly("IA-02 PASS", "IA-05 PASS", "CON-01 PASS", "DIS-01 FAIL");
        assertThat(report.results().getLast().text())
                .contains(
                        "the provider failed in ConnectionManager.disconnect",
                        "java.lang.StackOverflowError: too deep");
    }

    @Test
    void shouldNameTheCallThatGivesNull() throws Exception {
        Report report = run(BadProviders.GivingNull.class, "IA-02,CON-01");

        assertThat(statuses(report)).as(said()).containsExactly("IA-02 PASS", "CON-01 FAIL");
        assertThat(report.results().getLast().text())
                .contains("the provider failed in Adapter.createQueuePair: it gave null");
        assertThat(said()).contains("is tried cold");
    }

    // ---- crashing

    @Test
    void shouldChargeTheDeathOfTheVmToTheTrialAndGoOn() throws Exception {
        Report report = run(BadProviders.Halting.class, "IA-02,CON-12,CON-01");

        assertThat(statuses(report))
                .as(said())
                .containsExactly("IA-02 PASS", "CON-01 PASS", "CON-12 CRASH");
        assertThat(report.worst()).isEqualTo(Status.CRASH);
        assertThat(report.results())
                .filteredOn(r -> r.status() == Status.CRASH)
                .singleElement()
                .satisfies(
                        r ->
                                assertThat(r.text())
                                        .contains(
                                                "ended with status 9 while the rule was tried",
                                                "last words: reject: no way on from here",
                                                "worker-1.log"));
        assertThat(said()).contains("CRASH CON-12", "3 rules, 3 trials");
    }

    @Test
    void shouldChargeEachRuleAloneWhereConnectingKillsTheVm() throws Exception {
        Report report = run(BadProviders.HaltingAtOnce.class, "IA-02,CON-01,SND-01");

        assertThat(statuses(report))
                .as(said())
                .containsExactly("IA-02 PASS", "CON-01 CRASH", "SND-01 CRASH");
        assertThat(said()).contains("is tried cold: the worker ended with status 9");
        assertThat(report.count(Layer.RUNTIME)).isEqualTo(Map.of(Status.PASS, 1));
    }
}
