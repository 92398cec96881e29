import org.jspecify.annotations.NullMarked;

/**
 * The command line {@code jdapl}. Its code uses the consumer API alone, of a registry that is wired
 * by Guice, but for {@code doctor} and {@code info --devices}, which use the verbs library. The
 * software provider is named here only so that it is there wherever this module runs; other
 * providers are found where they are on the module path, and so are commands of other modules.
 */
@NullMarked
@SuppressWarnings("requires-automatic") // Guice has no descriptor
module org.jdapl.tools {
    requires static transitive org.jspecify;
    requires info.picocli;
    requires jdk.jfr;
    requires org.jdapl.api;
    requires com.google.guice;
    requires org.jdapl.guice;
    requires org.jdapl.provider.soft;
    requires org.jdapl.provider.verbs;

    exports org.jdapl.tools.command;

    uses org.jdapl.tools.command.CommandProvider;

    opens org.jdapl.tools to
            info.picocli;
}
