package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jdapl.verbs.diagnosis.Check;
import org.jdapl.verbs.diagnosis.Check.Status;
import org.jdapl.verbs.diagnosis.Diagnosis;
import org.junit.jupiter.api.Test;

/** What {@code jdapl doctor} makes of checks, on whatever machine this is. */
class DoctorTest {

    private static Cli.Result doctor(String... arguments) {
        return Cli.runHere(arguments);
    }

    @Test
    void shouldPrintASentenceForEachCheckAndItsRemedy() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DoctorCommand.print(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                List.of(
                        new Check("one", Status.OK, "It is fit.", ""),
                        new Check("two", Status.WARNING, "It is\nworn.", "Mend it."),
                        new Check("three", Status.FAILURE, "It is broken.", "Buy one."),
                        new Check("four", Status.NOT_APPLICABLE, "It is not here.", "")));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        ok       It is fit.
                        WARNING  It is worn.
                                 -> Mend it.
                        FAILURE  It is broken.
                                 -> Buy one.
                        -        It is not here.
                        """);
    }

    @Test
    void shouldEndAsTheChecksOfThisMachineSay() {
        boolean passed = Diagnosis.passed(Diagnosis.run());
        Cli.Result result = doctor("doctor");

        assertThat(result.out()).contains("Java may call native code").contains(" checks: ok ");
        assertThat(result.status()).isEqualTo(passed ? ExitCode.OK : ExitCode.FAILURE);
        if (!passed) {
            result.failed(ExitCode.FAILURE, "failed: RDMA devices cannot be used");
        }
    }

    @Test
    void shouldPrintChecksForPrograms() {
        assertThat(doctor("doctor", "--json").out())
                .startsWith("{")
                .contains("\"name\": \"library libibverbs.so.1\"")
                .contains("\"status\": \"OK\"", "\"sentence\": \"", "\"remedy\": \"");
    }

    @Test
    void shouldKeepWhatIsFitToItselfWhereOnlyProblemsAreAskedFor() {
        assertThat(doctor("doctor", "--problems").out())
                .doesNotContain("Java may call native code from", "\n-  ");
    }

    @Test
    void shouldSayThatADeviceIsNotThere() {
        doctor("info", "--device", "no_such_device").failed(ExitCode.FAILURE, "RDMA");
    }

    @Test
    void shouldListAdaptersWithoutTheLibraries() {
        assertThat(doctor("info", "--list").succeeded().out()).contains("soft:iwarp");
    }
}
