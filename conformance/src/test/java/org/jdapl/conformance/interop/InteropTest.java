package org.jdapl.conformance.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our two ends of each program talk to each other; the C programs do it in the lab. */
@Timeout(120)
class InteropTest {

    private static final int LIMIT_S = 60;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream console = System.out;

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(console);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cmatose|21371|connections=3 messages=5 size=1000|listening on|15 messages each"
                        + " way",
                "dtest|15829|size=4096 burst=25|telling on|PASSED",
                "dtest|15829|size=4096 burst=25 reads=off|telling on|PASSED",
            })
    void theClientAndTheServerGoThroughTheWholeProgram(
            String program, int port, String options, String ready, String end) throws Exception {
        String address = "127.0.0.1:" + port;
        CompletableFuture<Integer> server =
                CompletableFuture.supplyAsync(
                        () -> run(program, "server", address, options),
                        task -> Thread.ofPlatform().start(task));
        while (!said().contains(ready)) {
            assertThat(server).isNotDone();
            TimeUnit.MILLISECONDS.sleep(10);
        }

        assertThat(run(program, "client", address, options)).isZero();

        assertThat(server.get(LIMIT_S, TimeUnit.SECONDS)).isZero();
        assertThat(said().lines().filter(end::equals)).hasSize(2);
    }

    @Test
    void aServerThatIsNotThereIsAFailureAndABadWordIsBadUsage() {
        assertThat(run("cmatose", "client", "127.0.0.1:21372", "")).isEqualTo(1);
        assertThat(run("dtest", "client", "127.0.0.1:21372", "")).isEqualTo(1);
        assertThat(run("cmatose", "client", "127.0.0.1:21372", "colour=red")).isEqualTo(2);
        assertThat(run("cmatose", "client", "127.0.0.1:21372", "size=none")).isEqualTo(2);
        assertThat(run("cmatose", "client", "127.0.0.1", "")).isEqualTo(2);
        assertThat(run("cmatose", "neither", "127.0.0.1:21372", "")).isEqualTo(2);
        assertThat(run("lotus", "client", "127.0.0.1:21372", "")).isEqualTo(2);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private static int run(String program, String role, String address, String options) {
        return Interop.run(
                List.of(
                        (program + " " + role + " " + address + " " + options)
                                .strip()
                                .split(" +", -1)));
    }
}
