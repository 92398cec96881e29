package org.jdapl.conformance.explorer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The runtime with a bug in it: the changed source is compiled, and all of the runtime's classes
 * are loaded anew, the changed ones in the place of their originals.
 */
final class PlantedRuntime {

    private static final String PACKAGE = "org.jdapl.core";

    private PlantedRuntime() {}

    /** Plants a bug. */
    static RuntimeUnderTest with(PlantedBug bug, Path sources, Path scratch) throws IOException {
        Path file = sources.resolve(PACKAGE.replace('.', '/')).resolve(bug.file() + ".java");
        String text = Files.readString(file);
        int at = text.indexOf(bug.find());
        if (at < 0 || text.indexOf(bug.find(), at + 1) >= 0) {
            throw new AssertionError(
                    bug.name() + ": its text must stand once in " + file + ": " + bug.find());
        }
        String changed =
                text.substring(0, at)
                        + bug.replacement()
                        + text.substring(at + bug.find().length());
        compile(bug.file(), changed, scratch);
        try {
            return (RuntimeUnderTest)
                    new Loader(classes(scratch))
                            .loadClass(CoreRuntime.class.getName())
                            .getConstructor()
                            .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the runtime with " + bug.name(), e);
        }
    }

    private static void compile(String name, String text, Path into) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject source =
                new SimpleJavaFileObject(
                        URI.create("string:///" + PACKAGE.replace('.', '/') + "/" + name + ".java"),
                        JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return text;
                    }
                };
        String path = System.getProperty("jdapl.test.modulepath");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean done =
                    compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-nowarn", "-cp", path, "-d", into.toString()),
                                    null,
                                    List.of(source))
                            .call();
            if (!done) {
                throw new AssertionError("the source with the bug does not compile: " + name);
            }
        }
    }

    private static Map<String, byte[]> classes(Path folder) throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = folder.relativize(file).toString();
                if (name.endsWith(".class")) {
                    classes.put(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                            Files.readAllBytes(file));
                }
            }
        }
        return classes;
    }

    /** Loads the runtime's classes anew and leaves all others to their own loader. */
    private static final class Loader extends ClassLoader {

        private final Map<String, byte[]> changed;

        Loader(Map<String, byte[]> changed) {
            super(PlantedRuntime.class.getClassLoader());
            this.changed = changed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PACKAGE + ".") && !name.equals(CoreRuntime.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null) {
                    byte[] bytes = bytes(name);
                    loaded = defineClass(name, bytes, 0, bytes.length);
                }
                return loaded;
            }
        }

        private byte[] bytes(String name) throws ClassNotFoundException {
            byte[] bytes = changed.get(name);
            if (bytes != null) {
                return bytes;
            }
            Module from =
                    name.startsWith(PACKAGE)
                            ? org.jdapl.core.RegistryBuilder.class.getModule()
                            : CoreRuntime.class.getModule();
            try (InputStream in = from.getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
