package org.jdapl.core.fake;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/** What shall happen at the provider's calls, what was called, and what should not have been. */
public final class FaultPlan {

    private final Map<String, ArrayDeque<Runnable>> actions = new HashMap<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private volatile boolean armed;

    /** Runs something inside the next call of a name that has nothing planned yet. */
    public void onNext(String call, Runnable action) {
        synchronized (actions) {
            actions.computeIfAbsent(call, c -> new ArrayDeque<>()).addLast(action);
            armed = true;
        }
    }

    /** Makes the next call of a name fail. */
    public void failNext(String call, RuntimeException failure) {
        onNext(
                call,
                () -> {
                    throw failure;
                });
    }

    /** Makes the next call of a name fail with a provider's exception. */
    public void failNext(String call, DatType type) {
        failNext(call, new ProviderException(type, "planned failure of " + call));
    }

    /** How often a call was made. */
    public int count(String call) {
        AtomicInteger n = counts.get(call);
        return n == null ? 0 : n.get();
    }

    /** What the runtime did against the contract. */
    public List<String> violations() {
        return violations;
    }

    void violated(String what) {
        violations.add(what + " by " + Thread.currentThread().getName());
    }

    /** A control call begins. */
    void at(String call) {
        counts.computeIfAbsent(call, c -> new AtomicInteger()).incrementAndGet();
        run(call);
    }

    /** A call of the data path begins, which is not counted. */
    void run(String call) {
        if (armed) {
            @Nullable Runnable action;
            synchronized (actions) {
                ArrayDeque<Runnable> planned = actions.get(call);
                action = planned == null ? null : planned.pollFirst();
                if (planned != null && planned.isEmpty()) {
                    actions.remove(call);
                    armed = !actions.isEmpty();
                }
            }
            if (action != null) {
                action.run();
            }
        }
    }
}
