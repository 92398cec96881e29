package org.jdapl.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.data.ProgressMode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which adapter to use, and how. */
final class AdapterOption {

    @Option(
            names = "--adapter",
            paramLabel = "NAME",
            description = "The adapter, as 'jdapl info' lists it (default: the configured one).")
    @Nullable String name;

    @Option(
            names = "--progress",
            paramLabel = "MODE",
            description =
                    "Who drives a software adapter: auto (a thread of its own when nobody waits) or"
                            + " manual (only this program's calls); default: as configured.")
    @Nullable ProgressMode progress;

    AdapterOptions options() {
        return progress == null
                ? AdapterOptions.defaults()
                : AdapterOptions.defaults().withProgress(progress);
    }

    /** The same choice for a second process. */
    List<String> arguments(String adapterName) {
        List<String> arguments = new ArrayList<>(List.of("--adapter", adapterName));
        if (progress != null) {
            arguments.addAll(List.of("--progress", progress.name().toLowerCase(Locale.ROOT)));
        }
        return arguments;
    }
}
