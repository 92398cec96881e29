package org.jdapl.verbs.diagnosis;

/**
 * One thing that a verbs program needs, and how it is.
 *
 * @param name what was looked at, such as {@code library libibverbs.so.1}; the same on every
 *     machine that has it
 * @param status how it is
 * @param sentence what was found
 * @param remedy what to do; empty where nothing needs to be done
 */
public record Check(String name, Status status, String sentence, String remedy) {

    /** How a thing is. */
    public enum Status {
        /** Fit. */
        OK,

        /** Most programs work; the sentence says which do not. */
        WARNING,

        /** RDMA devices cannot be used before this is put right. */
        FAILURE,

        /** Not here, and not needed. */
        NOT_APPLICABLE
    }

    static Check ok(String name, String sentence) {
        return new Check(name, Status.OK, sentence, "");
    }

    static Check warning(String name, String sentence, String remedy) {
        return new Check(name, Status.WARNING, sentence, remedy);
    }

    static Check failure(String name, String sentence, String remedy) {
        return new Check(name, Status.FAILURE, sentence, remedy);
    }

    static Check notApplicable(String name, String sentence, String remedy) {
        return new Check(name, Status.NOT_APPLICABLE, sentence, remedy);
    }
}
