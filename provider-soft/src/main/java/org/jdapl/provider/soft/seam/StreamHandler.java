package org.jdapl.provider.soft.seam;

import java.io.IOException;

/**
 * What happens on a {@link ByteStream}. All methods are called by the driver, from inside the
 * network's polls.
 */
public interface StreamHandler {

    /** A connect that was started has succeeded. */
    void connected();

    /**
     * A connect that was started has failed. The stream is closed.
     *
     * @param cause why
     * @param refused whether the peer's host said that nobody listens there
     */
    void connectFailed(IOException cause, boolean refused);

    /**
     * There may be bytes to read, or the end of the stream, or an error.
     *
     * @return how much was done; 0 where there was nothing
     */
    int readable();

    /** More can be written, after {@link ByteStream#wantWrite()}. */
    void writable();
}
