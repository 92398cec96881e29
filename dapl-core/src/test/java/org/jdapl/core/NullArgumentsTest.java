package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A null where the contract has none is refused before anything happens: by a {@code
 * NullPointerException} or a {@code DatException}, or the status of a post, with nothing made,
 * posted or changed. The calls are found by reflection, so that new ones are tried too.
 */
class NullArgumentsTest {

    private static final List<Class<?>> CONTRACT =
            List.of(
                    AdapterRegistry.class,
                    InterfaceAdapter.class,
                    Endpoint.class,
                    EventDispatcher.class,
                    ConnectionRequest.class,
                    ProtectionZone.class,
                    LocalMemoryRegion.class,
                    NotificationObject.class);

    /** A call with one null in it. */
    record Call(Method method, int nothing) {
        @Override
        public String toString() {
            return method.getDeclaringClass().getSimpleName()
                    + "."
                    + method.getName()
                    + ": "
                    + method.getParameters()[nothing].getType().getSimpleName()
                    + " "
                    + nothing
                    + " of "
                    + method.getParameterCount();
        }
    }

    static Stream<Call> calls() {
        List<Call> calls = new ArrayList<>();
        for (Class<?> type : CONTRACT) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isStatic(method.getModifiers()) || method.isSynthetic()) {
                    continue;
                }
                Parameter[] parameters = method.getParameters();
                for (int i = 0; i < parameters.length; i++) {
                    if (!parameters[i].getType().isPrimitive() && !mayBeNull(parameters[i])) {
                        calls.add(new Call(method, i));
                    }
                }
            }
        }
        return calls.stream();
    }

    private static boolean mayBeNull(Parameter parameter) {
        return parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aNullIsRefusedBeforeAnythingHappens(Call call) throws Exception {
        try (Rig rig = Rig.manual().build()) {
            Rig.Side side = rig.side();
            if (call.method().getName().startsWith("post")) {
                rig.connect(rig.side(), side);
            }
            ConnectionRequest request = rig.requestFrom(rig.side());
            Map<Class<?>, Object> targets =
                    Map.of(
                            AdapterRegistry.class, rig.registry,
                            InterfaceAdapter.class, rig.adapter,
                            Endpoint.class, side.endpoint,
                            EventDispatcher.class, side.receives,
                            ConnectionRequest.class, request,
                            ProtectionZone.class, rig.zone,
                            LocalMemoryRegion.class, rig.memory,
                            NotificationObject.class, rig.adapter.createNotificationObject(null));
            Parameter[] parameters = call.method().getParameters();
            @Nullable Object[] arguments = new @Nullable Object[parameters.length];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] =
                        i == call.nothing()
                                ? null
                                : valid(parameters[i].getType(), rig, side, request);
            }
            String before = situation(rig, side);

            @Nullable Object given;
            try {
                given =
                        call.method()
                                .invoke(targets.get(call.method().getDeclaringClass()), arguments);
            } catch (InvocationTargetException e) {
                given = e.getCause();
            }

            if (given instanceof Integer status) {
                assertThat(status).as("the status of a post").isNegative();
            } else {
                assertThat(given).isInstanceOfAny(NullPointerException.class, DatException.class);
            }
            assertThat(situation(rig, side)).isEqualTo(before);
        }
    }

    private static String situation(Rig rig, Rig.Side side) {
        return rig.adapter.census()
                + ", "
                + rig.fake.openObjects()
                + " objects of the provider, "
                + rig.provider.opened.size()
                + " adapters, "
                + side.endpoint.state()
                + ", "
                + side.receives.isWaitable()
                + side.receives.isEnabled()
                + side.receives.size();
    }

    private static @Nullable Object valid(
            Class<?> type, Rig rig, Rig.Side side, ConnectionRequest request) {
        Map<Class<?>, Object> values =
                Map.ofEntries(
                        Map.entry(int.class, 1),
                        Map.entry(long.class, 1L),
                        Map.entry(String.class, "fake:two"),
                        Map.entry(Object.class, "x"),
                        Map.entry(Class.class, String.class),
                        Map.entry(Duration.class, Duration.ZERO),
                        Map.entry(InetSocketAddress.class, rig.address()),
                        Map.entry(AdapterOptions.class, AdapterOptions.defaults()),
                        Map.entry(CloseMode.class, CloseMode.GRACEFUL),
                        Map.entry(ConnectOptions.class, ConnectOptions.within(Rig.LIMIT)),
                        Map.entry(DisconnectMode.class, DisconnectMode.ABRUPT),
                        Map.entry(Endpoint.class, side.endpoint),
                        Map.entry(EndpointAttributes.class, EndpointAttributes.defaults()),
                        Map.entry(EndpointCreation.class, EndpointCreation.CONSUMER),
                        Map.entry(EventDispatcher.class, side.receives),
                        Map.entry(EventStream.class, EventStream.SOFTWARE),
                        Map.entry(EventStream[].class, new EventStream[0]),
                        Map.entry(EventBatch.class, rig.adapter.createEventBatch(1)),
                        Map.entry(
                                EndpointChange.class,
                                new EndpointChange(null, null, null, null, null)),
                        Map.entry(LocalMemoryRegion.class, rig.memory),
                        Map.entry(List.class, List.of(rig.memory.slice(0, 1))),
                        Map.entry(org.jdapl.api.LocalSegment.class, rig.memory.slice(0, 1)),
                        Map.entry(
                                java.lang.foreign.MemorySegment.class,
                                java.lang.foreign.Arena.global().allocate(8)),
                        Map.entry(PrivateData.class, PrivateData.EMPTY),
                        Map.entry(PrivateDataFraming.class, PrivateDataFraming.RAW),
                        Map.entry(
                                ProviderAttributes.RmrScope.class,
                                ProviderAttributes.RmrScope.ENDPOINT),
                        Map.entry(ProtectionZone.class, rig.zone),
                        Map.entry(RegistrationOption[].class, new RegistrationOption[0]),
                        Map.entry(org.jdapl.api.RemoteRegion.class, rig.memory.remoteRegion()),
                        Map.entry(ServicePoint.class, request.servicePoint()),
                        Map.entry(Set.class, Privilege.ALL),
                        Map.entry(Work.class, rig.adapter.createWork(1)),
                        Map.entry(WorkList.class, rig.adapter.createWorkList(1)),
                        Map.entry(
                                org.jdapl.api.data.SharedReceiveQueueAttributes.class,
                                org.jdapl.api.data.SharedReceiveQueueAttributes.of(8, 1)));
        return values.get(type); // null for what no adapter can make yet
    }
}
