package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/**
 * Holds the commands that pages show to what there is: scripts, subcommands, options, modules,
 * tests. Those of {@code jdapl} are parsed, and those of them that need nobody else are run.
 */
class PageCommandsTest {

    private static final Path ROOT = Path.of("..");
    private static final List<String> PAGES =
            List.of("docs", "conformance", "README.md", "CONTRIBUTING.md", "CHANGELOG.md");

    /** Where the options of a script are read that it does not read itself. */
    private static final Map<String, String> PROGRAMS =
            Map.of(
                    "etc/kit", "conformance/src/main/java",
                    "etc/explore", "conformance/src/main/java",
                    "etc/bench", "benchmarks/src/main/java",
                    "etc/example", "docs/examples/src/main/java");

    private static final Set<String> MAVEN = Set.of("etc/mvnj", "etc/test");

    /** Properties of Maven's plugins. */
    private static final Set<String> MAVENS_OWN =
            Set.of(
                    "skipTests",
                    "maven.test.skip",
                    "test",
                    "surefire.failIfNoSpecifiedTests",
                    "project.basedir");

    /** What pages write where a user writes his own. */
    private static final Map<String, String> PLACEHOLDERS =
            Map.of(
                    "HOST:PORT", "127.0.0.1:7471",
                    "ADDRESS", "127.0.0.1:7471",
                    "PID", "4711",
                    "NAME", "rxe0");

    private static final Set<String> NEED_NOBODY = Set.of("info", "doctor");
    private static final Set<String> NEED_A_DEVICE = Set.of("--devices", "-d");

    /** The plan speaks of what is to come. */
    private static final Path PLAN = Path.of("docs", "plan.md");

    private final Map<Path, String> sources = new HashMap<>();

    private static List<PageCommand> commands() throws IOException {
        return PAGES.stream()
                .flatMap(page -> files(ROOT.resolve(page), file -> file.endsWith(".md")))
                .filter(page -> !ROOT.relativize(page).equals(PLAN))
                .flatMap(
                        page ->
                                PageCommand.of(ROOT.relativize(page).toString(), read(page))
                                        .stream())
                .toList();
    }

    @Test
    void shouldNameOnlyWhatThereIs() throws Exception {
        List<PageCommand> commands = commands();
        Set<String> wrong =
                commands.stream()
                        .flatMap(command -> faults(command).map(fault -> command + ": " + fault))
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(wrong).isEmpty();
        assertThat(commands).hasSizeGreaterThan(100);
    }

    @Test
    void shouldRunWhereTheyNeedNobodyElse() throws Exception {
        Set<List<String>> lines =
                commands().stream()
                        .filter(command -> command.script().equals("jdapl"))
                        .map(PageCommandsTest::arguments)
                        .filter(a -> !a.isEmpty() && NEED_NOBODY.contains(a.getFirst()))
                        .filter(a -> a.stream().noneMatch(NEED_A_DEVICE::contains))
                        .collect(Collectors.toSet());

        assertThat(lines).hasSizeGreaterThan(2);
        for (List<String> line : lines) {
            Cli.Result result = Cli.runHere(line.toArray(String[]::new));
            assertThat(result.out()).as(line + ": " + result).isNotEmpty();
            // Of a machine without RDMA the doctor says so by its status.
            assertThat(result.status())
                    .as(line + ": " + result)
                    .isIn(line.getFirst().equals("doctor") ? List.of(0, 1) : List.of(0));
        }
    }

    @Test
    void shouldFindWhatIsWrong() {
        String page =
                """
                `./jdapl pong` `jdapl ping --sizes 8` `etc/kat` and `etc/kit --targets x`

                ```sh
                etc/mvnj -Dquik test -pl dapl-apo -Dtest=NoTest    # a comment
                etc/example storag && etc/bench Stram --pears 1
                conformance/lab/lab-run --nets pair -- ls --all
                ```

                ```java
                etc/nothing
                ```
                """;

        assertThat(PageCommand.of("page.md", page).stream().map(c -> faults(c).toList()))
                .hasSize(8)
                .noneMatch(List::isEmpty);
        assertThat(
                        PageCommand.of(
                                        "page.md",
                                        "`etc/kit --target a && etc/test`, `jdapl`, `/etc/x`")
                                .stream()
                                .flatMap(this::faults))
                .isEmpty();
    }

