import org.jspecify.annotations.NullMarked;

/** Injection of providers, adapters and configuration for applications that use Guice. */
@NullMarked
@SuppressWarnings({
    "requires-automatic",
    "requires-transitive-automatic"
}) // Guice has no descriptor
module org.jdapl.guice {
    requires static transitive org.jspecify;
    requires transitive com.google.guice;
    requires transitive org.jdapl.api;
    requires transitive org.jdapl.core;
    requires transitive org.jdapl.spi;

    // Named only so that Guice, which cannot require them itself, finds them at run time.
    requires com.google.common;
    requires jakarta.inject;
    requires org.objectweb.asm;

    exports org.jdapl.guice;

    opens org.jdapl.guice to
            com.google.guice;
}
