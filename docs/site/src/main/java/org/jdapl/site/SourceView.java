package org.jdapl.site;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files and folders of the repository that pages speak of, as pages of their own. */
final class SourceView {

    private final Path root;
    private final Set<Path> written = new TreeSet<>();

    SourceView(Path root) {
        this.root = root;
    }

    /** Where a file or folder of the repository is shown. */
    static Path target(Path root, Path source) {
        String path = "source/" + Site.slashes(source);
        return Path.of(path + (Files.isDirectory(root.resolve(source)) ? "/index.html" : ".html"));
    }

    /** Writes a file, or a folder with all that is in it. */
    void write(Path source, Layout layout, Path out) throws IOException {
        if (!written.add(source)) {
            return;
        }
        Path target = target(root, source);
        String body;
        if (Files.isDirectory(root.resolve(source))) {
            List<Path> inside = inside(source);
            for (Path one : inside) {
                write(one, layout, out);
            }
            body =
                    inside.stream()
                            .map(one -> row(target, one))
                            .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>\n"));
        } else {
            body = "<pre><code>" + Markdown.escaped(text(source)) + "</code></pre>\n";
        }
        String title = Site.slashes(source);
        Site.write(
                out.resolve(target),
                layout.page(target, title, "<h1>" + Markdown.escaped(title) + "</h1>\n" + body));
    }

    private String row(Path target, Path one) {
        return "<li><a href=\"%s\">%s</a></li>"
                .formatted(
                        Markdown.escaped(Site.between(target, target(root, one))),
                        Markdown.escaped(one.getFileName().toString()));
    }

    /** What belongs to the repository: nothing that is hidden, and nothing that a build makes. */
    private List<Path> inside(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(root.resolve(folder))) {
            return all.map(Path::getFileName)
                    .filter(name -> !name.toString().startsWith(".") && !name.endsWith("target"))
                    .map(folder::resolve)
                    .sorted()
                    .toList();
        }
    }

    private String text(Path file) throws IOException {
        try {
            return Files.readString(root.resolve(file));
        } catch (MalformedInputException e) {
            return "(not a text)";
        }
    }
}
