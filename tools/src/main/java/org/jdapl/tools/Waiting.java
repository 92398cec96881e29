package org.jdapl.tools;

/** How to wait for events. */
enum Waiting {
    /** Ask again and again: quickest, and takes a core. */
    POLL,
    /** Sleep until there is one. */
    WAIT;

    /** How it is named in reports. */
    String text() {
        return this == POLL ? "busy poll" : "wait";
    }
}
