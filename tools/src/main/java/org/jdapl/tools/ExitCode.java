package org.jdapl.tools;

/** What the process's exit status says. {@code --help} lists them. */
final class ExitCode {

    /** It worked. */
    static final int OK = 0;

    /** The operation failed; one line on standard error says what and why. */
    static final int FAILURE = 1;

    /** The command line is wrong. */
    static final int USAGE = 2;

    /** Ended by SIGINT; the Java VM itself exits so. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
