package org.jdapl.provider.soft.iwarp;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Bounds the number of streams that were taken and have not sent their MPA request yet: beyond it
 * the listeners pause and the system's backlog holds the rest. So a flood of silent peers costs no
 * more than that, and each of them is closed after the time limit of a request.
 *
 * <p><strong>Threads:</strong> counting by the driver; listeners come and go by any thread.
 */
final class HalfOpen {

    /** Most streams without a request. */
    static final int MAX = 1024;

    private final List<IwarpListener> listeners = new CopyOnWriteArrayList<>();
    private volatile int count;

    void add(IwarpListener listener) {
        listeners.add(listener);
        if (count >= MAX) {
            listener.pause(true);
        }
    }

    void remove(IwarpListener listener) {
        listeners.remove(listener);
    }

    void opened() {
        int now = count + 1;
        count = now;
        if (now == MAX) {
            listeners.forEach(l -> l.pause(true));
        }
    }

    void settled() {
        int before = count;
        count = before - 1;
        if (before == MAX) {
            listeners.forEach(l -> l.pause(false));
        }
    }

    int count() {
        return count;
    }
}
