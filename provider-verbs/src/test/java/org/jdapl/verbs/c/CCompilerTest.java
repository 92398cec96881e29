package org.jdapl.verbs.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CCompilerTest {

    @BeforeEach
    void needCompiler() {
        CCompiler.assume("stdio.h");
    }

    @Test
    void shouldRunWhatItCompiled() {
        Path program =
                CCompiler.program(
                        "hello",
                        "#include <stdio.h>\n"
                                + "int main(int c, char **v) { printf(\"%s\\n"
                                + "\", v[1]); return 3; }");

        CCompiler.Result result = CCompiler.run(List.of(program.toString(), "hello"));

        assertThat(result.output()).isEqualTo("hello\n");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @Test
    void shouldMakeLibraries() throws Throwable {
        Path library = CCompiler.library("libsix.so", "int six(void) { return 6; }");

        try (Arena arena = Arena.ofConfined()) {
            int six =
                    (int)
                            Linker.nativeLinker()
                                    .downcallHandle(
                                            SymbolLookup.libraryLookup(library, arena)
                                                    .findOrThrow("six"),
                                            FunctionDescriptor.of(ValueLayout.JAVA_INT))
                                    .invokeExact();
            assertThat(six).isEqualTo(6);
        }
    }

    @Test
    void shouldSayWhatTheCompilerSaid() {
        assertThatThrownBy(() -> CCompiler.program("wrong", "int main(void) { return nothing; }"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing");
    }

    @Test
    void shouldNameTheMissingHeaderAndTheRemedy() {
        assertThat(CCompiler.missing("infiniband/there-is-none.h").orElseThrow())
                .contains("infiniband/there-is-none.h")
                .contains("libibverbs-dev");
    }
}
