package org.jdapl.conformance.arch;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysFalse;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.Linker;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SelectableChannel;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The arrows between the modules and the seams around time, threads and the network, as rules on
 * compiled classes.
 *
 * <p>A rule whose subject has no classes yet says {@code allowEmptyShould(true)}; every other rule
 * fails when it finds nothing to judge.
 */
final class Rules {
    private static final String API = "org.jdapl.api..";
    private static final String API_DATA = "org.jdapl.api.data..";
    private static final String MIDDLEWARE = "org.jdapl.middleware..";
    private static final String SPI = "org.jdapl.spi..";
    private static final String CORE = "org.jdapl.core..";
    private static final String FLIGHT_RECORDER = "org.jdapl.core.telemetry.jfr..";
    private static final String PROVIDERS = "org.jdapl.provider..";
    private static final String SOFT = "org.jdapl.provider.soft..";
    private static final String VERBS = "org.jdapl.verbs..";
    private static final String CONFORMANCE_RULES = "org.jdapl.conformance.rules..";
    private static final String RDMAP = "org.jdapl.provider.soft.rdmap..";
    private static final String IWARP_WIRE = "org.jdapl.provider.soft.iwarp..";
    private static final String SIM = "org.jdapl.provider.soft.sim..";

    /**
     * What stands in real time: the watchdog, threads and their turns, and the network outside of
     * simulations.
     */
    private static final String REAL_TIME_PARTS_OF_SIM =
            "org\\.jdapl\\.provider\\.soft\\.sim\\.(Watchdog|LocalNetwork|SimThread|Task)";

    private static final String[] SEAM_IMPLEMENTATIONS = {
        "org.jdapl.core.seam..", "org.jdapl.provider.soft.seam..", "org.jdapl.provider.soft.net.."
    };

    private static final DescribedPredicate<JavaClass> API_BEYOND_DATA =
            resideInAPackage(API)
                    .and(not(resideInAPackage(API_DATA)))
                    .as("in org.jdapl.api, but not in .data");

    static final ArchRule API_STANDS_ALONE =
            classes()
                    .that()
                    .resideInAPackage(API)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(API, "java..", "org.jspecify.annotations..")
                    .because("the consumer contract points at nothing");

    static final ArchRule MIDDLEWARE_STANDS_ON_THE_API =
            classes()
                    .that()
                    .resideInAPackage(MIDDLEWARE)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(MIDDLEWARE, API, "java..", "org.jspecify.annotations..")
                    .because("what it does every program can do");

    static final ArchRule MIDDLEWARE_STARTS_NO_THREAD =
            noClasses()
                    .that()
                    .resideInAPackage(MIDDLEWARE)
                    .should()
                    .accessTargetWhere(startOfAThread().as("a thread of its own"))
                    .orShould()
                    .dependOnClassesThat(assignableTo(Executor.class))
                    .because("whoever waits drives");

    static final ArchRule SPI_KNOWS_ONLY_API_DATA =
            noClasses()
                    .that()
                    .resideInAPackage(SPI)
                    .should()
                    .dependOnClassesThat(API_BEYOND_DATA)
                    .because("API types that go down to a provider are plain data");

    static final ArchRule SPI_KNOWS_NO_RUNTIME_AND_NO_PROVIDER =
            noClasses()
                    .that()
                    .resideInAPackage(SPI)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(CORE, PROVIDERS, VERBS)
                    .because("the provider contract stands on API data alone");

