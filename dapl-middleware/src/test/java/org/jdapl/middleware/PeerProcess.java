package org.jdapl.middleware;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.ProgressMode;

/** A peer in a process of its own: it accepts one connection, and ends with its input. */
final class PeerProcess implements AutoCloseable {

    private final Process process;
    private final int port;

    private PeerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The peer itself. */
    public static void main(String[] arguments) throws Exception {
        try (Node node = Node.real(ProgressMode.AUTO)) {
            System.out.println(node.listen().getPort());
            node.accept(PrivateData.EMPTY);
            int end = System.in.read();
            assert end < 0;
        }
    }

    static PeerProcess start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx64m");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-cp");
        command.add(classPath());
        command.add(PeerProcess.class.getName());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null) {
            process.destroyForcibly();
            throw new IOException("the peer has ended at once");
        }
        return new PeerProcess(process, Integer.parseInt(line));
    }

    /** Everything that these tests see, named modules or not. */
    private static String classPath() throws IOException {
        return Stream.of(
                        System.getProperty("jdk.module.path", ""),
                        System.getProperty("java.class.path", ""),
                        System.getProperty("surefire.test.class.path", ""),
                        location(PeerProcess.class))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Where a test class is that was patched into a named module. */
    private static String location(Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        Path file = Path.of(java.net.URI.create(type.getResource("/" + name).toString()));
        return file.resolve("../".repeat(name.split("/").length)).normalize().toString();
    }

    int port() {
        return port;
    }

    /** Stops it as a debugger or a job control does; it neither runs nor ends. */
    void stop() throws IOException, InterruptedException {
        int code =
                new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor();
        if (code != 0) {
            throw new IOException("kill -STOP failed: " + code);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
