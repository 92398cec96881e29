package org.jdapl.verbs.struct;

/** What the C library puts into the structures of the verbs. Nobody looks into them here. */
final class Pthread {
    /**
     * {@code sizeof(pthread_mutex_t)} of glibc on 64 bits; its fields are laid out wider on ARM.
     */
    static final long MUTEX_SIZE = System.getProperty("os.arch").equals("aarch64") ? 48 : 40;

    /** {@code sizeof(pthread_cond_t)} of glibc on 64 bits. */
    static final long COND_SIZE = 48;

    private Pthread() {}
}
