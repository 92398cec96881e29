package org.jdapl.provider.verbs;

import java.util.function.Supplier;
import org.jdapl.verbs.error.VerbsException;

/** Control calls of the verbs library, whose failures the runtime gets in its own words. */
final class Native {
    private Native() {}

    static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (VerbsException e) {
            throw StatusTable.control(e);
        }
    }

    static void run(Runnable call) {
        try {
            call.run();
        } catch (VerbsException e) {
            throw StatusTable.control(e);
        }
    }

    /** Runs what may fail because it has been done, or because what it is done to has gone. */
    static void quietly(Runnable call) {
        try {
            call.run();
        } catch (VerbsException e) {
            // The device or the peer was quicker.
        }
    }
}
