package org.jdapl.examples.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.examples.verbs.cmatose.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ucmatose}, {@code udaddy} and {@code mckey} against the C programs. */
@InLab
class CmPeersTest {
    private static final String RXE = "10.77.1.1";
    private static final String GROUP = "239.77.1.9";
    private static final String DONE = "data transfers complete\n";
    private static final String GOOD = "return status 0\n";

    @ParameterizedTest
    @CsvSource({"10.77.1.1,-c 3 -C 10 -S 200", "10.77.2.1,-c 3 -C 10 -S 200", "10.77.1.1,-m"})
    void shouldConnectToTheCServer(String host, String options) throws Exception {
        try (CPeer server = CPeer.start("ucmatose", ("-b " + host + " " + options).split(" "))) {
            server.awaitListening("TCP", 7471);
            JavaSide client = JavaSide.start(Main::run, ("-s " + host + " " + options).split(" "));

            assertThat(client.succeeded()).contains(DONE).endsWith("test complete\n");
            assertThat(server.succeeded()).contains(DONE).endsWith(GOOD);
        }
    }

    @ParameterizedTest
    @CsvSource({"10.77.1.1,-c 3 -C 10 -S 200", "10.77.2.1,-c 3 -C 10 -S 200", "10.77.1.1,-m"})
    void shouldServeTheCClient(String host, String options) throws Exception {
        JavaSide server = JavaSide.start(Main::run, ("-b " + host + " " + options).split(" "));
        server.awaitLine("listening on port 7471");
        try (CPeer client = CPeer.start("ucmatose", ("-s " + host + " " + options).split(" "))) {
            assertThat(client.succeeded()).contains(DONE).endsWith(GOOD);
        }
        assertThat(server.succeeded()).contains(DONE).endsWith("test complete\n");
    }

    @Test
    void shouldSendDatagramsToTheCServer() throws Exception {
        try (CPeer server = CPeer.start("udaddy", "-b", RXE, "-c", "2")) {
            server.awaitListening("UDP", 7174);
            JavaSide client =
                    JavaSide.start(org.jdapl.examples.verbs.udaddy.Main::run, "-s", RXE, "-c", "2");

            assertThat(client.succeeded()).contains(DONE).endsWith("test complete\n");
            assertThat(server.succeeded()).contains(DONE).endsWith(GOOD);
        }
    }

    @Test
    void shouldAnswerDatagramsOfTheCClient() throws Exception {
        JavaSide server =
                JavaSide.start(org.jdapl.examples.verbs.udaddy.Main::run, "-b", RXE, "-c", "2");
        server.awaitLine("listening on port 7174");
        try (CPeer client = CPeer.start("udaddy", "-s", RXE, "-c", "2")) {
            assertThat(client.succeeded()).contains(DONE).endsWith(GOOD);
        }
        assertThat(server.succeeded()).contains(DONE).endsWith("test complete\n");
    }

    @Test
    void shouldSendToAGroupThatTheCProgramIsIn() throws Exception {
        try (CPeer receiver = CPeer.start("mckey", "-m", GROUP, "-b", RXE)) {
            receiver.awaitLine("joined dgid");
            JavaSide sender =
                    JavaSide.start(
                            org.jdapl.examples.verbs.mckey.Main::run, "-m", GROUP, "-b", RXE, "-s");

            assertThat(sender.succeeded()).contains(DONE).endsWith("test complete\n");
            assertThat(receiver.succeeded()).contains(DONE).endsWith(GOOD);
        }
    }

    @Test
    void shouldReceiveFromAGroupThatTheCProgramSendsTo() throws Exception {
        JavaSide receiver =
                JavaSide.start(org.jdapl.examples.verbs.mckey.Main::run, "-m", GROUP, "-b", RXE);
        receiver.awaitLine("joined dgid");
        try (CPeer sender = CPeer.start("mckey", "-m", GROUP, "-b", RXE, "-s")) {
            assertThat(sender.succeeded()).contains(DONE).endsWith(GOOD);
        }
        assertThat(receiver.succeeded()).contains(DONE).endsWith("test complete\n");
    }
}
