package org.jdapl.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of the repository's own that a page shows, in its text or in a block of commands.
 *
 * @param page the page
 * @param line where on it
 * @param mention whether it stands in a sentence, and may lack what the command needs
 * @param byShell whether a shell is told to run it, so that it need not be executable
 * @param script what is started, from the top of the repository
 * @param arguments what it is given, without quotation marks
 */
record PageCommand(
        String page,
        int line,
        boolean mention,
        boolean byShell,
        String script,
        List<String> arguments) {

    private static final String FENCE = "```";
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#\\s.*");
    private static final Pattern START =
            Pattern.compile(
                    "(?<![\\w./-])(bash"
                            + " )?(?:\\./)?(jdapl|etc/[a-z0-9-]+|\\.ci/run|conformance/lab/[\\w./-]+)(?=[\\s\")]|$)");
    private static final Pattern END = Pattern.compile("&&|[|;&]|\\)(?=\\s|\"|/|$)");
    private static final Pattern ARGUMENT = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

    /** All that a page shows. */
    static List<PageCommand> of(String page, String text) {
        List<PageCommand> found = new ArrayList<>();
        List<String> lines = text.lines().toList();
        String block = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(FENCE)) {
                block = block == null ? line.substring(FENCE.length()) : null;
            } else if (block == null) {
                Matcher span = SPAN.matcher(line);
                while (span.find()) {
                    add(found, page, i + 1, true, span.group(1));
                }
            } else if (block.isEmpty() || block.equals("sh")) {
                add(found, page, i + 1, false, COMMENT.matcher(line).replaceAll(""));
            }
        }
        return found;
    }

    private static void add(
            List<PageCommand> found, String page, int line, boolean mention, String code) {
        Matcher start = START.matcher(code);
        while (start.find()) {
            found.add(
                    new PageCommand(
                            page,
                            line,
                            mention,
                            start.group(1) != null,
                            start.group(2),
                            arguments(code.substring(start.end()))));
        }
    }

    private static List<String> arguments(String rest) {
        List<String> arguments = new ArrayList<>();
        if (rest.startsWith(")")) {
            return arguments;
        }
        Matcher argument = ARGUMENT.matcher(rest);
        while (argument.find()) {
            String word = argument.group();
            String bare = word.replaceAll("['\"]", "");
            Matcher end = END.matcher(word);
            if (!bare.equals(word) || !end.find()) {
                arguments.add(bare);
                continue;
            }
            if (end.start() > 0) {
                arguments.add(word.substring(0, end.start()));
            }
            break;
        }
        return arguments;
    }

    /** What is meant for the script itself: what stands behind two dashes is another program's. */
    List<String> own() {
        int end = arguments.indexOf("--");
        return end < 0 ? arguments : arguments.subList(0, end);
    }

    @Override
    public String toString() {
        return page + ":" + line + ": " + script + " " + String.join(" ", arguments);
    }
}
