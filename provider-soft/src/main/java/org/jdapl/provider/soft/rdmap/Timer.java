package org.jdapl.provider.soft.rdmap;

/** Something to be done at a time, once for each time that it is set. */
final class Timer {

    final Runnable action;
    long deadlineNs;

    /** Place in the queue's heap; -1 while it is not set. */
    int index = -1;

    Timer(Runnable action) {
        this.action = action;
    }

    boolean isSet() {
        return index >= 0;
    }
}
