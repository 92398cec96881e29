package org.jdapl.verbs;

import org.jdapl.verbs.ffm.Posix;

/** What to say when memory could not be locked. */
final class LockedMemory {
    private LockedMemory() {}

    static String advice(long length) {
        long limit = Posix.lockedMemoryLimit();
        if (limit < 0) {
            return length + " bytes could not be registered";
        }
        return length
                + " bytes could not be locked, this process may lock "
                + limit
                + ": raise the limit (ulimit -l unlimited; memlock in /etc/security/limits.conf;"
                + " LimitMEMLOCK=infinity of a service)";
    }
}
