package org.jdapl.verbs;

/** The entry to the verbs library: is it there, which version, which devices. */
public final class Verbs {
    private Verbs() {}
}
