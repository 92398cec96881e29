package org.jdapl.conformance.rules.jav;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jdapl.api.DatException;
import org.jdapl.api.DatObject;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.EventStream;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the API's methods with arguments by chance: objects of an adapter that is closed, of
 * another one, null, and numbers at the ends of their ranges. The objects of the adapter that is
 * closed are the ones that are called.
 */
final class Misuse {

    /** What waits by its contract, or drives what others drive. */
    private static final Set<String> LEFT_OUT =
            Set.of("await", "expect", "expectSuccess", "connectAndWait", "progress");

    private static final long[] NUMBERS = {
        0, 1, -1, 7, 64, 1 << 16, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private record Target(Object object, Method method) {}

    private final RandomGenerator random;
    private final List<Target> targets = new ArrayList<>();
    private final List<Object> arguments;
    private int refusals;

    private Misuse(RandomGenerator random, List<Object> closed, List<Object> foreign) {
        this.random = random;
        this.arguments = new ArrayList<>(closed);
        arguments.addAll(foreign);
        arguments.add(LinkShape.PLAIN.attributes());
        arguments.add(PrivateData.EMPTY);
        arguments.add(EventStream.DTO);
        for (Object object : closed) {
            Arrays.stream(object.getClass().getInterfaces())
                    .filter(DatObject.class::isAssignableFrom)
                    .flatMap(type -> Arrays.stream(type.getMethods()))
                    .filter(method -> !Modifier.isStatic(method.getModifiers()))
                    .filter(method -> !LEFT_OUT.contains(method.getName()))
                    .sorted(Comparator.comparing(Method::toString))
                    .forEach(method -> targets.add(new Target(object, method)));
        }
    }

    /**
     * Makes objects of each kind on both adapters.
     *
     * @param random chooses
     * @param closed the adapter that is to be closed before the first call
     * @param foreign another one, that stays open
     */
    static Misuse of(RandomGenerator random, Party closed, Party foreign) {
        return new Misuse(random, objects(closed), objects(foreign));
    }

    private static List<Object> objects(Party party) {
        InterfaceAdapter adapter = party.adapter();
        Link link = party.link(LinkShape.PLAIN);
        Endpoint endpoint = link.endpoint();
        EventDispatcher software = adapter.createEventDispatcher(4, EventStream.SOFTWARE);
        ProtectionZone zone = adapter.createProtectionZone();
        LocalMemoryRegion region = party.allocate(64, Party.LOCAL_RIGHTS);
        Party.Listening listening = party.listen();
        return List.of(
                adapter,
                link.receives(),
                endpoint,
                software,
                zone,
                region,
                listening.point(),
                adapter.createNotificationObject(null));
    }

    /** Makes one call; anything but a refusal or an exception for an argument is a failure. */
    void call() {
        Target target = targets.get(random.nextInt(targets.size()));
        Class<?>[] types = target.method().getParameterTypes();
        @Nullable Object[] values = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = argument(types[i]);
        }
        try {
            target.method().invoke(target.object(), values);
        } catch (InvocationTargetException e) {
            @Nullable Throwable thrown = e.getCause();
            if (!isOrderly(thrown)) {
                throw new AssertionError(
                        target.method() + " with " + Arrays.toString(values) + " threw " + thrown,
                        thrown);
            }
            refusals++;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(target.method().toString(), e);
        }
    }

    int refusals() {
        return refusals;
    }

    private static boolean isOrderly(@Nullable Throwable thrown) {
        return thrown instanceof DatException
                || thrown instanceof NullPointerException
                || thrown instanceof IllegalArgumentException
                || thrown instanceof IllegalStateException
                || thrown instanceof IndexOutOfBoundsException;
    }

    private @Nullable Object argument(Class<?> type) {
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        if (type == long.class) {
            return number;
        }
        if (type == int.class) {
            return (int) number;
        }
        if (type == boolean.class) {
            return number > 0;
        }
        List<Object> fitting = arguments.stream().filter(type::isInstance).toList();
        if (fitting.isEmpty() || random.nextInt(4) == 0) {
            return type.isEnum() ? type.getEnumConstants()[0] : null;
        }
        return fitting.get(random.nextInt(fitting.size()));
    }
}
