package org.jdapl.examples.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.examples.verbs.rping.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code rping} against the C program. */
@InLab
class RpingTest {
    private static final int PORT = 7174;
    private static final String RXE = "10.77.1.1";
    private static final String SIW = "10.77.2.1";

    /** The data of the second ping of 64 bytes. */
    private static final String SECOND =
            "rdma-ping-1: BCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrs";

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW, RXE + " -q"})
    void shouldPingTheCServer(String where) throws Exception {
        String[] address = where.split(" ", 2);
        String[] own = address.length == 2 ? new String[] {"-q"} : new String[0];
        try (CPeer server = CPeer.start("rping", with(own, "-s", "-a", address[0], "-v"))) {
            server.awaitListening("TCP", PORT);
            JavaSide client =
                    JavaSide.start(
                            Main::run, with(own, "-c", "-a", address[0], "-C", "3", "-v", "-V"));

            assertThat(client.succeeded()).contains("ping data: " + SECOND + "\n");
            assertThat(server.succeeded()).contains("server ping data: " + SECOND + "\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RXE, SIW, RXE + " -q"})
    void shouldAnswerTheCClient(String where) throws Exception {
        String[] address = where.split(" ", 2);
        String[] own = address.length == 2 ? new String[] {"-q"} : new String[0];
        JavaSide server = JavaSide.start(Main::run, with(own, "-s", "-a", address[0], "-v"));
        server.awaitLine("listening on port " + PORT);
        try (CPeer client =
                CPeer.start("rping", with(own, "-c", "-a", address[0], "-C", "3", "-v", "-V"))) {
            assertThat(client.succeeded()).contains("ping data: " + SECOND + "\n");
        }
        assertThat(server.succeeded()).contains("server ping data: " + SECOND + "\n");
    }

    @Test
    void shouldServeClientAfterClient() throws Exception {
        JavaSide server = JavaSide.start(Main::run, "-s", "-a", RXE, "-P", "-v", "-S", "5000");
        server.awaitLine("listening on port " + PORT);
        try (CPeer first = CPeer.start("rping", "-c", "-a", RXE, "-C", "5", "-V", "-S", "5000");
                CPeer second = CPeer.start("rping", "-c", "-a", RXE, "-C", "5", "-V")) {
            first.succeeded();
            second.succeeded();
        }
        assertThat(server.interrupted().split("rdma-ping-4: ", -1)).hasSize(3);
    }

    private static String[] with(String[] more, String... arguments) {
        String[] all = new String[arguments.length + more.length];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return all;
    }
}
