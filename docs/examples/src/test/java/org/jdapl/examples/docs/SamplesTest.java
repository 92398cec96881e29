package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compiles the Java code that pages show, against the API alone. */
class SamplesTest {

    private static final Path PRELUDE =
            Path.of("src", "test", "java", "org", "jdapl", "examples", "docs", "Samples.java");

    @TempDir Path classes;

    /** A sample in a class, whose lines are those of the sample moved by the lines before it. */
    private static final class Source extends SimpleJavaFileObject {

        private static final String HEAD =
                """
                package samples;
                import module java.base;
                import module org.jdapl.api;
                abstract class %s extends org.jdapl.examples.docs.Samples {
                protected void sample() throws Exception {
                """;

        private final String name;
        private final String code;

        Source(String name, String code) {
            super(URI.create("string:///samples/" + name + ".java"), Kind.SOURCE);
            this.name = name;
            this.code = code;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return HEAD.formatted(name) + code + "}}\n";
        }

        static long headLines() {
            return HEAD.lines().count();
        }
    }

    @ParameterizedTest
    @CsvSource({"README.md, 1", "docs/programming.md, 23"})
    void shouldShowCodeThatCompiles(String path, int least) throws Exception {
        List<String> samples = Page.of(path).blocks("java");

        assertThat(samples).hasSizeGreaterThanOrEqualTo(least);
        assertThat(errors(samples)).as(path).isEmpty();
    }

    @Test
    void shouldFindASampleThatDoesNot() throws Exception {
        assertThat(errors(List.of("endpoint.reset();\n", "\nendpoint.postSent(out);\n")))
                .singleElement()
                .asString()
                .startsWith("sample 2, line 2: ")
                .contains("postSent");
    }

    private List<String> errors(List<String> samples) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            List<JavaFileObject> sources = new ArrayList<>();
            files.getJavaFileObjects(PRELUDE).forEach(sources::add);
            for (int i = 0; i < samples.size(); i++) {
                sources.add(new Source("Sample" + (i + 1), samples.get(i)));
            }
            compiler.getTask(null, files, found, options(), null, sources).call();
        }
        return found.getDiagnostics().stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .map(SamplesTest::described)
                .toList();
    }

    private List<String> options() {
        return List.of(
                "-proc:none",
                "-Xlint:none",
                "--module-path",
                System.getProperty("jdapl.test.modulepath"),
                "--add-modules",
                "org.jdapl.api",
                "-d",
                classes.toString());
    }

    private static String described(Diagnostic<? extends JavaFileObject> error) {
        boolean ours = error.getSource() instanceof Source;
        return (ours
                        ? "sample "
                                + ((Source) error.getSource()).name.replace("Sample", "")
                                + ", line "
                                + (error.getLineNumber() - Source.headLines())
                        : "around the samples")
                + ": "
                + error.getMessage(Locale.ROOT);
    }
}
