package org.jdapl.conformance.publish;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jdapl.conformance.certificate.RefusedException;

/**
 * Certificates of our own: looks at what runs have left, and publishes it in {@code docs}. {@code
 * etc/certificates} is the command.
 */
public final class Certificates {

    private static final String USAGE =
            """
            usage: DOCS --check DIR... | --check-providers DIR... | --publish DIR... | --score FILE | --pages
            """;

    private static final int USAGE_STATUS = 2;

    private Certificates() {}

    /**
     * Runs.
     *
     * @param args the folder with the pages, then one of the usage
     * @throws IOException where a file cannot be read or written
     * @throws RefusedException where a published certificate is not accepted
     */
    public static void main(String[] args) throws IOException, RefusedException {
        if (args.length < 2) {
            refuse();
        }
        Publication publication = new Publication(Path.of(args[0]), System.out);
        List<Path> files = Stream.of(args).skip(2).map(Path::of).toList();
        switch (args[1] + ' ' + Math.min(files.size(), 2)) {
            case "--check 1", "--check 2" -> System.exit(publication.check(files) ? 0 : 1);
            case "--check-providers 1", "--check-providers 2" ->
                    System.exit(publication.checkProviders(files) ? 0 : 1);
            case "--publish 1", "--publish 2" -> System.exit(publication.publish(files) ? 0 : 1);
            case "--score 1" -> publication.publishScore(files.getFirst());
            case "--pages 0" -> publication.writePages();
            default -> refuse();
        }
    }

    private static void refuse() {
        System.err.print(USAGE);
        System.exit(USAGE_STATUS);
    }
}
