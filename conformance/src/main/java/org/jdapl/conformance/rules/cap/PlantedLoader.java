package org.jdapl.conformance.rules.cap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jdapl.conformance.rules.cap.planted.SoundProvider;
import org.jdapl.spi.Provider;
import org.jspecify.annotations.Nullable;

/**
 * Has one of the planted providers, as a jar on the class path would: its classes are the loader's
 * own, and a list of services in memory names it.
 */
final class PlantedLoader extends ClassLoader {

    private static final String PLANTED = SoundProvider.class.getPackageName() + ".";
    private static final String SERVICES = "META-INF/services/" + Provider.class.getName();

    private final String provider;

    PlantedLoader(Class<? extends Provider> provider) {
        // No parent that finds the providers of this module path too.
        super(ClassLoader.getPlatformClassLoader());
        this.provider = provider.getName();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PLANTED)) {
            return Class.forName(name, false, PlantedLoader.class.getClassLoader());
        }
        synchronized (getClassLoadingLock(name)) {
            @Nullable Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.substring(PLANTED.length()) + ".class";
        try (@Nullable InputStream in = SoundProvider.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (!name.equals(SERVICES)) {
            return super.getResources(name);
        }
        URL url = URL.of(URI.create("planted:services"), new Text(provider));
        return Collections.enumeration(List.of(url));
    }

    /** What a URL leads to. */
    private static final class Text extends URLStreamHandler {
        private final String text;

        Text(String text) {
            this.text = text;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {
                    // It is here already.
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
                }
            };
        }
    }
}
