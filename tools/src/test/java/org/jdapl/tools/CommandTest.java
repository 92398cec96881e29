package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each command as a user runs it, over the software provider. The first process is this one, which
 * saves many starts of a Java VM; {@link CopyFaultTest} has processes of their own.
 */
class CommandTest {

    @TempDir private Path dir;

    // ---- info

    @Test
    void shouldListProvidersAdaptersAttributesAndSettings() throws Exception {
        assertThat(Cli.runHere("info").succeeded().out())
                .contains("soft:iwarp", "max message", "bytes", "RDMA_WRITE");
        assertThat(Cli.runHere("info", "--adapter", "soft:iwarp", "--json").succeeded().out())
                .contains("\"maxMessageBytes\": ", "\"capabilities\": [", "\"RDMA_READ\"");
        assertThat(Cli.runHere("info", "--config").succeeded().out())
                .contains("jdapl.adapter = soft:iwarp  (default)");
    }

    @Test
    void shouldSayThatTheConfigurationFileCannotBeRead() {
        System.setProperty("jdapl.config", dir.resolve("nowhere").toString());
        try {
            Cli.runHere("info").failed(ExitCode.FAILURE, dir.resolve("nowhere").toString());
            assertThat(Cli.runHere("info").err()).doesNotContain("internal error", "inject");
        } finally {
            System.clearProperty("jdapl.config");
        }
    }

    @Test
    void shouldListOtherNamesAndWhatIsWrongInDatConf() throws Exception {
        Path file =
                Files.writeString(
                        dir.resolve("dat.conf"),
                        """
                        mine u2.0 threadsafe default jdapl:soft jdapl.1.0 iwarp ""
                        ofa-v2-ib0 u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 "ib9 0" ""
                        broken u2.0
                        """);
        System.setProperty("jdapl.datconf", file.toString());
        try {
            assertThat(Cli.runHere("info", "--config").succeeded().out())
                    .contains("jdapl.datconf = " + file + "  (system property)")
                    .containsPattern("mine +soft:iwarp  \\(.*dat.conf:1\\)")
                    .contains("1 more that open nothing here")
                    .contains(file + ":3: threadsafety: is missing");
            assertThat(Cli.runHere("info", "--config", "-v").succeeded().out())
                    .containsPattern("ofa-v2-ib0 +opens nothing: no adapter here is known by");
            assertThat(Cli.runHere("info", "--config", "--json").succeeded().out())
                    .contains("\"adapter\": \"soft:iwarp\"", "\"line\": 3");
            assertThat(Cli.runHere("info", "--adapter", "mine").succeeded().out())
                    .startsWith("soft:iwarp");
        } finally {
            System.clearProperty("jdapl.datconf");
        }
    }

    @Test
    void shouldSayWhatOfTheConfigurationFileIsOfNoUse() throws Exception {
        Path file =
                Files.writeString(
                        dir.resolve("jdapl.properties"),
                        """
                        jdapl.progres = manual
                        jdapl.alias.far = ib:nowhere0
                        """);
        System.setProperty("jdapl.config", file.toString());
        try {
            assertThat(Cli.runHere("info", "--config").succeeded().out())
                    .containsPattern("far +opens nothing: there is no adapter ib:nowhere0 now")
                    .contains(file + ": jdapl.progres: there is no such setting");
        } finally {
            System.clearProperty("jdapl.config");
        }
    }

    @Test
    void shouldNameTheAdaptersThatThereAre() throws Exception {
        Cli.runHere("info", "--adapter", "soft:none").failed(ExitCode.FAILURE, "soft:iwarp");
        Cli.runHere("ping", "--adapter", "soft:none").failed(ExitCode.FAILURE, "soft:iwarp");
    }

    // ---- ping

    @ParameterizedTest
    @ValueSource(strings = {"auto", "manual"})
    void shouldPingASecondProcess(String progress) throws Exception {
        String out =
                Cli.runHere("ping", "-C", "5", "-S", "4k", "-V", "--progress", progress)
                        .succeeded()
                        .out();
        assertThat(out.lines()).hasSize(7);
        assertThat(out).contains("seq=5", "5 sent, 5 received and checked", "min/avg/max");
    }

    @Test
    void shouldPingAPeerThatListensOnIpv6AndTurnAwayOthers() throws Exception {
        try (Cli.Running peer = Cli.start("ping", "--listen=[::1]:0")) {
            String address = peer.address();
            assertThat(address).startsWith("[::1]:");
            Cli.runHere("perf", "--connect", address)
                    .failed(ExitCode.FAILURE, "refused: this is jdapl ping");
            Cli.runHere("ping", "--listen=" + address)
                    .failed(ExitCode.FAILURE, "the port is in use");
            Cli.runHere("ping", "-q", "--json", "-C", "2", "--connect", address).succeeded();
            assertThat(peer.await().succeeded().out()).contains("answered 2 messages from [::1]:");
        }
    }

