package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A module that stands in a folder of its own, outside of the build.
 *
 * @param folder with its sources
 */
record ExampleModule(Path folder) {

    /** Where the build's modules are. */
    static String modulePath() {
        return System.getProperty("jdapl.test.modulepath");
    }

    /** Its files of Java, in the order of their names. */
    List<Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(one -> one.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** Demands that it compiles against the build's modules, where a warning is an error. */
    void compile(Path classes, String... options) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-Werror", "-p", modulePath(), "-d", classes.toString()));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            assertThat(
                            compiler.getTask(
                                            null,
                                            files,
                                            null,
                                            all,
                                            null,
                                            files.getJavaFileObjectsFromPaths(sources()))
                                    .call())
                    .isTrue();
        }
    }
}
