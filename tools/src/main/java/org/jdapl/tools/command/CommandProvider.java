package org.jdapl.tools.command;

/**
 * Gives a command of another module to the command line. It is found by {@link
 * java.util.ServiceLoader} where that module is on the module path, and is called from the main
 * thread alone.
 */
public interface CommandProvider {

    /**
     * Makes the command.
     *
     * @return an object with picocli's {@code @Command}, whose module opens its package to {@code
     *     info.picocli}; it ends with the statuses that {@code jdapl --help} lists
     */
    Object command();
}
