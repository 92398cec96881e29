package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;

/** Waivers are read as they are written, and ours are in order. */
class WaiversTest {

    private static final String BLOCK =
            """
            # A comment.
            adapter: ib:rxe*
            versions: 6.1 .. 6.12
            rule: XX-01
            shows: came out as SUCCESS
            reason: It does not look:
              at all.
            link: https://example.org/1
            expires: 2027-12-31
            """;

    @Test
    void shouldReadEveryFieldAndEveryBlock() {
        List<Waiver> waivers =
                Waivers.read("\n" + BLOCK + "\n\n" + BLOCK.replace("XX-01", "XX-02") + "# End.");

        assertThat(waivers).extracting(Waiver::rule).containsExactly("XX-01", "XX-02");
        assertThat(waivers.getFirst())
                .isEqualTo(
                        new Waiver(
                                "ib:rxe*",
                                new VersionRange("6.1", "6.12"),
                                "XX-01",
                                "came out as SUCCESS",
                                "It does not look: at all.",
                                "https://example.org/1",
                                LocalDate.of(2027, 12, 31)));
    }

    @Test
    void shouldNameTheLineOfWhatIsWrong() {
        assertWrong(BLOCK.replace("link:", "lnk:"), "line 8: no field: lnk: https");
        assertWrong(BLOCK + "rule: XX-02", "line 10: there twice: rule");
        assertWrong("\n" + BLOCK.replaceAll("(?m)^shows.*\n", ""), "line 2: missing [shows]");
        assertWrong(BLOCK.replaceAll("shows:.*", "shows:"), "line 1: shows is blank");
        assertWrong(BLOCK.replace("2027-12-31", "next year"), "line 1: Text 'next year'");
        assertWrong(BLOCK.replace("6.12", "6.0"), "line 1: lowest=6.1 highest=6.0");
    }

    private static void assertWrong(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Waivers.read(text))
                .withMessageContaining(message);
    }

    @Test
    void shouldBeAboutTheAdaptersAndVersionsThatTheyName() {
        Waiver waiver = Waivers.read(BLOCK).getFirst();
        assertThat(waiver.isAbout("ib:rxe0", "6.1.0-25-amd64")).isTrue();
        assertThat(waiver.isAbout("ib:rxe0", "6.13.1")).isFalse();
        assertThat(waiver.isAbout("ib:mlx5_0", "6.1.0-25-amd64")).isFalse();

        Waiver exact = Waivers.read(BLOCK.replace("rxe*", "rxe0")).getFirst();
        assertThat(exact.isAbout("ib:rxe0", "6.1")).isTrue();
        assertThat(exact.isAbout("ib:rxe01", "6.1")).isFalse();
    }

    @Test
    void shouldNameRulesThatThereAreAndPagesThatThereAre() {
        for (Waiver waiver : Waivers.installed()) {
            assertThat(StandardRules.catalogue().test(waiver.rule()).rule().id())
                    .isEqualTo(waiver.rule());
            assertThat(Files.exists(Path.of("..").resolve(waiver.link().split("#", -1)[0])))
                    .as(waiver.toString())
                    .isTrue();
        }
        assertThat(Waivers.installed()).doesNotHaveDuplicates().isNotEmpty();
    }
}
