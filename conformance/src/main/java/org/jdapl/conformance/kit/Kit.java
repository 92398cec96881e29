package org.jdapl.conformance.kit;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seed;
import org.jdapl.conformance.peer.PeerException;
import org.jdapl.conformance.peer.PeerHost;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.peer.PeerPlace;
import org.jdapl.conformance.rules.StandardRules;
import org.jdapl.core.RegistryBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Tries all rules on one target and writes the reports. The rules run in a worker JVM; when that
 * dies, the rule that ran is charged with it, and the rest runs in another. A run comes to its end
 * whatever the provider does: a trial that hangs is ended ({@link HangGuard}), and what is left
 * when failing trials have taken {@link Bound#LOST} together is not tried.
 */
public final class Kit {

    private static final String USAGE =
            """
            usage: kit [--target NAME] [--rules ID,GROUP-*,...] [--sample N] [--seed NUMBER]
                       [--profile PROFILE] [--waivers FILE] [--repeat N]
                       [--out DIRECTORY] [--address ADDRESS] [--peer-adapter NAME]
                       [--peer-address ADDRESS] [--peer-launcher WORDS]
                       [--peer HOST:PORT] [--peer-secret FILE]
                       [--specification FILE] [--matrix ADAPTER,...]

              --target         adapter to try, as in Targets; soft:iwarp by default
              --rules          which rules; all by default
              --sample         for slow machines: each rule in one progress mode only, by turns,
                               and of the runtime's rules each Nth; the seed says where it begins
              --seed           decides what chance decides; 1 by default
              --profile        IB, IWARP or SOFT; what the adapter's transport asks for by default
              --waivers        file with waivers, beside our own
              --repeat         makes each trial so many times, and tells the worst; 1 by default
              --out            where the reports go: results.json, results.xml, results.html
              --address        address of the adapter that the peer reaches
              --peer-adapter   adapter that the peer opens; the same by default
              --peer-address   its address that this side reaches
              --peer-launcher  words to put before the peer's command: ip netns exec hostb
              --peer           another host, where "kit peer --listen HOST:PORT" runs
              --peer-secret    file with the secret that both have been given
              --specification  write the rules as Markdown, and end
              --matrix         print what these adapters of this machine have, as Markdown, and end
            """;

    private static final String ADDRESS = "--address";
    private static final String PEER = "--peer";
    private static final String SECRET = "--peer-secret";

    /** Options that the workers have to know, and the properties that tell them. */
    private static final Map<String, String> FOR_WORKERS =
            Map.of(
                    "--profile",
                    InstalledProvider.PROFILE_PROPERTY,
                    "--waivers",
                    Waivers.FILE_PROPERTY,
                    ADDRESS,
                    Party.ADDRESS_PROPERTY,
                    "--peer-adapter",
                    PeerPlace.ADAPTER_PROPERTY,
                    "--peer-address",
                    PeerPlace.ADDRESS_PROPERTY,
                    "--peer-launcher",
                    PeerPlace.LAUNCHER_PROPERTY,
                    PEER,
                    PeerHost.PROPERTY,
                    SECRET,
                    PeerHost.SECRET_PROPERTY);

    private final Class<?> rules;
    private final RuleCatalogue catalogue;
    private final PeerOptions java;
    private final Path out;
    private final PrintStream console;
    private final long mayLoseMs;

    /** Makes one for the rules that a class gives by its method {@code catalogue()}. */
    Kit(Class<?> rules, PeerOptions java, Path out, PrintStream console) {
        this(rules, java, out, console, Bound.LOST.millis());
    }

    /** Makes one whose failing trials may take only so long together. */
    Kit(Class<?> rules, PeerOptions java, Path out, PrintStream console, long mayLoseMs) {
        this.rules = rules;
        this.catalogue = RuleCatalogue.of(rules.getName());
        this.java = java;
        this.out = out;
        this.console = console;
        this.mayLoseMs = mayLoseMs;
    }

    /**
     * Runs.
     *
     * @param args see the usage
     * @throws IOException where the reports cannot be written
     * @throws InterruptedException where it was interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, String> options = options(args);
        if (options.containsKey("--specification")) {
            Files.writeString(
                    Path.of(options.get("--specification")),
                    new Specification(StandardRules.catalogue()).text());
            return;
        }
        if (options.containsKey("--matrix")) {
            System.out.print(matrix(options.get("--matrix").split(",")));
            return;
        }
        // For the reports here, and for the workers.
        System.setProperty(Seed.PROPERTY, options.getOrDefault("--seed", "1"));
        Path out = Path.of(options.getOrDefault("--out", "target/kit"));
        try (PeerHost.@Nullable Reservation reservation = reserve(options)) {
            PeerOptions java = forWorkers(options, reservation);
            Kit kit = new Kit(StandardRules.class, java, out, System.out);
            Report report =
                    kit.run(
                            options.getOrDefault("--target", "soft:iwarp"),
                            options.getOrDefault("--rules", ""),
                            new Sample(Integer.parseInt(options.getOrDefault("--sample", "0"))),
                            Integer.parseInt(options.getOrDefault("--repeat", "1")));
            System.exit(report.worst().isGood() ? 0 : 1);
        } catch (PeerException e) {
            System.err.println("kit: " + e.getMessage());
            System.exit(2);
        }
    }

    /**
     * Has the peer's host serve this kit alone, and this side listen where that host sees it unless
     * the options say another address; null where there is none.
     *
     * @throws PeerException where that cannot be; the text says why
     */
    static PeerHost.@Nullable Reservation reserve(Map<String, String> options) {
        @Nullable String place = options.get(PEER);
        if (place == null) {
            return null;
        }
        try {
            PeerHost host = PeerHost.of(place, options.get(SECRET), UUID.randomUUID().toString());
            PeerHost.Reservation reservation = host.reserve();
            options.putIfAbsent(ADDRESS, reservation.address().getHostAddress());
            return reservation;
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new PeerException(PEER + ": " + e.getMessage());
        }
    }

    /** Which options {@link #forWorkers} takes. */
    static Set<String> optionsForWorkers() {
        return FOR_WORKERS.keySet();
    }

    /** How workers are started that are told these options; others are none of theirs. */
    static PeerOptions forWorkers(
            Map<String, String> options, PeerHost.@Nullable Reservation reservation) {
        PeerOptions java = PeerOptions.defaults();
        if (reservation != null) {
            java = java.with("-D" + PeerHost.KIT_PROPERTY + "=" + reservation.kit());
        }
        for (Map.Entry<String, String> one : FOR_WORKERS.entrySet()) {
            @Nullable String value = options.get(one.getKey());
            if (value != null) {
                java = java.with("-D" + one.getValue() + "=" + value);
            }
        }
        return java;
    }

    private static String matrix(String[] adapters) {
        List<AdapterAttributes> attributes = new ArrayList<>();
        try (AdapterRegistry registry = new RegistryBuilder().build()) {
            for (String name : adapters) {
                attributes.add(registry.open(name, AdapterOptions.defaults()).attributes());
            }
        }
        return CapabilityMatrix.table(attributes);
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new LinkedHashMap<>();
        Set<String> known =
                new HashSet<>(
                        Set.of(
                                "--target",
                                "--rules",
                                "--sample",
                                "--seed",
                                "--repeat",
                                "--out",
                                "--specification",
                                "--matrix"));
        known.addAll(FOR_WORKERS.keySet());
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i]) || i + 1 == args.length) {
                System.err.print(USAGE);
                System.exit(2);
            }
            options.put(args[i], args[i + 1]);
        }
        return options;
    }

    /** Tries rules once, writes the reports, and says on the console what came of it. */
    Report run(String target, String selection, Sample sample)
            throws IOException, InterruptedException {
        return run(target, selection, sample, 1);
    }

    private Report run(String target, String selection, Sample sample, int repeats)
            throws IOException, InterruptedException {
        Files.createDirectories(out);
        Path described = out.resolve("description.json");
        Files.deleteIfExists(described);
        Trials trials = trials(target, selection, sample, repeats, described);
        Report report = report(description(target, described), selection, repeats, trials);
        report.write(out, "results", null);
        console.print(report.summary());
        return report;
    }

    /** Tries rules on a target that was described, so many times. */
    Report run(Description description, String selection, Sample sample, int repeats)
            throws IOException, InterruptedException {
        String target = description.subject().target();
        Trials trials = trials(target, selection, sample, repeats, null);
        return report(description, selection, repeats, trials);
    }

    private Report report(Description description, String selection, int repeats, Trials trials) {
        return new Report(
                catalogue,
                new Report.Run(description, selection, repeats, trials.started(), trials.took()),
                trials.worst());
    }

    /** The worker's description or, where it did not come so far, that of a process of its own. */
    private Description description(String target, Path file)
            throws IOException, InterruptedException {
        if (Files.exists(file)) {
            Description description = Describer.read(file);
            Files.delete(file);
            return description;
        }
        try {
            return new DescriberProcess(java, out).describe(target);
        } catch (IOException | NoTargetException e) {
            console.println(e.getMessage());
            return Description.unknown(target);
        }
    }

    private record Trials(Instant started, Duration took, List<Result> worst) {}

    private Trials trials(
            String target, String selection, Sample sample, int repeats, @Nullable Path described)
            throws IOException, InterruptedException {
        Instant started = Instant.now();
        long begin = System.nanoTime();
        List<Journal.Step> steps = sample.steps(catalogue.select(selection), Seed.value());
        Repeats all = new Repeats(repeats);
        for (int i = 1; i <= repeats; i++) {
            Path logs = repeats == 1 ? out : Files.createDirectories(out.resolve("run-" + i));
            all.add(once(target, steps, logs, described));
        }
        return new Trials(started, Duration.ofNanos(System.nanoTime() - begin), all.worst());
    }

    private List<Result> once(
            String target, List<Journal.Step> steps, Path logs, @Nullable Path described)
            throws IOException, InterruptedException {
        List<Journal.Step> left = steps;
        List<Result> results = new ArrayList<>();
        boolean warm = true;
        long lostMs = mayLoseMs;
        for (int worker = 1; !left.isEmpty(); worker++) {
            WorkerProcess.Done done =
                    new WorkerProcess(java, logs, worker)
                            .run(rules, target, left, warm, lostMs, described);
            results.addAll(done.results());
            left = left.subList(done.results().size(), left.size());
            lostMs -= lost(done.results());
            if (done.cold().isPresent()) {
                warm = false;
                console.println(target + " is tried cold: " + done.cold().get());
            }
            @Nullable String why = reasonToStop(done, lostMs);
            if (why != null) {
                left.forEach(step -> results.add(notTried(step, why)));
                break;
            }
        }
        return results;
    }

    private static long lost(List<Result> results) {
        return results.stream().filter(r -> !r.status().isGood()).mapToLong(Result::millis).sum();
    }

    /** Why the rest would be a waste of time; null where it would not. */
    private @Nullable String reasonToStop(WorkerProcess.Done last, long lostMs) {
        if (!last.usable()) {
            return "the target could not be opened, see the first rule";
        }
        return lostMs < 0 ? "the trials that failed took over " + mayLoseMs + " ms" : null;
    }

    private static Result notTried(Journal.Step step, String why) {
        return Result.ofHarness(step, Status.ERROR, "not tried: " + why, "", 0);
    }
}
