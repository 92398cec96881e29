package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdapl.verbs.c.CCompiler;

/** Commands of the guest. */
final class Guest {
    private Guest() {}

    /** Runs a command that has to succeed; tells what it wrote. */
    static String run(String... command) {
        CCompiler.Result result = CCompiler.run(List.of(command));
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }
}
