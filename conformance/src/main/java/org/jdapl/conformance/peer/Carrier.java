package org.jdapl.conformance.peer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes lines of the protocol to a peer and back. For use by one thread. */
interface Carrier extends AutoCloseable {

    /** Sends a line; fails where the peer is gone. */
    void send(String line) throws IOException;

    /** Waits for a line for a while; null where none came. */
    @Nullable String receive(long nanos) throws InterruptedException;

    /** Whether the peer is gone and no line is left. */
    boolean ended();

    /** What the peer has printed last, beside the protocol. */
    String said();

    /** Prints what the peer's threads do. */
    void dump();

    /** Ends the peer. */
    @Override
    void close();
}
