package org.jdapl.verbs;

/** How memory that is not pinned will be used: {@code enum ibv_advise_mr_advice}. */
public enum MemoryAdvice {
    /** It will be read: bring its pages in. */
    PREFETCH(0),

    /** It will be written: bring its pages in, and make them writable. */
    PREFETCH_WRITE(1),

    /** It will be used: map those of its pages that are in already. */
    PREFETCH_NO_FAULT(2);

    private final int code;

    MemoryAdvice(int code) {
        this.code = code;
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_ADVISE_MR_ADVICE_} constant
     */
    public int code() {
        return code;
    }
}
