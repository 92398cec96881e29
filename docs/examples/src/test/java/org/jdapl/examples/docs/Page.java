package org.jdapl.examples.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param path where it is, from the top of the repository
 * @param text what it says
 */
record Page(String path, String text) {

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern TYPE_OR_MEMBER =
            Pattern.compile("[A-Z][A-Za-z]*[a-z][A-Za-z]*(\\.\\w+)*");

    static Page of(String path) {
        try {
            return new Page(path, Files.readString(Path.of("..", "..").resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The part below a heading of the second level, up to the next one. */
    Page section(String heading) {
        Matcher m =
                Pattern.compile("(?ms)^## " + Pattern.quote(heading) + "$(.*?)(?=^## |\\z)")
                        .matcher(text);
        if (!m.find()) {
            throw new IllegalArgumentException(path + " has no section " + heading);
        }
        return new Page(path + ", " + heading, m.group(1));
    }

    /** The rows of all tables but their heads, as cells. */
    List<List<String>> rows() {
        List<String> lines = text.lines().toList();
        return java.util.stream.IntStream.range(0, lines.size())
                .filter(i -> isRow(lines.get(i)) && !lines.get(i).startsWith("|---"))
                .filter(i -> i + 1 == lines.size() || !lines.get(i + 1).startsWith("|---"))
                .mapToObj(i -> cells(lines.get(i)))
                .toList();
    }

    /** What stands outside of tables and blocks of code. */
    String prose() {
        return BLOCK.matcher(text)
                .replaceAll("")
                .lines()
                .filter(l -> !isRow(l))
                .reduce("", (a, b) -> a + b + "\n");
    }

    /** The blocks of one language. */
    List<String> blocks(String language) {
        return BLOCK.matcher(text)
                .results()
                .filter(m -> m.group(1).equals(language))
                .map(m -> m.group(2))
                .toList();
    }

    private static boolean isRow(String line) {
        return line.startsWith("|");
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1).split("\\|", -1)).map(String::strip).toList();
    }

    /** Pieces of code in a text. */
    static Stream<String> code(String text) {
        return CODE.matcher(text).results().map(m -> m.group(1));
    }

    /** Pieces of code that look like the name of a type or of a member of one. */
    static Stream<String> names(String text) {
        return code(text).filter(c -> TYPE_OR_MEMBER.matcher(c).matches());
    }
}
