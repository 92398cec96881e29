package org.jdapl.provider.soft.seam;

import java.io.IOException;

/** The system has no descriptor left for a stream. */
public final class NoDescriptorException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param cause what the system said
     */
    public NoDescriptorException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
