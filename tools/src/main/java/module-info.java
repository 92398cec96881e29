import org.jspecify.annotations.NullMarked;

/**
 * The command line {@code jdapl}. Its code uses the consumer API alone. The runtime and the
 * software provider are named here only so that they are there wherever this module runs; other
 * providers are found where they are on the module path.
 */
@NullMarked
module org.jdapl.tools {
    requires static transitive org.jspecify;
    requires info.picocli;
    requires org.jdapl.api;
    requires org.jdapl.core;
    requires org.jdapl.provider.soft;

    opens org.jdapl.tools to
            info.picocli;
}
