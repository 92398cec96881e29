import org.jspecify.annotations.NullMarked;

/** The rules that every provider is held to, and the harness that they run in. */
@NullMarked
module org.jdapl.conformance {
    requires static transitive org.jspecify;
    requires transitive org.jdapl.api;
    requires transitive org.jdapl.spi;
    requires java.management;
    requires jdk.management;
    requires jdk.net;
    requires org.assertj.core;
    requires org.jdapl.core;
    requires org.jdapl.guice;
    requires org.jdapl.provider.ib;
    requires org.jdapl.provider.iwarp;
    requires org.jdapl.provider.soft;
    requires org.jdapl.provider.verbs;
    requires org.jdapl.tools;
    requires com.fasterxml.jackson.annotation;
    requires com.networknt.schema;
    requires info.picocli;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports org.jdapl.conformance.base;
    exports org.jdapl.conformance.certificate;
    exports org.jdapl.conformance.explorer;
    exports org.jdapl.conformance.kit;
    exports org.jdapl.conformance.mutants;
    exports org.jdapl.conformance.peer;
    exports org.jdapl.conformance.rules;

    opens org.jdapl.conformance.certificate to
            tools.jackson.databind;
    opens org.jdapl.conformance.certify to
            info.picocli;
    opens org.jdapl.conformance.kit to
            tools.jackson.databind;

    uses org.jdapl.conformance.kit.ProviderUnderTest;
    uses org.jdapl.spi.Provider;

    provides org.jdapl.tools.command.CommandProvider with
            org.jdapl.conformance.certify.CertifyProvider;
}
