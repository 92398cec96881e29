package org.jdapl.examples.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Runs the counter and its clients. */
class CounterTest {

    @Test
    void shouldGiveEveryNumberOnce() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        Main.run("soft:iwarp", 3, 40, new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo("120 numbers drawn, each once; the counter is at 120");
    }
}
