package org.jdapl.examples.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.examples.datagrams.Main;
import org.junit.jupiter.api.Test;

/**
 * Datagrams and multicast on the consumer API against the C programs {@code udaddy} and {@code
 * mckey}.
 */
@InLab
class DatagramPeersTest {
    private static final String RXE = "10.77.1.1";
    private static final String SIW = "10.77.2.1";
    private static final String GROUP = "239.77.1.10";
    private static final String DONE = "data transfers complete\n";
    private static final String GOOD = "return status 0\n";

    @Test
    void shouldLookUpAndSendToTheCService() throws Exception {
        try (CPeer service = CPeer.start("udaddy", "-b", RXE, "-c", "2")) {
            service.awaitListening("UDP", 7174);
            JavaSide client = JavaSide.start(Main::run, "udaddy", "-s", RXE, "-c", "2");

            assertThat(client.succeeded()).endsWith(DONE);
            assertThat(service.succeeded()).contains(DONE).endsWith(GOOD);
        }
    }

    @Test
    void shouldAnswerTheCClient() throws Exception {
        JavaSide service = JavaSide.start(Main::run, "udaddy", "-c", "2");
        service.awaitLine("listening on");
        try (CPeer client = CPeer.start("udaddy", "-s", RXE, "-c", "2")) {
            assertThat(client.succeeded()).contains(DONE).endsWith(GOOD);
        }
        assertThat(service.succeeded()).endsWith(DONE);
    }

    @Test
    void shouldReceiveWhatTheCProgramSendsToAGroup() throws Exception {
        JavaSide receiver = JavaSide.start(Main::run, "mckey", "-m", GROUP);
        receiver.awaitLine("joined");
        try (CPeer sender = CPeer.start("mckey", "-m", GROUP, "-b", RXE, "-s")) {
            assertThat(sender.succeeded()).contains(DONE).endsWith(GOOD);
        }
        assertThat(receiver.succeeded()).endsWith(DONE);
    }

    @Test
    void shouldSendToAGroupThatTheCProgramIsIn() throws Exception {
        try (CPeer receiver = CPeer.start("mckey", "-m", GROUP, "-b", RXE)) {
            receiver.awaitLine("joined dgid");
            JavaSide sender = JavaSide.start(Main::run, "mckey", "-m", GROUP, "-w");

            assertThat(sender.succeeded()).endsWith(DONE);
            assertThat(receiver.succeeded()).contains(DONE).endsWith(GOOD);
        }
    }

    @Test
    void shouldSayThatIwarpHasNoDatagrams() throws Exception {
        JavaSide side = JavaSide.start(Main::run, "udaddy", "-d", "iwarp:siw0", "-s", SIW);

        assertThat(side.failed())
                .contains("iwarp:siw0 does not have the capability UNRELIABLE_DATAGRAM");
    }
}
