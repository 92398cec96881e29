package org.jdapl.spi;

import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/**
 * A control call of a provider failed, without any effect. The runtime turns it into the consumer's
 * exception and adds what it knows.
 */
public class ProviderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The code for the consumer. */
    private final transient DatCode code;

    /** The provider's own number. */
    private final int nativeCode;

    /**
     * Makes an exception.
     *
     * @param type the DAT type
     * @param subtype the DAT subtype
     * @param message what failed and why, with names and values
     * @param nativeCode the provider's own number, such as an errno; 0 for none
     */
    public ProviderException(DatType type, DatSubtype subtype, String message, int nativeCode) {
        super(message);
        this.code = DatCode.error(type, subtype);
        this.nativeCode = nativeCode;
    }

    /**
     * Makes an exception without subtype and native code.
     *
     * @param type the DAT type
     * @param message what failed and why, with names and values
     */
    public ProviderException(DatType type, String message) {
        this(type, DatSubtype.NO_SUBTYPE, message, 0);
    }

    /**
     * The refusal of an operation that the adapter does not have.
     *
     * @param what the operation
     * @return the exception
     */
    public static ProviderException notSupported(String what) {
        return new ProviderException(
                DatType.MODEL_NOT_SUPPORTED, "this provider does not support " + what);
    }

    /**
     * The code for the consumer.
     *
     * @return the code
     */
    public DatCode code() {
        return code;
    }

    /**
     * The provider's own number.
     *
     * @return an errno or the like; 0 for none
     */
    public int nativeCode() {
        return nativeCode;
    }
}