    private Stream<String> faults(PageCommand command) {
        Path script = ROOT.resolve(command.script());
        if (!Files.isRegularFile(script) || !command.byShell() && !Files.isExecutable(script)) {
            return Stream.of("no such script");
        }
        if (command.script().equals("jdapl")) {
            boolean named =
                    command.mention()
                            && command.arguments().size() == 1
                            && !command.arguments().getFirst().startsWith("-");
            return named ? unknown(command.arguments().getFirst()) : unparsed(arguments(command));
        }
        if (MAVEN.contains(command.script())) {
            return unknownToMaven(command.own());
        }
        Stream<String> options =
                command.own().stream()
                        .filter(argument -> argument.startsWith("--"))
                        .filter(option -> !isRead(command.script(), option))
                        .map(option -> "no option " + option);
        return Stream.concat(options, wrongName(command));
    }

    private static Stream<String> unknown(String word) {
        return Main.commandLine().getSubcommands().containsKey(word)
                ? Stream.empty()
                : Stream.of("no subcommand " + word);
    }

    private static Stream<String> unparsed(List<String> arguments) {
        try {
            if (!arguments.isEmpty()) {
                Main.commandLine().parseArgs(arguments.toArray(String[]::new));
            }
            return Stream.empty();
        } catch (ParameterException e) {
            return Stream.of(e.getMessage());
        }
    }

    /** With something in the place of what stands for something; the shell's are any word. */
    private static List<String> arguments(PageCommand command) {
        return command.arguments().stream()
                .map(argument -> PLACEHOLDERS.getOrDefault(argument, argument))
                .toList();
    }

    private Stream<String> unknownToMaven(List<String> arguments) {
        String build = read(ROOT.resolve("pom.xml"));
        Stream.Builder<String> faults = Stream.builder();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith("-D")) {
                String[] property = argument.substring(2).split("=", 2);
                if (!MAVENS_OWN.contains(property[0])
                        && !build.contains("<name>" + property[0] + "</name>")
                        && !build.contains("<" + property[0] + "/>")
                        && !build.contains("<" + property[0] + ">")
                        && !build.contains("<name>!" + property[0] + "</name>")) {
                    faults.add("no property " + property[0]);
                }
                if (property[0].equals("test")) {
                    Arrays.stream(property[1].split(","))
                            .filter(test -> !isATest(test))
                            .forEach(test -> faults.add("no test " + test));
                }
            } else if (argument.equals("-pl")) {
                Arrays.stream(arguments.get(i + 1).split(","))
                        .filter(module -> !build.contains("<module>" + module + "</module>"))
                        .forEach(module -> faults.add("no module " + module));
            }
        }
        return faults.build();
    }

    private boolean isATest(String name) {
        return files(ROOT, file -> file.endsWith("/" + name + ".java")).findAny().isPresent();
    }

    private Stream<String> wrongName(PageCommand command) {
        if (command.own().isEmpty()) {
            return Stream.empty();
        }
        String name = command.own().getFirst();
        boolean right =
                switch (command.script()) {
                    case "etc/example" ->
                            Files.exists(
                                    ROOT.resolve("docs/examples/src/main/java/org/jdapl/examples")
                                            .resolve(name.replace('.', '/'))
                                            .resolve("Main.java"));
                    case "etc/bench" ->
                            Files.exists(
                                    ROOT.resolve("benchmarks/src/main/java/org/jdapl/benchmarks")
                                            .resolve(name + ".java"));
                    default -> true;
                };
        return right || name.equals("NAME") ? Stream.empty() : Stream.of("no program " + name);
    }

    /** Options are read by their names, with or without the dashes. */
    private boolean isRead(String script, String option) {
        String name = option.substring(2).replaceFirst("=.*", "");
        String text = read(ROOT.resolve(script));
        if (text.contains("--" + name)) {
            return true;
        }
        String program = PROGRAMS.get(script);
        if (program == null) {
            return false;
        }
        String source =
                sources.computeIfAbsent(
                        ROOT.resolve(program),
                        folder ->
                                files(folder, file -> file.endsWith(".java"))
                                        .map(PageCommandsTest::read)
                                        .collect(Collectors.joining()));
        return source.contains("\"--" + name + "\"") || source.contains("\"" + name + "\"");
    }

    private static Stream<Path> files(Path top, Predicate<String> wanted) {
        try (Stream<Path> all = Files.walk(top)) {
            return all
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> wanted.test(file.toString()) && Files.isRegularFile(file))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
