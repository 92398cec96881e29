package org.jdapl.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The version says which interface it is: each has its listing, docs/decisions/0018. */
class InterfaceTest {

    private static final String LISTING = "interface-" + SpiVersion.CURRENT + ".txt";
    private static final Path COMMITTED = Path.of("src", "test", "resources", LISTING);
    private static final Path NOW = Path.of("target", LISTING);

    @Test
    void shouldBeWhatTheVersionWasGivenTo() throws Exception {
        List<String> now = new ArrayList<>(List.of("SPI " + SpiVersion.CURRENT));
        now.addAll(InterfaceListing.lines());
        Files.write(NOW, now);

        assertThat(Files.readAllLines(COMMITTED))
                .as(
                        "What providers are compiled against has changed. Consider"
                                + " SpiVersion.CURRENT by docs/decisions/0018, then copy"
                                + " provider-spi/%s to provider-spi/%s",
                        NOW, COMMITTED)
                .isEqualTo(now);
    }

    @Test
    void shouldTellWhatAProviderMustImplementFromWhatItMay() throws Exception {
        assertThat(InterfaceListing.lines())
                .contains(
                        "    public abstract int org.jdapl.spi.Adapter.progress()",
                        "    public default void org.jdapl.spi.QueuePair.reset()");
    }
}
