package org.jdapl.verbs;

/** A program of its own, since a library is loaded once in a JVM: see {@link LoadingTest}. */
final class LibraryProbe {
    private LibraryProbe() {}

    /**
     * Tells whether the library is there.
     *
     * @param libraries other files to try in its place, one after the other
     */
    public static void main(String[] libraries) {
        System.out.println(Verbs.availability());
        for (String library : libraries) {
            System.setProperty("org.jdapl.verbs.libibverbs.so.1", library);
            System.out.println(Verbs.availability());
        }
    }
}
