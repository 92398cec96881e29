package org.jdapl.tools;

import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jdapl.tools.command.CommandProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code jdapl}. */
@Command(
        name = "jdapl",
        versionProvider = Main.Version.class,
        usageHelpWidth = 100,
        description = "RDMA from the command line, over any adapter that JDAPL has.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            InfoCommand.class,
            DoctorCommand.class,
            PingCommand.class,
            PerfCommand.class,
            CopyCommand.class,
            TopCommand.class,
            SessionCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jdapl info                        what is there",
            "  jdapl doctor                      what RDMA devices lack here",
            "  jdapl ping                        two processes on this machine",
            "  jdapl copy big.iso /mnt/big.iso   a file, through registered memory",
            "  jdapl top 4711                    what another process does",
            "",
            "'./jdapl certify' comes with the conformance kit: './jdapl certify --help'.",
            "'jdapl COMMAND --help' says more. Settings come from jdapl.* system properties,"
                    + " JDAPL_*",
            "environment variables and the configuration file: see 'jdapl info --config'."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "  0:it worked",
            "  1:the operation failed; one line on standard error says what and why",
            "  2:the command line is wrong",
            "130:interrupted (Ctrl-C)"
        })
public final class Main implements Runnable {

    private static final String DEBUG = "--debug";

    @Option(
            names = "--version",
            versionHelp = true,
            description = "Print the versions of JDAPL and Java and exit.")
    boolean version;

    @Option(
            names = DEBUG,
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of a failure too.")
    private boolean debug;

    @Spec private CommandSpec spec = CommandSpec.create();

    /** Made by {@link #commandLine()} alone. */
    Main() {}

    /**
     * Runs a command and exits with its status.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        Leftovers.watch();
        StandardOutput out = StandardOutput.install();
        int status = run(arguments);
        @Nullable String failure = out.failure();
        if (status == ExitCode.OK && failure != null) {
            System.err.println("jdapl: cannot write to standard output: " + failure);
            status = ExitCode.FAILURE;
        }
        if (Leftovers.isEnding()) {
            // The VM is going down with the status of the signal; do not race it.
            return;
        }
        Leftovers.finish();
        System.exit(status);
    }

    /** Runs a command. */
    static int run(String... arguments) {
        OneLine failures = new OneLine();
        Leftovers.report(failures);
        try {
            return commandLine(failures).execute(arguments);
        } catch (Error e) { // picocli handles exceptions only
            failures.print("jdapl", OneLine.text(e));
            if (List.of(arguments).contains(DEBUG)) {
                e.printStackTrace();
            }
            return ExitCode.FAILURE;
        }
    }

    /** The command line, ready to parse. */
    static CommandLine commandLine() {
        return commandLine(new OneLine());
    }

    private static CommandLine commandLine(OneLine failures) {
        CommandLine root = new CommandLine(new Main());
        root.addMixin("help", new HelpOption());
        for (CommandProvider other : ServiceLoader.load(CommandProvider.class)) {
            root.addSubcommand(other.command());
        }
        UsageMessageSpec usage = root.getCommandSpec().usageMessage();
        usage.optionListHeading("%nOptions:%n").commandListHeading("%nCommands:%n");
        for (CommandLine command : root.getSubcommands().values()) {
            command.addMixin("help", new HelpOption());
            command.getCommandSpec()
                    .usageMessage()
                    .parameterListHeading("%nFiles:%n")
                    .optionListHeading(usage.optionListHeading())
                    .exitCodeListHeading(usage.exitCodeListHeading())
                    .exitCodeList(usage.exitCodeList());
        }
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                // A file may be called @name.
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    /** Whether failures shall show where they come from. */
    static boolean debugs(CommandLine commandLine) {
        CommandLine root = commandLine;
        for (CommandLine up = root.getParent(); up != null; up = up.getParent()) {
            root = up;
        }
        return root.getCommand() instanceof Main main && main.debug;
    }

    /** The version of this program. */
    static String programVersion() {
        return Optional.ofNullable(Main.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .orElse("unknown");
    }

    /** Without a command: says which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "jdapl " + programVersion(),
                "Java "
                        + Runtime.version()
                        + ", "
                        + System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.arch")
            };
        }
    }
}