    @Test
    void shouldSayThatNobodyIsThere() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Cli.runHere("ping", "--connect", "127.0.0.1:" + free)
                .failed(ExitCode.FAILURE, "cannot connect to 127.0.0.1:" + free);
        Cli.runHere("ping", "--connect", "nowhere.invalid:1")
                .failed(ExitCode.FAILURE, "unknown host");
        Cli.Result alone = Cli.runHere("ping", "--listen=127.0.0.1:0", "--accept-timeout", "300ms");
        alone.failed(ExitCode.FAILURE, "no peer came within 300 ms");
    }

    @Test
    void shouldGiveUpOnAPeerThatSaysNothing() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + mute.getLocalPort();
            Cli.runHere("ping", "--timeout", "500ms", "--connect", address)
                    .failed(ExitCode.FAILURE, "no answer from " + address);
        }
    }

    // ---- perf

    @ParameterizedTest
    @CsvSource({"auto, --poll", "manual, --wait"})
    void shouldMeasureEverything(String progress, String waiting) throws Exception {
        String[] command = {
            "perf",
            "--progress",
            progress,
            waiting,
            "-s",
            "8,4k",
            "-n",
            "50",
            "-t",
            "16",
            "--warmup",
            "20ms"
        };
        String out = Cli.runHere(command).succeeded().out();
        assertThat(out)
                .contains("send latency", "send bandwidth", "RDMA write latency")
                .contains("RDMA write bandwidth", "RDMA read latency", "RDMA read bandwidth")
                .contains("t_typical[us]", "BW_average[MiB/s]", "99.9%[us]");
        assertThat(out.lines().filter(l -> l.matches(" +(8|4096) +50 .*"))).hasSize(12);
    }

    @Test
    void shouldWriteResultsAsJson() throws Exception {
        String out =
                Cli.runHere(
                                "perf",
                                "--json",
                                "--op",
                                "read,send",
                                "--bw",
                                "-s",
                                "64",
                                "-n",
                                "20",
                                "--warmup",
                                "1ms")
                        .succeeded()
                        .out();
        assertThat(out)
                .startsWith("{")
                .contains("\"adapter\": \"soft:iwarp\"", "\"progress\": \"auto\"", "\"cpus\": ")
                .contains(
                        "\"java_version\": \"25", "\"test\": \"send_bw\"", "\"test\": \"read_bw\"")
                .contains("\"iterations\": 20", "\"bw_average_mib_per_s\": ")
                .doesNotContain("_lat");
    }

    @Test
    void shouldMeasureAgainstAPeerThatListens() throws Exception {
        try (Cli.Running peer = Cli.start("perf", "--listen=127.0.0.1")) {
            Cli.runHere(
                            "perf",
                            "--connect",
                            peer.address(),
                            "--op",
                            "write",
                            "--lat",
                            "-s",
                            "64",
                            "-n",
                            "10",
                            "--warmup",
                            "1ms")
                    .succeeded();
            peer.await().succeeded();
        }
    }

    // ---- copy

    @ParameterizedTest
    @CsvSource({
        "0, 1MiB, 8, auto",
        "1, 1MiB, 8, manual",
        "1048577, 64k, 2, auto",
        "3000001, 1000, 7, manual",
        "20000000, 1MiB, 1, auto"
    })
    void shouldCopyFilesOfAnySize(int size, String block, String depth, String progress)
            throws Exception {
        byte[] content = new byte[size];
        new java.util.Random(size).nextBytes(content);
        Path source = Files.write(dir.resolve("sou rce"), content);
        Path target = Files.createDirectory(dir.resolve("target dir"));
        Cli.Result result =
                Cli.runHere(
                        "copy",
                        source.toString(),
                        target.toString(),
                        "--block",
                        block,
                        "--depth",
                        depth,
                        "--progress",
                        progress);
        result.succeeded();
        assertThat(target.resolve("sou rce")).hasBinaryContent(content);
        assertThat(Cli.names(target)).hasSize(1);
        String digest = Digests.text(Digests.sha256().digest(content));
        assertThat(result.out())
                .contains(String.format("copied %,d bytes in ", size), digest + "  " + source);
    }

    @Test
    void shouldCopyToAReceiverThatListens() throws Exception {
        Path source = Files.writeString(dir.resolve("source"), "content");
        try (Cli.Running peer = Cli.start("copy", "--listen=127.0.0.1", dir.toString())) {
            String address = peer.address();
            Cli.runHere("copy", source.toString(), "--connect", address, "named", "-q").succeeded();
            assertThat(peer.await().succeeded().out()).contains("received 7 bytes", "/named");
        }
        assertThat(dir.resolve("named")).hasContent("content");
    }

    @Test
    void shouldLetNoSenderLeaveTheReceiversDirectory() throws Exception {
        Path source = Files.writeString(dir.resolve("source"), "content");
        Path inner = Files.createDirectory(dir.resolve("inner"));
        try (Cli.Running peer = Cli.start("copy", "--listen=127.0.0.1", inner.toString())) {
            String address = peer.address();
            Cli.runHere("copy", source.toString(), "--connect", address, "../evil")
                    .failed(ExitCode.FAILURE, "not a plain file name");
            peer.await().failed(ExitCode.FAILURE, "not a plain file name");
        }
        assertThat(dir.resolve("evil")).doesNotExist();
    }

    @Test
    void shouldSayWhatIsWrongWithSourceOrDestination() throws Exception {
        Path source = Files.writeString(dir.resolve("source"), "content");
        String there = source.toString();
        Cli.runHere("copy", dir + "/none", there).failed(ExitCode.FAILURE, "/none: no such file");
        Cli.runHere("copy", dir.toString(), there).failed(ExitCode.FAILURE, "it is a directory");
        Cli.runHere("copy", "/dev/null", there).failed(ExitCode.FAILURE, "not a regular file");
        Cli.runHere("copy", there, dir + "/no/x").failed(ExitCode.FAILURE, "there is no directory");
        Cli.runHere("copy", there, "/dev/null").failed(ExitCode.FAILURE, "not a regular file");
        Cli.runHere("copy", there, "/proc/x").failed(ExitCode.FAILURE, "cannot write /proc/x");
        assertThat(Cli.names(dir)).containsExactly(source.getFileName().toString());
    }
}
