package org.jdapl.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The documentation of a repository as HTML that needs no server and no network. {@code
 * docs/README.md} is the index, and lists the pages in reading order; an index that it lists brings
 * the pages that it lists itself.
 */
final class Site {

    static final Path STYLE = Path.of("site.css");

    /** Javadoc, where {@code etc/site} has written it. */
    static final Path API = Path.of("api", "index.html");

    private static final Path INDEX = Path.of("docs", "README.md");

    private final Path root;
    private final Contents contents;
    private final List<Page> order = new ArrayList<>();

    Site(Path root) throws IOException {
        this.root = root;
        Page index = Page.read(root, INDEX);
        contents = Contents.of(index);
        order.add(index);
        List<String> wrong = new ArrayList<>();
        Set<Path> listed = new HashSet<>();
        for (Path source : contents.sources()) {
            if (!listed.add(source) || !Files.isRegularFile(root.resolve(source))) {
                wrong.add(INDEX + ": " + source + ", listed twice or not there");
                continue;
            }
            Page page = Page.read(root, source);
            order.add(page);
            if (source.endsWith("README.md")) {
                for (Path below : Contents.of(page).sources()) {
                    if (folder(below).equals(folder(source)) && below.toString().endsWith(".md")) {
                        order.add(Page.read(root, below));
                    }
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new BrokenLinksException(wrong);
        }
    }

    /** All pages in reading order. */
    List<Page> pages() {
        return List.copyOf(order);
    }

    /**
     * Writes the site, and gives the number of its pages.
     *
     * @throws BrokenLinksException if a link leads to a file or heading that is not there
     */
    int write(Path out) throws IOException {
        Links links = new Links(root, order);
        order.forEach(links::resolve);
        if (!links.broken().isEmpty()) {
            throw new BrokenLinksException(links.broken());
        }
        Layout layout = new Layout(contents, order, Files.exists(out.resolve(API)));
        for (Page page : order) {
            write(out.resolve(page.target()), layout.page(page));
        }
        SourceView view = new SourceView(root);
        for (Path source : links.sources()) {
            view.write(source, layout, out);
        }
        for (Path picture : links.pictures()) {
            Path target = out.resolve(target(picture));
            Files.createDirectories(target.getParent());
            Files.copy(root.resolve(picture), target, StandardCopyOption.REPLACE_EXISTING);
        }
        try (InputStream style =
                Objects.requireNonNull(Site.class.getResourceAsStream(STYLE.toString()))) {
            Files.copy(style, out.resolve(STYLE), StandardCopyOption.REPLACE_EXISTING);
        }
        return order.size();
    }

    static void write(Path file, String html) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, html);
    }

    /** Where a file that is copied goes: {@code docs} is the top of the site. */
    static Path target(Path source) {
        return Path.of(slashes(source).replaceFirst("^docs/", ""));
    }

    /** The link from one file of the site to another. */
    static String between(Path from, Path to) {
        return slashes(folder(from).relativize(to));
    }

    static Path folder(Path file) {
        Path folder = file.getParent();
        return folder == null ? Path.of("") : folder;
    }

    static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
