package org.jdapl.verbs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdapl.verbs.handle.Guard;

/** The gates of all send queues of a protection domain. Thread-safe. */
final class Gates {
    private final List<Guard> guards = new CopyOnWriteArrayList<>();

    void add(Guard guard) {
        guards.add(guard);
    }

    void remove(Guard guard) {
        guards.remove(guard);
    }

    /** Returns when each thread that was inside of one of them has left it. */
    void pass() {
        Guard.passAll(guards);
    }
}
