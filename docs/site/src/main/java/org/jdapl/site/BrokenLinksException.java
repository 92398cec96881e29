package org.jdapl.site;

import java.util.List;

/** Links of pages lead nowhere; the message has a line for each. */
final class BrokenLinksException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BrokenLinksException(List<String> links) {
        super("links that lead nowhere:\n" + String.join("\n", links));
    }
}
