package org.jdapl.examples.sharedreceives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Runs the server with shared receives, and its clients. */
class SharedReceivesTest {

    @Test
    void shouldAnswerEveryMessageFromOneQueue() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        Main.run("soft:iwarp", 6, 30, new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("6 clients, 180 messages, 12 receives for all of them");
    }
}
