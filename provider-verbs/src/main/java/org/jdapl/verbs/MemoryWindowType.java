package org.jdapl.verbs;

/** How a memory window is bound: {@code enum ibv_mw_type}. */
public enum MemoryWindowType {
    /** By a call, to a key that the device chooses; queue pairs of the same domain can use it. */
    TYPE_1(1),

    /** By a work request, to a key that the program chooses; one queue pair can use it. */
    TYPE_2(2);

    private final int code;

    MemoryWindowType(int code) {
        this.code = code;
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_MW_TYPE_} constant
     */
    public int code() {
        return code;
    }
}
