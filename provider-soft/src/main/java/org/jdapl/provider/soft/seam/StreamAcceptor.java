package org.jdapl.provider.soft.seam;

/** Takes incoming streams. */
public interface StreamAcceptor {

    /**
     * A peer has connected. Called by the driver; the callee sets the stream's handler.
     *
     * @param stream the stream
     */
    void accepted(ByteStream stream);
}
