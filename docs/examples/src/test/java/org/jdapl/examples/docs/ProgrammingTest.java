package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.data.Capability;
import org.junit.jupiter.api.Test;

/** Holds what {@code docs/programming.md} says of an adapter to that adapter. */
class ProgrammingTest {

    @Test
    void shouldSayWhatTheSoftwareAdapterCanDo() {
        List<List<String>> rows =
                Page.of("docs/programming.md").section("What an adapter can do").rows();
        Set<Capability> said = EnumSet.noneOf(Capability.class);
        Set<Capability> denied = EnumSet.noneOf(Capability.class);
        for (List<String> row : rows) {
            Page.code(row.getFirst())
                    .map(Capability::valueOf)
                    .forEach(row.get(2).equals("no") ? denied::add : said::add);
        }
        if (!System.getProperty("os.name").equals("Linux")) {
            said.remove(Capability.NOTIFICATION_DESCRIPTOR);
        }
        try (InterfaceAdapter adapter = Jdapl.open("soft:iwarp")) {
            assertThat(adapter.attributes().capabilities())
                    .isNotEmpty()
                    .containsAll(said)
                    .doesNotContainAnyElementsOf(denied);
        }
        assertThat(said).isNotEmpty();
        assertThat(denied).isNotEmpty();
    }
}
