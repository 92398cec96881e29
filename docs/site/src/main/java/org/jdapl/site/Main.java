package org.jdapl.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * {@code Main REPOSITORY FOLDER}: writes the site of the repository's documentation to the folder.
 */
final class Main {

    private Main() {}

    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("usage: REPOSITORY FOLDER");
            System.exit(2);
        }
        try {
            Path out = Path.of(args[1]);
            int pages = new Site(Path.of(args[0])).write(out);
            System.out.println(pages + " pages: " + out.resolve("index.html"));
        } catch (BrokenLinksException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        } catch (IOException | UncheckedIOException e) {
            System.err.println("cannot write the site: " + e);
            System.exit(1);
        }
    }
}
