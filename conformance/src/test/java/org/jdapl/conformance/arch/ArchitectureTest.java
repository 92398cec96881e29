package org.jdapl.conformance.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdapl.api.data.planted.DataThing;
import org.jdapl.api.planted.ApiThing;
import org.jdapl.api.planted.ApiUsesCore;
import org.jdapl.conformance.rules.planted.RuleOpensASocket;
import org.jdapl.core.planted.CoreAsksTheSystem;
import org.jdapl.core.planted.CoreLinks;
import org.jdapl.core.planted.CoreSkipsSeams;
import org.jdapl.core.planted.CoreThing;
import org.jdapl.core.planted.CoreUsesGuice;
import org.jdapl.core.planted.CoreUsesProvider;
import org.jdapl.core.planted.ffm.BindingLinks;
import org.jdapl.core.seam.planted.SeamImplementation;
import org.jdapl.middleware.planted.MiddlewareStartsAThread;
import org.jdapl.middleware.planted.MiddlewareUsesCore;
import org.jdapl.provider.planted.ProviderThing;
import org.jdapl.provider.planted.ProviderUsesApi;
import org.jdapl.provider.planted.ProviderUsesCore;
import org.jdapl.provider.soft.net.planted.NetReadsClock;
import org.jdapl.provider.soft.rdmap.planted.EngineSkipsSeams;
import org.jdapl.provider.soft.sim.planted.SimReadsClock;
import org.jdapl.spi.planted.SpiUsesApi;
import org.jdapl.spi.planted.SpiUsesCore;
import org.jdapl.verbs.planted.VerbsUsesCore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the product to {@link Rules}, and each rule to planted classes: it must name exactly those
 * that break it.
 */
class ArchitectureTest {
    private static final JavaClasses PRODUCT =
            new ClassFileImporter().importUrls(ProductModules.locations());

    private static final JavaClasses PLANTED =
            new ClassFileImporter()
                    .importClasses(
                            ApiThing.class,
                            ApiUsesCore.class,
                            BindingLinks.class,
                            CoreAsksTheSystem.class,
                            CoreLinks.class,
                            CoreSkipsSeams.class,
                            CoreThing.class,
                            CoreUsesGuice.class,
                            CoreUsesProvider.class,
                            DataThing.class,
                            EngineSkipsSeams.class,
                            MiddlewareStartsAThread.class,
                            MiddlewareUsesCore.class,
                            NetReadsClock.class,
                            ProviderThing.class,
                            ProviderUsesApi.class,
                            ProviderUsesCore.class,
                            RuleOpensASocket.class,
                            SeamImplementation.class,
                            SimReadsClock.class,
                            SpiUsesApi.class,
                            SpiUsesCore.class,
                            VerbsUsesCore.class);

    private static final Pattern OFFENDER =
            Pattern.compile("^\\w+ <(org\\.jdapl\\.[a-z.]*planted[a-z.]*\\.\\w+)");

    static List<ArchRule> rules() {
        return Rules.all();
    }

    static Stream<Arguments> offenders() {
        return Stream.of(
                offenders(Rules.API_STANDS_ALONE, ApiUsesCore.class),
                offenders(Rules.MIDDLEWARE_STANDS_ON_THE_API, MiddlewareUsesCore.class),
                offenders(Rules.MIDDLEWARE_STARTS_NO_THREAD, MiddlewareStartsAThread.class),
                offenders(Rules.SPI_KNOWS_ONLY_API_DATA, SpiUsesApi.class),
                offenders(Rules.SPI_KNOWS_NO_RUNTIME_AND_NO_PROVIDER, SpiUsesCore.class),
                offenders(Rules.CORE_KNOWS_NO_PROVIDER, CoreUsesProvider.class),
                offenders(
                        Rules.PROVIDERS_KNOW_NO_RUNTIME,
                        ProviderUsesCore.class,
                        VerbsUsesCore.class),
                offenders(Rules.PROVIDERS_KNOW_ONLY_API_DATA, ProviderUsesApi.class),
                offenders(Rules.ONLY_BINDINGS_LINK_NATIVE_CODE, CoreLinks.class),
                offenders(Rules.PORTABLE_PARTS_USE_NOTHING_OF_ONE_SYSTEM, CoreAsksTheSystem.class),
                offenders(Rules.GUICE_STAYS_IN_ITS_MODULE, CoreUsesGuice.class),
                offenders(
                        Rules.TIME_THREADS_AND_NETWORK_PASS_THE_SEAMS,
                        CoreSkipsSeams.class,
                        EngineSkipsSeams.class,
                        RuleOpensASocket.class,
                        SimReadsClock.class));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldHoldInTheProduct(ArchRule rule) {
        rule.check(PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("offenders")
    void shouldNameExactlyThePlantedOffenders(ArchRule rule, List<String> offenders) {
        assertThat(named(rule)).containsExactlyElementsOf(offenders);
    }

    @Test
    void shouldPlantAnOffenderForEveryRule() {
        assertThat(offenders().map(arguments -> arguments.get()[0]))
                .containsExactlyElementsOf(rules());
    }

    @Test
    void shouldSeeEveryWayRoundTheSeams() {
        String report =
                String.join(
                        "\n",
                        Rules.TIME_THREADS_AND_NETWORK_PASS_THE_SEAMS
                                .evaluate(PLANTED)
                                .getFailureReport()
                                .getDetails());

        for (var method : CoreSkipsSeams.class.getDeclaredMethods()) {
            if (!method.isSynthetic()) {
                assertThat(report).contains("CoreSkipsSeams." + method.getName() + "(");
            }
        }
    }

    private static Set<String> named(ArchRule rule) {
        Set<String> named = new TreeSet<>();
        for (String line : rule.evaluate(PLANTED).getFailureReport().getDetails()) {
            Matcher matcher = OFFENDER.matcher(line);
            assertThat(matcher.find()).as(line).isTrue();
            named.add(matcher.group(1));
        }
        return named;
    }

    private static Arguments offenders(ArchRule rule, Class<?>... classes) {
        return arguments(rule, Stream.of(classes).map(Class::getName).sorted().toList());
    }
}