    static final ArchRule CORE_KNOWS_NO_PROVIDER =
            noClasses()
                    .that()
                    .resideInAPackage(CORE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(PROVIDERS, VERBS)
                    .because("the runtime finds providers by ServiceLoader");

    static final ArchRule PROVIDERS_KNOW_NO_RUNTIME =
            noClasses()
                    .that()
                    .resideInAnyPackage(PROVIDERS, VERBS)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(CORE)
                    .because("a provider stands on the provider contract alone")
                    .allowEmptyShould(true);

    static final ArchRule PROVIDERS_KNOW_ONLY_API_DATA =
            noClasses()
                    .that()
                    .resideInAnyPackage(PROVIDERS, VERBS)
                    .should()
                    .dependOnClassesThat(API_BEYOND_DATA)
                    .because("the consumer's types stay above the provider contract")
                    .allowEmptyShould(true);

    static final ArchRule ONLY_BINDINGS_LINK_NATIVE_CODE =
            noClasses()
                    .that()
                    .resideInAPackage("org.jdapl..")
                    .and()
                    .resideOutsideOfPackages("..ffm..", "..binding..")
                    .should()
                    .dependOnClassesThat(nameStartingWith(Linker.class.getName()))
                    .because("native code is called from packages that are named for it");

    /**
     * Native calls, the other way to depend on a system, are the business of the rule before. The
     * events of Java Flight Recorder are loaded only where it is there.
     */
    static final ArchRule PORTABLE_PARTS_USE_NOTHING_OF_ONE_SYSTEM =
            noClasses()
                    .that()
                    .resideInAnyPackage(API, SPI, CORE, SOFT)
                    .and()
                    .resideOutsideOfPackage(FLIGHT_RECORDER)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("jdk..", "com.sun..", "sun..")
                    .because("what is in there differs from system to system and from VM to VM");

    static final ArchRule GUICE_STAYS_IN_ITS_MODULE =
            noClasses()
                    .that()
                    .resideInAnyPackage(API, SPI, CORE, PROVIDERS, VERBS)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("com.google..", "jakarta.inject..")
                    .because("nobody who does not want a container gets one");

    static final ArchRule TIME_THREADS_AND_NETWORK_PASS_THE_SEAMS =
            noClasses()
                    .that()
                    .resideInAnyPackage(CORE, RDMAP, IWARP_WIRE, SIM, CONFORMANCE_RULES)
                    .and()
                    .resideOutsideOfPackages(SEAM_IMPLEMENTATIONS)
                    .and()
                    .haveNameNotMatching(REAL_TIME_PARTS_OF_SIM)
                    .should()
                    .accessTargetWhere(
                            call(System.class, "nanoTime", "currentTimeMillis")
                                    .or(call(Thread.class, "sleep"))
                                    .or(startOfAThread())
                                    .or(call(LockSupport.class, "park", "parkNanos", "parkUntil"))
                                    .or(call(Math.class, "random"))
                                    .or(targetOwner(assignableTo(SecureRandom.class)))
                                    .or(targetOwner(assignableTo(ThreadLocalRandom.class)))
                                    .or(targetOwner(assignableTo(SelectableChannel.class)))
                                    .or(targetOwner(assignableTo(Selector.class)))
                                    .or(targetOwner(assignableTo(Socket.class)))
                                    .or(targetOwner(assignableTo(ServerSocket.class)))
                                    .as("real time, threads, randomness or network"))
                    .because("the simulated wire runs the very same code under virtual time");

    static List<ArchRule> all() {
        return List.of(
                API_STANDS_ALONE,
                MIDDLEWARE_STANDS_ON_THE_API,
                MIDDLEWARE_STARTS_NO_THREAD,
                SPI_KNOWS_ONLY_API_DATA,
                SPI_KNOWS_NO_RUNTIME_AND_NO_PROVIDER,
                CORE_KNOWS_NO_PROVIDER,
                PROVIDERS_KNOW_NO_RUNTIME,
                PROVIDERS_KNOW_ONLY_API_DATA,
                ONLY_BINDINGS_LINK_NATIVE_CODE,
                PORTABLE_PARTS_USE_NOTHING_OF_ONE_SYSTEM,
                GUICE_STAYS_IN_ITS_MODULE,
                TIME_THREADS_AND_NETWORK_PASS_THE_SEAMS);
    }

    private static DescribedPredicate<JavaAccess<?>> startOfAThread() {
        return call(Thread.class, "<init>", "ofPlatform", "ofVirtual", "startVirtualThread");
    }

    private static DescribedPredicate<JavaAccess<?>> call(Class<?> owner, String... methods) {
        DescribedPredicate<JavaAccess<?>> any = alwaysFalse();
        for (String method : methods) {
            any =
                    any.or(
                            DescribedPredicate.describe(
                                    method,
                                    access ->
                                            access.getTargetOwner().isEquivalentTo(owner)
                                                    && access.getTarget()
                                                            .getName()
                                                            .equals(method)));
        }
        return any;
    }

    private Rules() {}
}
