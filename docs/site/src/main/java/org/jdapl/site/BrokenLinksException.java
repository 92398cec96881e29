package org.jdapl.site;

import java.util.List;

/**
 * Links of pages lead nowhere, or the contents are not what they should be; the message has a line
 * for each.
 */
final class BrokenLinksException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BrokenLinksException(List<String> links) {
        super("links that are wrong:\n" + String.join("\n", links));
    }
}
