package org.jdapl.conformance.mutants;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.CommonServicePoint;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.AdapterWatch;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.Listener;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.MulticastMembership;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.Provider;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WaitSet;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the two sides of a contract. Every object that one side hands out is given to the
 * other as a proxy, and unwrapped on its way back, also inside of records, lists and work requests;
 * the same object always has the same proxy. So each side sees only its own objects, as providers
 * and the runtime demand. Safe for use by any thread.
 */
@SuppressWarnings("ReferenceEquality") // whether it is the very same object is the question
final class Decorator {

    /** What a provider hands out. */
    private static final List<Class<?>> SPI =
            List.of(
                    Provider.class,
                    Adapter.class,
                    ProtectionDomain.class,
                    MemoryRegion.class,
                    MemoryWindow.class,
                    CompletionQueue.class,
                    QueuePair.class,
                    org.jdapl.spi.SharedReceiveQueue.class,
                    ConnectionManager.class,
                    Listener.class,
                    IncomingConnection.class,
                    org.jdapl.spi.AddressHandle.class,
                    MulticastMembership.class,
                    AdapterWatch.class,
                    WaitSet.class);

    /** What a runtime hands out to a provider. */
    private static final List<Class<?>> SPI_UPWARD = List.of(AdapterListener.class);

    /** What a runtime hands out to a consumer. */
    private static final List<Class<?>> API =
            List.of(
                    AdapterRegistry.class,
                    InterfaceAdapter.class,
                    ProtectionZone.class,
                    LocalMemoryRegion.class,
                    RemoteMemoryRegion.class,
                    EventDispatcher.class,
                    NotificationObject.class,
                    Endpoint.class,
                    SharedReceiveQueue.class,
                    PublicServicePoint.class,
                    ReservedServicePoint.class,
                    CommonServicePoint.class,
                    ConnectionRequest.class,
                    Work.class,
                    WorkList.class,
                    EventBatch.class);

    /** What a consumer hands out to a runtime. */
    private static final List<Class<?>> API_DOWNWARD = List.of(NotificationObject.Agent.class);

    private final Faults faults;
    private final List<Class<?>> outwardTypes;
    private final List<Class<?>> inwardTypes;
    private final IdentityHashMap<Object, Object> proxies = new IdentityHashMap<>();

    /** The faults that the thread is in the middle of. */
    private final ThreadLocal<Set<Fault>> inside =
            ThreadLocal.withInitial(() -> Collections.newSetFromMap(new IdentityHashMap<>()));

    private Decorator(Faults faults, List<Class<?>> outwardTypes, List<Class<?>> inwardTypes) {
        this.faults = faults;
        this.outwardTypes = outwardTypes;
        this.inwardTypes = inwardTypes;
    }

    static Decorator ofSpi(Faults faults) {
        return new Decorator(faults, SPI, SPI_UPWARD);
    }

    static Decorator ofApi(Faults faults) {
        return new Decorator(faults, API, API_DOWNWARD);
    }

    /** An object as the far side sees it. */
    @SuppressWarnings("unchecked") // a proxy of the type that it was asked with
    <T> T outward(T object) {
        return (T) cross(object, true);
    }

    // ---- crossing

    private Object cross(Object value, boolean outward) {
        if (Proxy.isProxyClass(value.getClass())
                && Proxy.getInvocationHandler(value) instanceof Stand stand
                && stand.owner() == this) {
            return stand.outward == outward ? value : stand.target;
        }
        for (Class<?> type : outward ? outwardTypes : inwardTypes) {
            if (type.isInstance(value)) {
                return proxy(value, type, outward);
            }
        }
        return switch (value) {
            case Record parts -> record(parts, outward);
            case Optional<?> optional -> optional.map(v -> cross(v, outward));
            case List<?> list -> list(list, outward);
            case WorkRequest request -> regions(request, outward);
            default -> value;
        };
    }

    private @Nullable Object crossNullable(@Nullable Object value, boolean outward) {
        return value == null ? null : cross(value, outward);
    }

    private Object proxy(Object target, Class<?> type, boolean outward) {
        synchronized (proxies) {
            return proxies.computeIfAbsent(
                    target,
                    t ->
                            Proxy.newProxyInstance(
                                    Decorator.class.getClassLoader(),
                                    new Class<?>[] {type},
                                    new Stand(t, type, outward)));
        }
    }

    private List<?> list(List<?> list, boolean outward) {
        List<Object> crossed = new ArrayList<>(list.size());
        boolean changed = false;
        for (Object one : list) {
            Object other = cross(one, outward);
            changed |= other != one;
            crossed.add(other);
        }
        return changed ? crossed : list;
    }

    private Object record(Record parts, boolean outward) {
        RecordComponent[] components = parts.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        boolean changed = false;
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                Object value = components[i].getAccessor().invoke(parts);
                values[i] = crossNullable(value, outward);
                changed |= !types[i].isPrimitive() && values[i] != value;
            }
            return changed
                    ? parts.getClass().getDeclaredConstructor(types).newInstance(values)
                    : parts;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot pass on " + parts.getClass(), e);
        }
    }

    /** Posting: the objects that a request names are the provider's own when they arrive there. */
    private Object regions(WorkRequest request, boolean outward) {
        for (int i = 0; i < request.segments; i++) {
            @Nullable MemoryRegion region = request.region[i];
            request.region[i] = region == null ? null : (MemoryRegion) cross(region, outward);
        }
        @Nullable MemoryWindow window = request.window;
        request.window = window == null ? null : (MemoryWindow) cross(window, outward);
        org.jdapl.spi.@Nullable AddressHandle to = request.destination;
        request.destination = to == null ? null : (org.jdapl.spi.AddressHandle) cross(to, outward);
        return request;
    }

    // ---- standing in for an object

    private final class Stand implements InvocationHandler {

        private final Object target;
        private final Class<?> type;
        private final boolean outward;

        Stand(Object target, Class<?> type, boolean outward) {
            this.target = target;
            this.type = type;
            this.outward = outward;
        }

        Decorator owner() {
            return Decorator.this;
        }

        @Override
        public @Nullable Object invoke(
                Object self, Method method, @Nullable Object @Nullable [] given) throws Throwable {
            @Nullable Object[] arguments = given == null ? new @Nullable Object[0] : given;
            @Nullable Fault fault = faults.at(type, method);
            Call.Onward onward = values -> onward(self, method, values);
            if (fault == null || !inside.get().add(fault)) {
                return onward.go(arguments);
            }
            try {
                return fault.instead(new Call(self, method.getName(), arguments, onward));
            } finally {
                inside.get().remove(fault);
            }
        }

        private @Nullable Object onward(Object self, Method method, @Nullable Object[] arguments)
                throws Throwable {
            if (isComposed(method)) {
                return InvocationHandler.invokeDefault(self, method, arguments);
            }
            @Nullable Object[] crossed = new @Nullable Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                crossed[i] = crossNullable(arguments[i], !outward);
            }
            try {
                return crossNullable(method.invoke(target, crossed), outward);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        /** Whether a method is made of others of the contract, where a fault may sit. */
        private boolean isComposed(Method method) throws NoSuchMethodException {
            return method.isDefault()
                    && target.getClass()
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getDeclaringClass()
                            .isInterface();
        }
    }
}
