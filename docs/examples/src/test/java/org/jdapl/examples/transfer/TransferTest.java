package org.jdapl.examples.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdapl.api.DatException;
import org.jdapl.examples.common.Together;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the data transfer test, in two processes and in one. */
class TransferTest {

    private static final Pattern PORT = Pattern.compile("listening on port (\\d+)\n");

    @Test
    void shouldPassInTwoProcesses() throws Exception {
        try (Program server = Program.start("transfer.Main", "-s", "-p", "0");
                Program client =
                        Program.start(
                                "transfer.Main", "-h", "127.0.0.1", "-p", server.awaited(PORT))) {
            assertThat(client.succeeded())
                    .contains("RDMA write: 1000 x 4096 bytes")
                    .contains("RDMA read: 4 x 4096 bytes")
                    .contains("ping-pong: 100 x 4096 bytes")
                    .endsWith("PASSED\n");
            assertThat(server.succeeded()).endsWith("PASSED\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-w wait -b 1 -B 20 -r 5",
                "-w poll -b 70000 -B 20 -S 7 -r 5",
                "-w notify -b 4096 -B 50 -S 50 -r 20",
                "-w wait -B 100 -S 1000 -r 40",
                "-w notify -u -B 10"
            })
    void shouldPassInOneProcess(String options) throws Exception {
        Running server = new Running(options("-s -p 0 " + options));
        try (Together sides = new Together()) {
            sides.start(server::run);
            Running client =
                    new Running(options("-h 127.0.0.1 -p " + server.awaitedPort() + " " + options));
            client.run();
            sides.finish();
            assertThat(client.said()).endsWith("PASSED\n");
            assertThat(server.said()).endsWith("PASSED\n");
            assertThat(server.said().contains("RDMA write")).isEqualTo(!options.contains("-u"));
        }
    }

    @Test
    void shouldFailWhereTheSidesDiffer() throws Exception {
        try (Together sides = new Together()) {
            Running server = new Running(options("-s -p 0 -b 64"));
            sides.start(server::run);
            String port = server.awaitedPort();

            assertThatThrownBy(() -> new Running(options("-h 127.0.0.1 -p " + port)).run())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the peer has -b 64");
            assertThatThrownBy(sides::finish).hasMessageContaining("the peer has -b 4096");
        }
    }

    @Test
    void shouldFailWhereNobodyListens() throws Exception {
        try (Program client = Program.start("transfer.Main", "-h", "127.0.0.1", "-p", "1")) {
            assertThat(client.ended(1)).startsWith("FAILED: ").contains("is not connected: ");
        }
        assertThatThrownBy(() -> new Running(options("-h 127.0.0.1 -p 1")).run())
                .isInstanceOf(DatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-s -h x", "-s -b 0", "-s -b", "-s -w sleep", "-s -x", "-s -r x"})
    void shouldRefuseOptionsThatMakeNoSense(String options) {
        assertThatThrownBy(() -> options(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-");
    }

    private static Options options(String line) {
        return Options.parse(line.isEmpty() ? new String[0] : line.split(" "));
    }

    /** A side in this process, and what it says. */
    private static final class Running {

        private final Options options;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Running(Options options) {
            this.options = options;
        }

        Void run() throws InterruptedException {
            Transfer.run(options, new PrintStream(out, true, StandardCharsets.UTF_8));
            return null;
        }

        String said() {
            return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
        }

        String awaitedPort() throws InterruptedException {
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (System.nanoTime() < end) {
                Matcher m = PORT.matcher(said());
                if (m.find()) {
                    return m.group(1);
                }
                Thread.sleep(5);
            }
            throw new AssertionError("no port in time: " + said());
        }
    }
}
