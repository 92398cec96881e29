package org.jdapl.provider.soft.seam;

import java.io.IOException;

/** Somebody listens on the port already. */
public final class AddressInUseException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what was tried
     * @param cause what the system said
     */
    public AddressInUseException(String message, Throwable cause) {
        super(message, cause);
    }
}
