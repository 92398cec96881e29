package org.jdapl.tools;

import picocli.CommandLine.Option;

/** The option that every command has. */
final class HelpOption {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help and exit.")
    boolean help;
}
