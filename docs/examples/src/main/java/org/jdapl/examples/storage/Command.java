package org.jdapl.examples.storage;

import java.nio.ByteBuffer;
import org.jdapl.api.RemoteRegion;

/**
 * What the client sends.
 *
 * @param kind what to do
 * @param block which block
 * @param window the client's memory for it
 */
record Command(Kind kind, int block, RemoteRegion window) {

    static final int BYTES = 2 * Integer.BYTES + RemoteRegion.ENCODED_BYTES;
    static final int BLOCK_BYTES = 4096;

    /** What a command asks for. */
    enum Kind {
        /** The server reads the window into the block. */
        STORE,
        /** The server writes the block into the window. */
        FETCH
    }

    void encode(ByteBuffer into) {
        into.putInt(kind.ordinal()).putInt(block);
        window.encode(into);
    }

    static Command decode(ByteBuffer from) {
        Kind kind = Kind.values()[from.getInt()];
        int block = from.getInt();
        return new Command(kind, block, RemoteRegion.decode(from));
    }
}
