package org.jdapl.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/**
 * A page of the site.
 *
 * @param source its Markdown, from the top of the repository
 * @param target its HTML, from the top of the site
 * @param title its first heading
 * @param document what it says
 * @param anchors the names of its headings
 */
record Page(Path source, Path target, String title, Node document, Set<String> anchors) {

    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    static Page read(Path root, Path source) throws IOException {
        Node document = Markdown.parse(Files.readString(root.resolve(source)));
        Set<String> anchors =
                ID.matcher(Markdown.html(document))
                        .results()
                        .map((MatchResult id) -> id.group(1))
                        .collect(Collectors.toSet());
        return new Page(source, target(source), title(document, source), document, anchors);
    }

    /** {@code docs} is the top of the site, and a folder's README its index. */
    private static Path target(Path source) {
        String path = Site.slashes(source).replaceFirst("^docs/", "");
        return Path.of(
                path.replaceFirst("(?<=^|/)README\\.md$", "index.md")
                        .replaceFirst("\\.md$", ".html"));
    }

    private static String title(Node document, Path source) {
        StringBuilder title = new StringBuilder();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Heading heading) {
                        if (title.isEmpty()) {
                            title.append(Markdown.plain(heading));
                        }
                    }
                });
        if (title.isEmpty()) {
            throw new IllegalArgumentException(source + " has no heading");
        }
        return title.toString();
    }
}
