package org.jdapl.examples.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdapl.examples.verbs.pingpong.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ping-pongs against the C programs, on queue pairs that both sides bring up by hand. */
@InLab
class PingPongTest {
    private static final int PORT = 18515;
    private static final String ROUNDS = "200";

    @ParameterizedTest
    @ValueSource(strings = {"rc", "uc", "ud", "srq", "rc -e", "srq -e", "rc -s 65536 -m 256"})
    void shouldPlayWithTheCServer(String game) throws Exception {
        try (CPeer server = CPeer.start(program(game), arguments(game))) {
            CPeer.awaitTcp(PORT);
            JavaSide client = JavaSide.start(Main::run, kindAnd(game, "127.0.0.1"));

            assertThat(client.succeeded()).contains(ROUNDS + " iters in ");
            assertThat(server.succeeded()).contains(ROUNDS + " iters in ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc", "uc", "ud", "srq", "rc -e", "srq -e"})
    void shouldPlayWithTheCClient(String game) throws Exception {
        JavaSide server = JavaSide.start(Main::run, kindAnd(game));
        CPeer.awaitTcp(PORT);
        try (CPeer client = CPeer.start(program(game), with(arguments(game), "127.0.0.1"))) {
            assertThat(client.succeeded()).contains(ROUNDS + " iters in ");
        }
        assertThat(server.succeeded()).contains(ROUNDS + " iters in ");
    }

    @Test
    void shouldSayThatIwarpHasNoDatagrams() throws Exception {
        JavaSide side = JavaSide.start(Main::run, "ud", "-d", "siw0", "-g", "0");

        assertThat(side.failed()).contains("ibv_create_qp: not supported (EOPNOTSUPP)");
    }

    private static String program(String game) {
        return "ibv_" + game.split(" ", -1)[0] + "_pingpong";
    }

    /** What both programs are told: the device, its IPv4 GID, the rounds, and the game's own. */
    private static String[] arguments(String game) {
        List<String> all = new ArrayList<>(List.of("-d", "rxe0", "-g", "1", "-n", ROUNDS));
        all.addAll(Arrays.asList(game.split(" ", -1)).subList(1, game.split(" ", -1).length));
        return all.toArray(String[]::new);
    }

    private static String[] kindAnd(String game, String... more) {
        return with(with(new String[] {game.split(" ", -1)[0]}, arguments(game)), more);
    }

    private static String[] with(String[] first, String... second) {
        String[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
