package org.jdapl.site;

import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** The kind of Markdown that the pages are written in: CommonMark with tables, headings by name. */
final class Markdown {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();

    private Markdown() {}

    static Node parse(String text) {
        return PARSER.parse(text);
    }

    static String html(Node node) {
        return RENDERER.render(node);
    }

    /** What a reader sees of a node, without its form. */
    static String plain(Node node) {
        StringBuilder plain = new StringBuilder();
        node.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Text text) {
                        plain.append(text.getLiteral());
                    }

                    @Override
                    public void visit(Code code) {
                        plain.append(code.getLiteral());
                    }

                    @Override
                    public void visit(SoftLineBreak lineBreak) {
                        plain.append(' ');
                    }
                });
        return plain.toString();
    }

    /** A text as HTML shows it. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
