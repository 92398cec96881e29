package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds all Java code of all pages to the compiler: a block either stands in a source file of the
 * build, or compiles in the frame of {@link Samples} against the API alone.
 */
class SamplesTest {

    private static final Path PRELUDE =
            Path.of("src", "test", "java", "org", "jdapl", "examples", "docs", "Samples.java");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```java[^\n]*\n(.*?)^\\1```$");

    /** What Maven or a test compiles. */
    private static final Pattern COMPILED =
            Pattern.compile(".*(src/(main|test)/java|docs/examples/verbs-provider)/.*");

    @TempDir Path classes;

    /** A block of code of a page. */
    private record Sample(String page, int line, String code) {

        static List<Sample> of(String page, String text) {
            List<Sample> samples = new ArrayList<>();
            Matcher block = BLOCK.matcher(text);
            while (block.find()) {
                int line = (int) text.substring(0, block.start()).lines().count() + 1;
                samples.add(new Sample(page, line, block.group(2)));
            }
            return samples;
        }
    }

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
        private final Sample sample;

        Source(int number, Sample sample) {
            super(URI.create("string:///samples/Sample" + number + ".java"), Kind.SOURCE);
            this.name = "Sample" + number;
            this.sample = sample;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return HEAD.formatted(name) + sample.code() + "}}\n";
        }

        String described(Diagnostic<?> error) {
            long line = sample.line() + error.getLineNumber() - HEAD.lines().count();
            return sample.page() + ":" + line + ": " + error.getMessage(Locale.ROOT);
        }
    }

    @Test
    void shouldShowCodeThatCompiles() throws Exception {
        List<Sample> samples = new ArrayList<>();
        for (Path page : Sources.named(".md")) {
            samples.addAll(Sample.of(page.toString(), Sources.read(page)));
        }
        String sources =
                Sources.named(".java").stream()
                        .filter(file -> COMPILED.matcher(file.toString()).matches())
                        .map(file -> bare(Sources.read(file)))
                        .collect(Collectors.joining("\n"));
        List<Sample> own =
                samples.stream().filter(sample -> !sources.contains(bare(sample.code()))).toList();

        assertThat(errors(own)).isEmpty();
        assertThat(own).hasSizeGreaterThan(24);
        assertThat(samples.size() - own.size()).as("quoted from sources").isGreaterThan(8);
    }

    /** Code without what its formatter may change, and without what pages leave out. */
    private static String bare(String code) {
        return code.replace("@Nullable ", "").replaceAll("\\s+", "");
    }

    @Test
    void shouldFindASampleThatDoesNot() throws Exception {
        String page =
                """
                # Page

                ```java
                endpoint.reset();
                ```

                  ```java x

                  endpoint.postSent(out);
                  ```
                """;

        assertThat(errors(Sample.of("page.md", page)))
                .singleElement()
                .asString()
                .startsWith("page.md:9: ")
                .contains("postSent");
    }

    private List<String> errors(List<Sample> samples) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            List<JavaFileObject> sources = new ArrayList<>();
            files.getJavaFileObjects(PRELUDE).forEach(sources::add);
            for (int i = 0; i < samples.size(); i++) {
                sources.add(new Source(i + 1, samples.get(i)));
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
        return error.getSource() instanceof Source source
                ? source.described(error)
                : "around the samples: " + error.getMessage(Locale.ROOT);
    }
}
