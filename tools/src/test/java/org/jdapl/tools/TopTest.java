package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code jdapl top} on a process of its own. */
class TopTest {

    @Test
    void shouldShowWhatAnotherProcessDoes() throws Exception {
        try (Cli.Running subject = Cli.start("ping", "--listen=127.0.0.1:0")) {
            String address = subject.address();
            String pid = Long.toString(subject.pid());
            try (Cli.Running peer =
                            Cli.start("ping", "-q", "-C", "10000000", "--connect", address);
                    Cli.Running top = Cli.start("top", "--json", pid)) {
                Cli.until(() -> top.out().contains("\"state\": \"CONNECTED\""));
                assertThat(top.out())
                        .contains("\"pid\": " + pid)
                        .contains("\"name\": \"soft:iwarp\"")
                        .contains("\"established\": 1");
                String text = Cli.runHere("top", "--once", pid).succeeded().out();
                assertThat(text)
                        .contains("process " + pid + ", 1 open adapter")
                        .contains("soft:iwarp#1: 1 endpoints, 1 connected")
                        .containsPattern("posts [1-9][0-9,]*/s")
                        .containsPattern("endpoint#1 +connected +127.0.0.1:");
                assertThat(peer.isRunning()).isTrue();
            }
        }
    }

    @Test
    void shouldEndWhenTheOtherProcessEnds() throws Exception {
        try (Cli.Running subject = Cli.start("ping", "--listen=127.0.0.1:0")) {
            subject.address();
            try (Cli.Running top = Cli.start("top", Long.toString(subject.pid()))) {
                Cli.until(() -> top.out().contains("1 open adapter"));
                Cli.kill("TERM", ProcessHandle.of(subject.pid()).orElseThrow());
                assertThat(top.await().succeeded().out()).contains("1 open adapter");
            }
        }
    }

    @Test
    void shouldSayWhyThereIsNothingToSee() throws Exception {
        Cli.runHere("top", "--once", "2147483646")
                .failed(ExitCode.FAILURE, "there is no process 2147483646");
        Cli.runHere("top", "--interval", "1ms", "1").failed(ExitCode.USAGE, "--interval");
        Process other = new ProcessBuilder("sleep", "50").start();
        try {
            Cli.runHere("top", "--once", Long.toString(other.pid()))
                    .failed(ExitCode.FAILURE, "is not a Java process");
        } finally {
            other.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
        }
    }
}
