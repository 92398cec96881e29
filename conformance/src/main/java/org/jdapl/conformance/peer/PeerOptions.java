package org.jdapl.conformance.peer;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Seed;
import org.jspecify.annotations.Nullable;

/**
 * How to start the peer process.
 *
 * @param launcher words that the command is put behind
 * @param java the command
 * @param modulePath where its modules are
 * @param vmArguments arguments for the JVM
 */
public record PeerOptions(
        List<String> launcher, String java, String modulePath, List<String> vmArguments) {

    /** The property in which the build gives the module path. */
    public static final String MODULE_PATH_PROPERTY = "jdapl.test.modulepath";

    /** What other processes have to know of this one's settings. */
    private static final List<String> PASSED_ON = List.of(Bound.SCALE_PROPERTY, Seed.PROPERTY);

    private static final String MODULE = "org.jdapl.conformance";
    private static final String NATIVE =
            "org.jdapl.core,org.jdapl.conformance,org.jdapl.provider.verbs";

    /** Copies the lists. */
    public PeerOptions {
        launcher = List.copyOf(launcher);
        vmArguments = List.copyOf(vmArguments);
    }

    /**
     * The same Java as this process, the module path that the build gives or else this process's
     * own, a small heap, a quick start, and native memory counted.
     *
     * @return the options
     */
    public static PeerOptions defaults() {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-Xmx192m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:NativeMemoryTracking=summary",
                                "-XX:+IgnoreUnrecognizedVMOptions",
                                "--enable-native-access=" + NATIVE));
        for (String name : PASSED_ON) {
            @Nullable String value = System.getProperty(name);
            if (value != null) {
                arguments.add("-D" + name + "=" + value);
            }
        }
        String java =
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        return new PeerOptions(List.of(), java, path(), arguments);
    }

    /**
     * These options with more arguments for the JVM, which win over those that are there.
     *
     * @param more the arguments
     * @return the options
     */
    public PeerOptions with(String... more) {
        List<String> arguments = new ArrayList<>(vmArguments);
        arguments.addAll(List.of(more));
        return new PeerOptions(launcher, java, modulePath, arguments);
    }

    /**
     * These options with the command put behind other words.
     *
     * @param words the words
     * @return the options
     */
    public PeerOptions behind(List<String> words) {
        return new PeerOptions(words, java, modulePath, vmArguments);
    }

    private static String path() {
        for (String name : List.of(MODULE_PATH_PROPERTY, "jdk.module.path", "java.class.path")) {
            @Nullable String path = System.getProperty(name);
            if (path != null && !path.isEmpty()) {
                return path;
            }
        }
        throw new IllegalStateException("no module path: set " + MODULE_PATH_PROPERTY);
    }

    List<String> command() {
        return command(PeerMain.class, List.of());
    }

    /**
     * The command line for another process of the kit.
     *
     * @param main its class, of this module
     * @param arguments its arguments
     * @return the words
     */
    public List<String> command(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(launcher);
        command.add(java);
        command.addAll(vmArguments);
        command.addAll(List.of("--module-path", modulePath, "-m", MODULE + "/" + main.getName()));
        command.addAll(arguments);
        return command;
    }
}
