package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.AdapterRelation;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.RegistryOptions;
import org.jdapl.api.Remedy;
import org.jdapl.api.Setting;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.Transport;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.core.config.Configuration;
import org.jdapl.core.fake.FakeProvider;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.SpiVersion;
import org.junit.jupiter.api.Test;

class RegistryTest {

    /** A provider whose every fact can be chosen. */
    static class Odd implements Provider {
        String name = "odd";
        SpiVersion low = SpiVersion.CURRENT;
        SpiVersion high = SpiVersion.CURRENT;
        RuntimeException failure;
        Optional<String> reason = Optional.empty();

        private void fail() {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public SpiVersion minimumVersion() {
            return low;
        }

        @Override
        public SpiVersion maximumVersion() {
            return high;
        }

        @Override
        public ProviderAttributes attributes() {
            fail();
            return new ProviderAttributes(
                    name, "1", "tests", "2.0", "1.0", true, 252, false, false, true, false,
                    Set.of(), true);
        }

        @Override
        public List<AdapterDescription> adapters() {
            fail();
            return List.of();
        }

        @Override
        public Optional<String> unavailableReason() {
            return reason;
        }

        @Override
        public Adapter open(String device, OpenParameters parameters) {
            fail();
            throw new org.jdapl.spi.ProviderException(
                    DatType.PROVIDER_NOT_FOUND, "there is no device " + device);
        }
    }

    /** Another class, so that the same name is a conflict. */
    static final class OtherOdd extends Odd {}

    private static AdapterRegistry registry(Map<String, String> settings, Provider... providers) {
        RegistryBuilder builder = new RegistryBuilder().discover(false).settings(settings);
        for (Provider p : providers) {
            builder.provider(p);
        }
        return builder.build();
    }

