package org.jdapl.conformance.rules.cap.planted;

/** A provider whose class cannot be initialised, as one whose library is missing. */
public final class BrokenProvider extends SoundProvider {

    private static final int LIBRARY = load();

    /** Made by {@link java.util.ServiceLoader}. */
    public BrokenProvider() {}

    private static int load() {
        throw new UnsatisfiedLinkError("no such library: libplanted");
    }

    @Override
    public String name() {
        return "broken " + LIBRARY;
    }
}
