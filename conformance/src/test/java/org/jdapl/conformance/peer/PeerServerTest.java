package org.jdapl.conformance.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.kit.Kit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A kit and the peer's host are two processes, as on two machines: they work together, keep
 * strangers out, and each survives the other.
 */
class PeerServerTest {

    private static final String SECRET = "open sesame\n";
    private static final String LISTENS = "listens on ";
    private static final int OTHER_PROTOCOL = 99;

    @TempDir Path directory;

    private Path secret = Path.of("");

    @SuppressWarnings("NullAway.Init") // started before each test
    private Process server;

    @SuppressWarnings("NullAway.Init")
    private PeerHost host;

    @BeforeEach
    void start() throws IOException {
        secret = Files.writeString(directory.resolve("secret"), SECRET);
        server =
                new ProcessBuilder(
                                PeerOptions.defaults()
                                        .command(
                                                PeerServer.class,
                                                List.of(
                                                        "--listen",
                                                        "127.0.0.1:0",
                                                        "--secret",
                                                        secret.toString())))
                        .start();
        BufferedReader said = server.errorReader(StandardCharsets.UTF_8);
        String first = said.readLine();
        assertThat(first).contains(LISTENS);
        String place = first.substring(first.indexOf(LISTENS) + LISTENS.length());
        host = PeerHost.of(place, secret.toString(), "first");
        Thread.ofPlatform().daemon().start(() -> said.lines().forEach(System.out::println));
    }

    @AfterEach
    void end() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    private PeerHost named(String kit) {
        return new PeerHost(host.address(), secret, kit);
    }

    private Process kit(String rules, String... vmArguments) throws IOException {
        List<String> arguments =
                List.of(
                        "--rules",
                        rules,
                        "--sample",
                        "1",
                        "--peer",
                        host.toString(),
                        "--peer-secret",
                        secret.toString(),
                        "--out",
                        directory.resolve("kit").toString());
        return new ProcessBuilder(
                        PeerOptions.defaults().with(vmArguments).command(Kit.class, arguments))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("kit.log").toFile())
                .start();
    }

    private String said() throws IOException {
        return Files.readString(directory.resolve("kit.log"));
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            assertThat(System.nanoTime() - start).isLessThan(Bound.START.nanos());
            Thread.sleep(10);
        }
    }

    private static void requireRefused(PeerHost by, String reason) {
        assertThatThrownBy(by::reserve)
                .isInstanceOf(PeerException.class)
                .hasMessageContaining(by.toString())
                .hasMessageContaining(reason);
    }

    // ---- working together

    @Test
    void shouldServeAKitInAnotherProcessThatKillsItsPeerToo() throws Exception {
        Process kit = kit("CON-01,DIS-11,ERR-01");

        assertThat(kit.waitFor()).as(said()).isZero();
        assertThat(said()).contains("3 rules, 3 trials").doesNotContain("NOT_APPLICABLE");
        await(() -> server.descendants().findAny().isEmpty());
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void shouldServeAnotherKitAfterOneThatWasKilled() throws Exception {
        Process kit = kit("CON-*");
        await(() -> server.descendants().findAny().isPresent());
        List<ProcessHandle> workers = new ArrayList<>(kit.descendants().toList());
        requireRefused(host, "another kit is being served");

        kit.destroyForcibly().waitFor();

        for (ProcessHandle worker : workers) {
            worker.onExit().get(Bound.EVENT.millis(), TimeUnit.MILLISECONDS);
        }
        await(() -> server.descendants().findAny().isEmpty());
        host.reserve().close();
    }

    @Test
    void shouldTellTheKitThatThePeerIsGone() throws Exception {
        PeerPlace place = new PeerPlace("soft:iwarp", PeerOptions.defaults(), host, Map.of());
        try (PeerProcess peer = PeerProcess.start(place, new Pump())) {
            peer.ping();
            List<ProcessHandle> processes = new ArrayList<>(server.descendants().toList());

            server.destroyForcibly().waitFor();

            assertThatThrownBy(peer::ping)
                    .isInstanceOf(PeerException.class)
                    .hasMessageContaining("gone");
            assertThat(processes).hasSize(1);
            processes.getFirst().onExit().get(Bound.EVENT.millis(), TimeUnit.MILLISECONDS);
        }
        requireRefused(host, "Connection refused");
    }

    // ---- one kit at a time, and none without the secret

    @Test
    void shouldServeOneKitAtATime() throws Exception {
        try (PeerHost.Reservation _ = host.reserve();
                Socket _ = host.connect(PeerHost.FOR_RESERVATION, Map.of())) {
            requireRefused(named("second"), "another kit is being served");
        }
        await(
                () -> {
                    try (PeerHost.Reservation _ = named("second").reserve()) {
                        return true;
                    } catch (PeerException _) {
                        return false; // the end of the first has not got there
                    }
                });
    }

    @Test
    void shouldRefuseAKitWithoutTheSecret() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "guess");

        requireRefused(new PeerHost(host.address(), null, "x"), "the secret is another one");
        requireRefused(new PeerHost(host.address(), other, "x"), "the secret is another one");
    }

    @Test
    void shouldNotListenToOtherHostsWithoutASecret() {
        assertThatThrownBy(
                        () ->
                                PeerServer.open(
                                        new InetSocketAddress("0.0.0.0", 0),
                                        null,
                                        new PrintStream(OutputStream.nullOutputStream())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give a secret");
    }

    // ---- who does not fit

    @Test
    void shouldNameBothVersionsWhereTheyDiffer() throws Exception {
        try (Socket socket = new Socket()) {
            socket.connect(host.address());
            Greeting.hear(socket.getInputStream(), Greeting.PEER);
            Greeting.say(
                    socket.getOutputStream(),
                    new Message(Greeting.KIT)
                            .with("protocol", OTHER_PROTOCOL)
                            .with("version", "9.9")
                            .with("name", "x")
                            .with("proof", "x")
                            .with("for", PeerHost.FOR_PEER));
            Message answer = Greeting.hear(socket.getInputStream(), Greeting.REFUSED);
            assertThat(answer.text("text"))
                    .contains("the kit is version 9.9 with protocol 99")
                    .contains("this is version " + Greeting.version() + " with protocol 1");
        }
        withServerThatSays(
                new Message(Greeting.PEER).with("protocol", OTHER_PROTOCOL).encode() + "\n",
                other -> requireRefused(other, "the peer is version unknown with protocol 99"));
    }

    @Test
    void shouldTellThatSomethingElseListensThere() throws Exception {
        withServerThatSays(
                "220 mail.example.com ready\n",
                other -> requireRefused(other, "it does not speak the protocol of this kit"));
    }

    @Test
    void shouldTellThatThePeerDoesNotAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            host = new PeerHost((InetSocketAddress) silent.getLocalSocketAddress(), null, "x");

            Process kit = kit("CON-01", "-D" + Bound.SHORTER_PROPERTY + "COMMAND=200");

            assertThat(kit.waitFor()).isEqualTo(2);
            assertThat(said()).contains("the peer at " + host + ": it does not answer within 200");
        }
    }

    private static void withServerThatSays(String line, Consumer<PeerHost> kit) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread speaker =
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        try (Socket socket = other.accept()) {
                                            socket.getOutputStream()
                                                    .write(line.getBytes(StandardCharsets.UTF_8));
                                            socket.getInputStream().read();
                                        } catch (IOException _) {
                                            // The kit shows what came of it.
                                        }
                                    });
            kit.accept(new PeerHost((InetSocketAddress) other.getLocalSocketAddress(), null, "x"));
            speaker.join();
        }
    }
}