    private static String reasonOf(AdapterRegistry registry, String name) {
        return registry.providers().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " in " + registry.providers()))
                .unavailableReason()
                .orElse("");
    }

    private static AdapterOptions options() {
        return AdapterOptions.defaults().withProgress(ProgressMode.MANUAL);
    }

    @Test
    void providersAndAdaptersAreListed() {
        try (AdapterRegistry registry = registry(Map.of(), new Odd(), new FakeProvider())) {
            assertThat(registry.providers())
                    .extracting(ProviderInfo::name)
                    .containsExactly("fake", "odd");
            assertThat(registry.adapters())
                    .extracting(AdapterInfo::name)
                    .containsExactly("fake:one", "fake:two");
        }
    }

    @Test
    void aProviderOfAnotherVersionIsListedWithTheReason() {
        SpiVersion now = SpiVersion.CURRENT;
        Odd tooNew = new Odd();
        tooNew.name = "too-new";
        tooNew.low = new SpiVersion(now.major(), now.minor() + 1);
        tooNew.high = tooNew.low;
        Odd nextMajor = new Odd();
        nextMajor.name = "next-major";
        nextMajor.low = new SpiVersion(now.major() + 1, 0);
        nextMajor.high = nextMajor.low;
        Odd tooOld = new Odd();
        tooOld.name = "too-old";
        tooOld.low = new SpiVersion(now.major() - 1, 0);
        tooOld.high = new SpiVersion(now.major() - 1, 9);
        Odd good = new Odd();
        good.name = "good";
        good.low = new SpiVersion(now.major() - 1, 5);
        good.high = new SpiVersion(now.major(), 99);
        try (AdapterRegistry registry = registry(Map.of(), tooNew, nextMajor, tooOld, good)) {
            for (String bad : List.of("too-new", "next-major", "too-old")) {
                assertThat(reasonOf(registry, bad))
                        .contains("written for provider interface")
                        .contains("this runtime has " + now);
                assertThatThrownBy(() -> registry.open(bad + ":x", options()))
                        .hasMessageContaining("written for provider interface");
            }
            assertThat(reasonOf(registry, "good")).isEmpty();
        }
    }

    @Test
    void aSecondProviderOfTheSameNameIsListedWithTheReason() {
        Odd first = new Odd();
        try (AdapterRegistry registry = registry(Map.of(), first, new OtherOdd(), new Odd())) {
            assertThat(registry.providers()).hasSize(2);
            assertThat(reasonOf(registry, "odd")).isEmpty();
            assertThat(reasonOf(registry, "odd (" + OtherOdd.class.getName() + ")"))
                    .contains("there already")
                    .contains(Odd.class.getName());
        }
    }

    @Test
    void aProviderWithABadNameIsListedByItsClass() {
        for (String bad : new String[] {null, "", "Upper", "a:b", "a b"}) {
            Odd odd = new Odd();
            odd.name = bad;
            try (AdapterRegistry registry = registry(Map.of(), odd)) {
                assertThat(reasonOf(registry, Odd.class.getName())).isNotBlank();
            }
        }
    }

    @Test
    void aProviderThatFailsInAListDoesNotHideTheOthers() {
        Odd odd = new Odd();
        odd.failure = new IllegalStateException("planned");
        try (AdapterRegistry registry = registry(Map.of(), odd, new FakeProvider())) {
            assertThat(registry.adapters()).hasSize(2);
            assertThat(reasonOf(registry, "odd")).contains("planned");
            assertThat(reasonOf(registry, "fake")).isEmpty();
            assertThatThrownBy(() -> registry.open("odd:x", options()))
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> {
                                assertThat(e.type()).isEqualTo(DatType.INTERNAL_ERROR);
                                assertThat(e.getCause()).isSameAs(odd.failure);
                            })
                    .hasMessageContaining("odd:x");
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheNamesThatExist() {
        try (AdapterRegistry registry = registry(Map.of(), new FakeProvider(), new Odd())) {
            for (String name : List.of("nope:x", "odd:x")) {
                assertThatThrownBy(() -> registry.open(name, options()))
                        .isInstanceOfSatisfying(
                                DatException.class,
                                e -> {
                                    assertThat(e.type()).isEqualTo(DatType.PROVIDER_NOT_FOUND);
                                    assertThat(e.subtype())
                                            .isEqualTo(DatSubtype.NAME_NOT_REGISTERED);
                                    assertThat(e.remedy()).isEqualTo(Remedy.FIX_ARGUMENT);
                                })
                        .hasMessageContaining(name)
                        .hasMessageContaining("fake:one, fake:two");
            }
            assertThatThrownBy(() -> registry.open("fake:three", options()))
                    .hasMessageContaining("three")
                    .hasMessageContaining("fake:one, fake:two");
            for (String name : List.of("", "fake", ":one", "fake:")) {
                assertThatThrownBy(() -> registry.open(name, options()))
                        .isInstanceOfSatisfying(
                                DatException.class,
                                e -> assertThat(e.type()).isEqualTo(DatType.INVALID_PARAMETER))
                        .hasMessageContaining("provider:device");
            }
        }
        try (AdapterRegistry empty = registry(Map.of())) {
            assertThatThrownBy(() -> empty.open("soft:iwarp", options()))
                    .hasMessageContaining("there are no adapters");
        }
    }

    @Test
    void aProviderSaysWhyItHasNoAdapters() {
        Odd odd = new Odd();
        odd.reason = Optional.of("libibverbs.so.1 is missing: install rdma-core");
        try (AdapterRegistry registry = registry(Map.of(), odd)) {
            assertThat(reasonOf(registry, "odd")).contains("libibverbs");
            assertThatThrownBy(() -> registry.open("odd:x", options()))
                    .hasMessageContaining("install rdma-core");
        }
    }

    @Test
    void anAliasOpensItsAdapter() {
        Map<String, String> settings =
                Map.of(Configuration.ALIAS_PREFIX + "mine", "fake:two", "jdapl.alias.bad", "x:y");
        try (AdapterRegistry registry = registry(settings, new FakeProvider())) {
            try (InterfaceAdapter adapter = registry.open("mine", options())) {
                assertThat(adapter.name()).isEqualTo("fake:two");
            }
            assertThatThrownBy(() -> registry.open("bad", options()))
                    .hasMessageContaining("\"bad\" = \"x:y\"");
        }
    }

    @Test
    void theDefaultAdapterIsTheConfiguredOneAndThereIsNoFallback() {
        Map<String, String> settings = Map.of(Configuration.ADAPTER, "fake:two");
        try (AdapterRegistry registry = registry(settings, new FakeProvider())) {
            try (InterfaceAdapter adapter = registry.openDefault(options())) {
                assertThat(adapter.name()).isEqualTo("fake:two");
            }
            assertThat(registry.configuration())
                    .filteredOn(s -> s.name().equals(Configuration.ADAPTER))
                    .singleElement()
                    .extracting(Setting::origin)
                    .isEqualTo(Setting.Origin.EXPLICIT);
        }
        try (AdapterRegistry registry =
                registry(Map.of(Configuration.ADAPTER, "gone:x"), new FakeProvider())) {
            assertThatThrownBy(() -> registry.openDefault(options()))
                    .hasMessageContaining("gone:x")
                    .hasMessageContaining(Configuration.ADAPTER)
                    .hasMessageContaining("EXPLICIT");
        }
    }

    @Test
    void theProgressModeIsTheProgramsElseTheConfiguredOne() {
        FakeProvider provider = new FakeProvider();
        try (AdapterRegistry registry =
                registry(Map.of(Configuration.PROGRESS, "MANUAL"), provider)) {
            try (InterfaceAdapter adapter = registry.open("fake:one", AdapterOptions.defaults())) {
                assertThat(adapter.attributes().progress()).isEqualTo(ProgressMode.MANUAL);
            }
            try (InterfaceAdapter adapter =
                    registry.open(
                            "fake:one",
                            AdapterOptions.defaults().withProgress(ProgressMode.AUTO))) {
                assertThat(adapter.attributes().progress()).isEqualTo(ProgressMode.AUTO);
            }
        }
        try (AdapterRegistry registry =
                registry(Map.of(Configuration.PROGRESS, "sometimes"), provider)) {
            assertThatThrownBy(() -> registry.open("fake:one", AdapterOptions.defaults()))
                    .isInstanceOf(DatException.class)
                    .hasMessageContaining("jdapl.progress=sometimes")
                    .hasMessageContaining("EXPLICIT");
        }
    }

    @Test
    void aConfigurationThatCannotBeReadIsAnErrorOfTheConsumers() {
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG1,
                () -> registry(Map.of(Configuration.FILE, "/does/not/exist")));
    }

    @Test
    void transportAttributesAreHandedToTheProvider() {
        AttributeKey<Integer> key = AttributeKey.of("fake.depth", Integer.class);
        TransportAttributes[] seen = new TransportAttributes[1];
        Odd odd =
                new Odd() {
                    @Override
                    public Adapter open(String device, OpenParameters parameters) {
                        seen[0] = parameters.transport();
                        assertThat(parameters.adapterName()).isEqualTo("odd:x/1");
                        assertThat(device).isEqualTo("x/1");
                        throw new org.jdapl.spi.ProviderException(
                                DatType.INVALID_PARAMETER, "unknown attribute fake.depth");
                    }
                };
        try (AdapterRegistry registry = registry(Map.of(), odd)) {
            assertThatThrownBy(
                            () ->
                                    registry.open(
                                            "odd:x/1",
                                            options()
                                                    .withTransport(
                                                            TransportAttributes.NONE.with(key, 5))))
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> assertThat(e.type()).isEqualTo(DatType.INVALID_PARAMETER))
                    .hasMessageContaining("fake.depth");
            assertThat(seen[0].get(key)).contains(5);
        }
    }

    @Test
    void anAdapterThatFailsHalfWayIsClosedAtItsProvider() {
        FakeProvider provider = new FakeProvider();
        try (AdapterRegistry registry = registry(Map.of(), provider)) {
            for (String call : List.of("attributes", "waitSet")) {
                provider.plan.failNext(call, new IllegalStateException("planned in " + call));
                assertThatThrownBy(() -> registry.open("fake:one", options()))
                        .isInstanceOf(DatException.class)
                        .hasMessageContaining("planned in " + call);
                assertThat(provider.opened.getLast().isClosed()).isTrue();
            }
            refused(
                    DatType.INVALID_PARAMETER,
                    DatSubtype.INVALID_ARG2,
                    () -> registry.open("fake:one", options().withAsyncDepth(1 << 20)));
            assertThat(provider.opened.getLast().isClosed()).isTrue();
            int opened = provider.opened.size();
            refused(
                    DatType.INVALID_PARAMETER,
                    DatSubtype.INVALID_ARG2,
                    () -> registry.open("fake:one", options().withAsyncDepth(0)));
            assertThat(provider.opened).hasSize(opened);
            provider.plan.failNext("attributes", new IllegalStateException("first"));
            provider.plan.failNext("adapter.close", new IllegalStateException("second"));
            assertThatThrownBy(() -> registry.open("fake:one", options()))
                    .hasMessageContaining("first");
            assertThat(provider.plan.violations()).isEmpty();
        }
    }

    @Test
    void closingTheRegistryClosesItsAdapters() {
        FakeProvider provider = new FakeProvider();
        AdapterRegistry registry = registry(Map.of(), provider);
        InterfaceAdapter one = registry.open("fake:one", options());
        InterfaceAdapter again = registry.open("fake:one", AdapterOptions.defaults());
        assertThat(one).isNotSameAs(again);
        again.close();
        registry.close();
        registry.close();
        assertThat(one.isClosed()).isTrue();
        refused(
                DatType.INVALID_STATE,
                DatSubtype.NO_SUBTYPE,
                () -> registry.open("fake:one", options()));
        assertThat(provider.plan.violations()).isEmpty();
    }

    @Test
    void anAdapterThatIsOpenedWhileTheRegistryClosesIsClosedToo() {
        FakeProvider provider = new FakeProvider();
        AdapterRegistry registry = registry(Map.of(), provider);
        provider.plan.onNext("attributes", registry::close);
        refused(
                DatType.INVALID_STATE,
                DatSubtype.NO_SUBTYPE,
                () -> registry.open("fake:one", options()));
        assertThat(provider.opened.getLast().isClosed()).isTrue();
    }

    @Test
    void theRuntimeIsMadeByItsFactory() {
        try (AdapterRegistry registry =
                new CoreRuntimeFactory()
                        .create(new RegistryOptions(Map.of(Configuration.ADAPTER, "a:b")))) {
            assertThat(registry.configuration())
                    .anySatisfy(s -> assertThat(s.value()).isEqualTo("a:b"));
        }
    }

    // ---- discovery

    /** A provider that cannot be made: its class cannot be initialized. */
    public static final class BadStatic extends Odd {
        static final int NUMBER = Integer.parseInt("no number");

        public BadStatic() {}
    }

    /** A provider whose constructor fails. */
    public static final class BadConstructor extends Odd {
        public BadConstructor() {
            throw new IllegalStateException("planned in the constructor");
        }
    }

    /** A provider that is in order. */
    public static final class Found extends Odd {
        public Found() {
            name = "found";
        }
    }

    /** Gives classes of this test to a module of their own, with a list of services in memory. */
    private static final class Discovery extends ClassLoader {
        private static final String SERVICES = "META-INF/services/" + Provider.class.getName();
        private final String text;

        Discovery(String text) {
            super(RegistryTest.class.getClassLoader());
            this.text = text;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RegistryTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            try (InputStream in = RegistryTest.class.getResourceAsStream(file)) {
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
            URLStreamHandler handler =
                    new URLStreamHandler() {
                        @Override
                        protected URLConnection openConnection(URL url) {
                            return new URLConnection(url) {
                                @Override
                                public void connect() {}

                                @Override
                                public InputStream getInputStream() {
                                    return new ByteArrayInputStream(
                                            text.getBytes(StandardCharsets.UTF_8));
                                }
                            };
                        }
                    };
            return Collections.enumeration(List.of(URL.of(URI.create("memory:services"), handler)));
        }
    }

    private static AdapterRegistry discover(String... lines) {
        return new RegistryBuilder()
                .settings(Map.of())
                .loader(new Discovery(String.join("\n", lines) + "\n"))
                .build();
    }

    @Test
    void aProviderThatCannotBeLoadedDoesNotHideTheOthers() {
        try (AdapterRegistry registry =
                discover(
                        BadStatic.class.getName(),
                        "org.jdapl.nowhere.Missing",
                        BadConstructor.class.getName(),
                        Found.class.getName())) {
            assertThat(reasonOf(registry, "found")).isEmpty();
            assertThat(reasonOf(registry, BadStatic.class.getName())).contains("no number");
            assertThat(reasonOf(registry, BadConstructor.class.getName()))
                    .contains("planned in the constructor");
            assertThat(reasonOf(registry, "unnamed provider 1")).contains("Missing");
        }
    }

    @Test
    void aBrokenListOfServicesIsAReasonAndNoHang() {
        try (AdapterRegistry registry = discover("this is no class name")) {
            assertThat(reasonOf(registry, "unnamed provider 1")).contains("failed to load");
        }
    }

    @Test
    void aProviderThatIsGivenGoesBeforeOneThatIsDiscovered() {
        Found given = new Found();
        try (AdapterRegistry registry =
                new RegistryBuilder()
                        .settings(Map.of())
                        .loader(new Discovery(Found.class.getName() + "\n"))
                        .provider(given)
                        .build()) {
            assertThat(reasonOf(registry, "found")).isEmpty();
            assertThat(registry.providers()).anySatisfy(p -> assertThat(p.name()).contains("("));
        }
    }

    // ---- adding and removing

    private static Discovery loader(Class<?>... providers) {
        StringBuilder lines = new StringBuilder();
        for (Class<?> provider : providers) {
            lines.append(provider.getName()).append('\n');
        }
        return new Discovery(lines.toString());
    }

    @Test
    void aProviderIsAddedAndRemovedWhileTheRegistryIsInUse() {
        try (AdapterRegistry registry = registry(Map.of(), new FakeProvider())) {
            Discovery loader = loader(Found.class);
            assertThat(registry.addProviders(loader))
                    .extracting(ProviderInfo::name)
                    .containsExactly("found");
            assertThat(registry.providers())
                    .extracting(ProviderInfo::name)
                    .containsExactly("fake", "found");
            refused(
                    DatType.PROVIDER_NOT_FOUND,
                    DatSubtype.NAME_NOT_REGISTERED,
                    () -> registry.addProviders(loader)); // it is here, and nothing else is there
            registry.removeProvider("found");
            assertThat(registry.providers()).hasSize(1);
            assertThat(registry.addProviders(loader)).hasSize(1);
        }
    }

    @Test
    void aNameIsTakenByOneProviderAlone() {
        Odd first = new Odd();
        first.name = "found";
        try (AdapterRegistry registry = registry(Map.of(), first)) {
            refused(
                    DatType.PROVIDER_ALREADY_REGISTERED,
                    DatSubtype.NO_SUBTYPE,
                    () -> registry.addProviders(loader(Found.class)));
            assertThat(registry.providers()).hasSize(1);
        }
    }

    @Test
    void whatCannotBeUsedIsNotAddedNorAnythingBesideIt() {
        try (AdapterRegistry registry = registry(Map.of())) {
            assertThatThrownBy(
                            () -> registry.addProviders(loader(Found.class, BadConstructor.class)))
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> assertThat(e.type()).isEqualTo(DatType.INVALID_PARAMETER))
                    .hasMessageContaining("planned in the constructor");
            assertThat(registry.providers()).isEmpty();
        }
    }

    @Test
    void aProviderWithAnOpenAdapterStays() {
        FakeProvider provider = new FakeProvider();
        try (AdapterRegistry registry = registry(Map.of(), provider, new Odd())) {
            InterfaceAdapter one = registry.open("fake:one", options());
            InterfaceAdapter two = registry.open("fake:two", options());
            one.close();
            refused(
                    DatType.PROVIDER_IN_USE,
                    DatSubtype.NO_SUBTYPE,
                    () -> registry.removeProvider("fake"));
            two.close();
            two.close();
            provider.plan.failNext("attributes", new IllegalStateException("planned"));
            assertThatThrownBy(() -> registry.open("fake:one", options()))
                    .hasMessageContaining("planned");
            registry.removeProvider("fake");
            registry.removeProvider("odd");
            refused(
                    DatType.PROVIDER_NOT_FOUND,
                    DatSubtype.NAME_NOT_REGISTERED,
                    () -> registry.removeProvider("odd"));
            assertThatThrownBy(() -> registry.open("fake:one", options()))
                    .hasMessageContaining("no provider named \"fake\"");
        }
    }

    @Test
    void anEntryThatSaysWhyAProviderIsUnusableCanBeRemoved() {
        try (AdapterRegistry registry = discover(BadConstructor.class.getName())) {
            registry.removeProvider(BadConstructor.class.getName());
            assertThat(registry.providers())
                    .extracting(ProviderInfo::name)
                    .doesNotContain(BadConstructor.class.getName());
        }
    }

    @Test
    void aClosedRegistryTakesAndGivesNothing() {
        AdapterRegistry registry = registry(Map.of(), new Odd());
        registry.close();
        for (Runnable call :
                List.<Runnable>of(
                        () -> registry.addProviders(loader(Found.class)),
                        () -> registry.removeProvider("odd"),
                        registry::watch)) {
            refused(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE, call::run);
        }
    }

    // ---- relations

    @Test
    void adaptersAreRelatedByWhatTheyAreKnownBy() {
        FakeProvider provider = new FakeProvider();
        provider.adapters =
                List.of(
                        adapter("one", "ib0", "192.0.2.1"),
                        adapter("two", "ib1", "192.0.2.2"),
                        adapter("three", "2001:db8::1", "ib0"),
                        adapter("four"));
        try (AdapterRegistry registry =
                registry(Map.of("jdapl.alias.first", "fake:one"), provider)) {
            assertThat(registry.related("fake:four", "fake:four"))
                    .isEqualTo(AdapterRelation.RELATED);
            assertThat(registry.related("first", "fake:three")).isEqualTo(AdapterRelation.RELATED);
            assertThat(registry.related("fake:two", "fake:three"))
                    .isEqualTo(AdapterRelation.UNRELATED);
            assertThat(registry.related("fake:one", "fake:four"))
                    .isEqualTo(AdapterRelation.UNKNOWN);
            refused(
                    DatType.PROVIDER_NOT_FOUND,
                    DatSubtype.NAME_NOT_REGISTERED,
                    () -> registry.related("fake:one", "fake:five"));
        }
    }

    static AdapterDescription adapter(String device, String... interfaces) {
        return new AdapterDescription(device, Transport.SOFTWARE, "a test's", List.of(interfaces));
    }
}
