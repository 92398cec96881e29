package org.jdapl.tools;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.verbs.diagnosis.Check;
import org.jdapl.verbs.diagnosis.Check.Status;
import org.jdapl.verbs.diagnosis.Diagnosis;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code jdapl doctor}. */
@Command(
        name = "doctor",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Looks at all that RDMA devices need on this machine, and says what to do where it is"
                    + " not fit: Java's flag, libraries, kernel modules, permissions, devices,"
                    + " ports, addresses, limits.",
            "Adapters in software need none of it. The exit status is 0 if nothing failed."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  jdapl doctor", "  jdapl doctor --problems", "  jdapl doctor --json"})
final class DoctorCommand implements Runnable {

    @Option(names = "--problems", description = "Only warnings and failures.")
    private boolean problems;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec private CommandSpec spec = CommandSpec.create();

    DoctorCommand() {}

    @Override
    public void run() {
        Leftovers.running(spec.qualifiedName());
        List<Check> all = Diagnosis.run();
        List<Check> shown = problems ? all.stream().filter(DoctorCommand::isProblem).toList() : all;
        if (json) {
            System.out.println(Json.write(facts(shown)));
        } else {
            print(System.out, shown);
            System.out.println(summary(all));
        }
        System.out.flush();
        if (!Diagnosis.passed(all)) {
            long failed = count(all, Status.FAILURE);
            throw new Failure(
                    failed == 1
                            ? "1 check failed: RDMA devices cannot be used"
                            : failed + " checks failed: RDMA devices cannot be used");
        }
    }

    private static boolean isProblem(Check check) {
        return check.status() == Status.WARNING || check.status() == Status.FAILURE;
    }

    private static Map<String, Object> facts(List<Check> checks) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("version", Main.programVersion());
        facts.put("java", Runtime.version().toString());
        facts.put("checks", checks.stream().map(Facts::of).toList());
        return facts;
    }

    /** A line for each check, and one for its remedy. */
    static void print(PrintStream out, List<Check> checks) {
        for (Check check : checks) {
            out.printf("%-8s %s%n", word(check.status()), OneLine.flat(check.sentence()));
            if (!check.remedy().isEmpty()) {
                out.printf("%-8s %s%n", "", "-> " + OneLine.flat(check.remedy()));
            }
        }
    }

    private static String word(Status status) {
        return switch (status) {
            case OK -> "ok";
            case WARNING -> "WARNING";
            case FAILURE -> "FAILURE";
            case NOT_APPLICABLE -> "-";
        };
    }

    private static String summary(List<Check> checks) {
        return String.format(
                "%n%d checks: ok %d, warnings %d, failures %d, not needed here %d",
                checks.size(),
                count(checks, Status.OK),
                count(checks, Status.WARNING),
                count(checks, Status.FAILURE),
                count(checks, Status.NOT_APPLICABLE));
    }

    private static long count(List<Check> checks, Status status) {
        return checks.stream().filter(check -> check.status() == status).count();
    }
}
