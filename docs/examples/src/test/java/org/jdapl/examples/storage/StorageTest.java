package org.jdapl.examples.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Runs the store of blocks. */
class StorageTest {

    @Test
    void shouldStoreAndFetchThroughWindows() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        Main.run("soft:iwarp", 8, new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo(
                        "8 blocks stored and fetched, 16 windows closed by the server's answers");
    }
}
