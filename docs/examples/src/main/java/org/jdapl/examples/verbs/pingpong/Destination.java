package org.jdapl.examples.verbs.pingpong;

import java.util.HexFormat;
import java.util.Locale;
import org.jdapl.verbs.Gid;

/**
 * A queue pair, as the two sides tell each other in a line of text.
 *
 * @param lid the port's local identifier
 * @param queuePair its number
 * @param psn the first packet number that it sends
 * @param gid the port's GID
 */
record Destination(int lid, int queuePair, int psn, Gid gid) {

    /** Bytes of the line, with the zero that ends it. */
    static final int LINE_BYTES = 4 + 1 + 6 + 1 + 6 + 1 + 32 + 1;

    /** Stands for a queue pair that there is not. */
    static final Destination NONE = new Destination(0, 0, 0, Gid.ZERO);

    String line() {
        return String.format(
                Locale.ROOT,
                "%04x:%06x:%06x:%s",
                lid,
                queuePair,
                psn,
                HexFormat.of().formatHex(gid.bytes()));
    }

    static Destination parse(String line) {
        String[] part = line.split(":", -1);
        return new Destination(
                Integer.parseInt(part[0], 16),
                Integer.parseInt(part[1], 16),
                Integer.parseInt(part[2], 16),
                Gid.of(HexFormat.of().parseHex(part[3])));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "LID 0x%04x, QPN 0x%06x, PSN 0x%06x, GID %s",
                lid,
                queuePair,
                psn,
                gid);
    }
}
