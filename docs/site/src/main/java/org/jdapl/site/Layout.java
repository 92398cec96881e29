package org.jdapl.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What stands around each page: the contents beside it, the way to the pages before and after it.
 */
final class Layout {

    private final Contents contents;
    private final List<Page> order;
    private final Map<Path, Page> pages;
    private final boolean withApi;

    /**
     * @param contents what the list beside each page shows
     * @param order all pages, in reading order, from the index on
     * @param withApi whether the site has javadoc
     */
    Layout(Contents contents, List<Page> order, boolean withApi) {
        this.contents = contents;
        this.order = order;
        this.pages = order.stream().collect(Collectors.toMap(Page::source, p -> p));
        this.withApi = withApi;
    }

    /** A page of the reading order. */
    String page(Page page) {
        int at = order.indexOf(page);
        String turn =
                "<nav class=\"turn\" aria-label=\"Pages\">"
                        + (at > 0 ? turn(page, order.get(at - 1), "prev") : "<span></span>")
                        + (at + 1 < order.size() ? turn(page, order.get(at + 1), "next") : "")
                        + "</nav>\n";
        return framed(page.target(), page.title(), Markdown.html(page.document()), turn, page);
    }

    /** A page beside the order. */
    String page(Path target, String title, String body) {
        return framed(target, title, body, "", null);
    }

    private String framed(
            Path target, String title, String body, String turn, @Nullable Page here) {
        return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%1$s - JDAPL</title>
        <link rel="stylesheet" href="%2$s">
        </head>
        <body>
        <header><a href="%3$s">JDAPL</a><a class="to-contents" href="#contents">Contents</a></header>
        <div class="frame">
        <main>
        %4$s%5$s</main>
        <nav id="contents" aria-label="Contents">
        %6$s</nav>
        </div>
        </body>
        </html>
        """
                .formatted(
                        Markdown.escaped(title),
                        Site.between(target, Site.STYLE),
                        Site.between(target, order.getFirst().target()),
                        body,
                        turn,
                        list(target, here));
    }

    private static String turn(Page from, Page to, String relation) {
        return "<a rel=\"%s\" href=\"%s\">%s</a>"
                .formatted(
                        relation,
                        Site.between(from.target(), to.target()),
                        Markdown.escaped(to.title()));
    }

    private String list(Path target, @Nullable Page here) {
        StringBuilder list = new StringBuilder();
        for (Contents.Section section : contents.sections()) {
            list.append("<p>").append(Markdown.escaped(section.title())).append("</p>\n<ul>\n");
            for (Contents.Entry entry : section.entries()) {
                Page page = Objects.requireNonNull(pages.get(entry.source()));
                list.append(item(target, page.target(), entry.title(), page.equals(here)));
            }
            list.append("</ul>\n");
        }
        if (withApi) {
            list.append("<p>Reference</p>\n<ul>\n")
                    .append(item(target, Site.API, "API (javadoc)", false))
                    .append("</ul>\n");
        }
        return list.toString();
    }

    private static String item(Path from, Path to, String title, boolean here) {
        return "<li><a href=\"%s\"%s>%s</a></li>\n"
                .formatted(
                        Site.between(from, to),
                        here ? " aria-current=\"page\"" : "",
                        Markdown.escaped(title));
    }
}
