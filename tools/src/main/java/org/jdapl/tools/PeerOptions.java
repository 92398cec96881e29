package org.jdapl.tools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where the other end is, and how long to wait for it. */
final class PeerOptions {

    @Option(
            names = "--listen",
            arity = "0..1",
            paramLabel = "ADDR:PORT",
            converter = HostPort.Listen.class,
            preprocessor = AttachedOnly.class,
            description =
                    "Wait for one peer at this address (default: any address, a free port), which"
                            + " is printed, and serve it. IPv6 as [::1]:7471.")
    @Nullable HostPort listen;

    @Option(
            names = "--connect",
            paramLabel = "HOST:PORT",
            converter = HostPort.Connect.class,
            description = "Use the peer that listens there instead of a second process.")
    @Nullable HostPort connect;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = Durations.Converter.class,
            description =
                    "Give up when the peer is silent for so long (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ofSeconds(10);

    @Option(
            names = "--accept-timeout",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = Durations.Converter.class,
            description = "With --listen: give up when no peer comes (default: ${DEFAULT-VALUE}).")
    Duration acceptTimeout = Duration.ofMinutes(10);

    @Option(names = "--second", hidden = true)
    boolean second;

    /** Checks that the two roles do not meet. */
    void check(CommandSpec spec) {
        if (listen != null && connect != null) {
            throw new ParameterException(
                    spec.commandLine(), "--listen and --connect exclude each other");
        }
    }

    /** Sets the process up for its role, before anything is opened. */
    void prepare(CommandSpec spec) {
        Leftovers.running(spec.qualifiedName());
        if (second) {
            Leftovers.silence();
            ParentWatch.start();
        }
    }

    /** How a second process is told to listen for this one. */
    List<String> secondArguments(String address) {
        List<String> arguments = new ArrayList<>();
        arguments.add("--listen=" + address);
        arguments.addAll(List.of("--timeout", timeout.toMillis() + "ms"));
        arguments.addAll(List.of("--accept-timeout", "60s"));
        return arguments;
    }

    /** Makes the optional value of an option count only where it is attached by {@code =}. */
    static final class AttachedOnly implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // picocli's signature
        public boolean preprocess(
                Stack<String> args, CommandSpec spec, ArgSpec arg, Map<String, Object> info) {
            if (!"=".equals(info.get("separator"))) {
                args.push("");
            }
            return false;
        }
    }
}
