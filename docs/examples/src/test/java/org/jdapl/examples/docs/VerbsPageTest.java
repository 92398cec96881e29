package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the page on verbs calls by a Java name has to be there. */
class VerbsPageTest {
    private static final Pattern CODE =
            Pattern.compile("`([A-Z][A-Za-z]+)(?:\\.([a-z][A-Za-z]+))?`");
    private static final Set<String> NOT_OURS = Set.of("IOException");
    private static final List<String> PACKAGES =
            List.of(
                    "org.jdapl.verbs.",
                    "org.jdapl.verbs.cm.",
                    "org.jdapl.verbs.umad.",
                    "org.jdapl.verbs.error.",
                    "org.jdapl.verbs.diagnosis.");

    @Test
    void shouldNameWhatIsThere() throws Exception {
        String page = Files.readString(Path.of("..", "verbs.md"));
        String table = page.substring(0, page.indexOf("## When it does not work"));
        Set<String> seen = new TreeSet<>();
        Set<String> unknown = new TreeSet<>();
        Matcher code = CODE.matcher(table);
        while (code.find()) {
            if (NOT_OURS.contains(code.group(1))) {
                continue;
            }
            seen.add(code.group());
            if (!isThere(code.group(1), code.group(2))) {
                unknown.add(code.group());
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(seen).hasSizeGreaterThan(60);
    }

    @Test
    void shouldNotKnowWhatIsNotThere() {
        assertThat(isThere("QueuePair", "postSend")).isTrue();
        assertThat(isThere("QueuePair", "postSends")).isFalse();
        assertThat(isThere("QueuePairs", null)).isFalse();
    }

    private static boolean isThere(String type, @Nullable String member) {
        List<Class<?>> found = new ArrayList<>();
        for (String prefix : PACKAGES) {
            try {
                found.add(Class.forName(prefix + type));
            } catch (ClassNotFoundException e) {
                // In another package, then.
            }
        }
        return found.stream()
                .anyMatch(
                        one ->
                                member == null
                                        || Arrays.stream(one.getMethods())
                                                .anyMatch(m -> m.getName().equals(member)));
    }
}
