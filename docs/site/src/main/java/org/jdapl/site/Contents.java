package org.jdapl.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;

/**
 * The pages in reading order, as a page of contents lists them: the first cell of each row of its
 * tables is a link to a page, the headings above are the sections.
 *
 * @param sections in reading order
 */
record Contents(List<Section> sections) {

    /**
     * @param title the heading
     * @param entries its pages
     */
    record Section(String title, List<Entry> entries) {}

    /**
     * @param title the text of the link
     * @param source the page, from the top of the repository
     */
    record Entry(String title, Path source) {}

    static Contents of(Page page) {
        List<Section> sections = new ArrayList<>();
        Path folder = Site.folder(page.source());
        page.document()
                .accept(
                        new AbstractVisitor() {
                            @Override
                            public void visit(Heading heading) {
                                sections.add(
                                        new Section(Markdown.plain(heading), new ArrayList<>()));
                            }

                            @Override
                            public void visit(CustomNode node) {
                                boolean first =
                                        node instanceof TableCell && node.getPrevious() == null;
                                if (first && node.getFirstChild() instanceof Link link) {
                                    Path source = folder.resolve(link.getDestination()).normalize();
                                    sections.getLast()
                                            .entries()
                                            .add(new Entry(Markdown.plain(link), source));
                                } else {
                                    visitChildren(node);
                                }
                            }
                        });
        return new Contents(sections.stream().filter(s -> !s.entries().isEmpty()).toList());
    }

    List<Path> sources() {
        return sections.stream().flatMap(s -> s.entries().stream()).map(Entry::source).toList();
    }
}
