package org.jdapl.conformance.certificate;

/** Why a certificate is not accepted. */
public enum Refusal {
    /** The file cannot be read. */
    UNREADABLE,
    /** It is not JSON, or was cut off. */
    NOT_JSON,
    /** It does not have the form that the schema asks for. */
    SCHEMA,
    /** It was changed after it was sealed: the digest is another. */
    DIGEST,
    /** Nobody signed it, and a signature was asked for. */
    NOT_SIGNED,
    /** It is signed, by another key than the one that was given. */
    OTHER_KEY,
    /** It was changed after it was signed, or the signature was. */
    SIGNATURE,
    /** Its verdict or its counts do not follow from its trials. */
    INCONSISTENT,
    /** It is genuine, and says that the adapter is not certified. */
    NOT_CERTIFIED
}
