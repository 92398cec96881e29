package org.jdapl.examples.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Runs the client and the server with credits. */
class RequestsTest {

    @Test
    void shouldAnswerAllRequests() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        Main.run("soft:iwarp", 200, new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("200 answers, with 16 receives at each side");
    }
}
