package org.jdapl.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/** Turns the links of pages, which are between files of the repository, into links of the site. */
final class Links {

    private static final Pattern ABSOLUTE = Pattern.compile("[a-z]+:.*");

    private final Path root;
    private final Map<Path, Page> pages;
    private final Set<Path> sources = new TreeSet<>();
    private final Set<Path> pictures = new TreeSet<>();
    private final List<String> broken = new ArrayList<>();

    Links(Path root, Collection<Page> pages) {
        this.root = root;
        this.pages = pages.stream().collect(Collectors.toMap(Page::source, Function.identity()));
    }

    /** Files and folders of the repository that are no pages, and that a link leads to. */
    Set<Path> sources() {
        return sources;
    }

    Set<Path> pictures() {
        return pictures;
    }

    /** What led nowhere. */
    List<String> broken() {
        return broken;
    }

    /** Changes all links of a page. */
    void resolve(Page page) {
        page.document()
                .accept(
                        new AbstractVisitor() {
                            @Override
                            public void visit(Link link) {
                                link.setDestination(resolved(page, link.getDestination()));
                                visitChildren(link);
                            }

                            @Override
                            public void visit(Image image) {
                                image.setDestination(picture(page, image.getDestination()));
                            }
                        });
    }

    private String resolved(Page page, String link) {
        if (ABSOLUTE.matcher(link).matches()) {
            return link;
        }
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        String anchor = hash < 0 ? "" : link.substring(hash + 1);
        Path file = path.isEmpty() ? page.source() : file(page, path);
        Page other = pages.get(file);
        if (other == null
                ? !anchor.isEmpty()
                : !anchor.isEmpty() && !other.anchors().contains(anchor)) {
            broken.add(page.source() + ": " + link);
        }
        if (other != null) {
            return path.isEmpty()
                    ? link
                    : between(page, other.target()) + (hash < 0 ? "" : "#" + anchor);
        }
        if (!isThere(file)) {
            broken.add(page.source() + ": " + link);
            return link;
        }
        sources.add(file);
        return between(page, SourceView.target(root, file));
    }

    private String picture(Page page, String link) {
        Path file = file(page, link);
        if (ABSOLUTE.matcher(link).matches() || !isThere(file)) {
            broken.add(page.source() + ": " + link);
            return link;
        }
        pictures.add(file);
        return between(page, Site.target(file));
    }

    private Path file(Page page, String path) {
        return Site.folder(page.source()).resolve(path).normalize();
    }

    private boolean isThere(Path file) {
        return !file.startsWith("..") && Files.exists(root.resolve(file));
    }

    private static String between(Page page, Path target) {
        return Site.between(page.target(), target);
    }
}
