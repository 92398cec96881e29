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
 * @param script what is started, from the top of the repository
 * @param arguments what it is given, without quotation marks
 */
record PageCommand(String page, int line, String script, List<String> arguments) {

    private static final String FENCE = "```";
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#\\s.*");
    private static final Pattern START =
            Pattern.compile(
                    "(?<![\\w./(-])(?:\\./)?(jdapl|etc/[a-z0-9-]+|\\.ci/run|conformance/lab/[\\w./-]+)(?=[\\s\")]|$)");
    private static final Pattern END = Pattern.compile("&&|[|;&]|\\)(?=\\s|\"|/|$)");
    private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

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
                    add(found, page, i + 1, span.group(1));
                }
            } else if (block.isEmpty() || block.equals("sh")) {
                add(found, page, i + 1, COMMENT.matcher(line).replaceAll(""));
            }
        }
        return found;
    }

    private static void add(List<PageCommand> found, String page, int line, String code) {
        Matcher start = START.matcher(code);
        while (start.find()) {
            found.add(
                    new PageCommand(
                            page, line, start.group(1), arguments(code.substring(start.end()))));
        }
    }

    private static List<String> arguments(String rest) {
        List<String> arguments = new ArrayList<>();
        Matcher argument = ARGUMENT.matcher(rest);
        while (argument.find()) {
            if (argument.group(3) == null) {
                arguments.add(
                        argument.group(1) == null ? argument.group(2) : argument.group(1));
                continue;
            }
            Matcher end = END.matcher(argument.group(3));
            if (end.find()) {
                if (end.start() > 0) {
                    arguments.add(argument.group(3).substring(0, end.start()));
                }
                break;
            }
            arguments.add(argument.group(3));
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
