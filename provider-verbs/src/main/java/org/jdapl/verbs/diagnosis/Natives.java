package org.jdapl.verbs.diagnosis;

import java.util.List;
import java.util.Optional;

/** What a diagnosis asks of native code. */
interface Natives {

    /** Whether this module may call native code. */
    enum Access {
        GRANTED,
        WARNED,
        DENIED
    }

    /**
     * A library that was looked for.
     *
     * @param refusal why it cannot be used; empty if it can
     * @param file the file that it came from, as far as the system tells
     * @param missing the functions that were asked for and that it does not have
     */
    record Library(String refusal, Optional<String> file, List<String> missing) {}

    Access access();

    /** The module that has to be granted access. */
    String moduleName();

    Library library(String soname, String debianPackage, List<String> functions);

    /** The devices that libibverbs has a driver for; empty if it cannot be asked. */
    Optional<List<String>> deviceNames();
}
