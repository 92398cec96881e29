package org.jdapl.verbs.umad;

/**
 * A node as the subnet administrator knows it: the record NodeRecord (IBA specification, 15.2.5.2).
 *
 * @param lid the local identifier of the port
 * @param info what the node is
 * @param description the node's name
 */
public record NodeRecord(int lid, NodeInfo info, String description) {

    /** The record's number. */
    public static final int ATTRIBUTE = 0x0011;

    static final int DESCRIPTION_LENGTH = 64;
    static final int LENGTH = 4 + NodeInfo.LENGTH + DESCRIPTION_LENGTH;

    static NodeRecord of(byte[] bytes, int offset) {
        return new NodeRecord(
                new Fields(bytes, offset).number(0, 16),
                NodeInfo.of(bytes, offset + 4),
                new Fields(bytes, offset + 4 + NodeInfo.LENGTH).text(0, DESCRIPTION_LENGTH));
    }
}
