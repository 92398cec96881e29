package org.jdapl.conformance.mutants;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.QueuePairParameters;

/** Knows queue pairs by the length of their receive queues, so that a fault is that of few. */
public final class QueuePairs {

    private QueuePairs() {}

    /**
     * What the runtime knows queue pairs by, as they are made. Takes {@link
     * Adapter#createQueuePair}.
     *
     * @param faults where the fault is
     * @param receives the length of the receive queue that is looked for
     * @return the contexts so far
     */
    public static Set<Object> contexts(Faults faults, int receives) {
        Set<Object> contexts = ConcurrentHashMap.newKeySet();
        faults.on(
                Adapter.class,
                "createQueuePair",
                call -> {
                    if (call.argument(0, QueuePairParameters.class).attributes().maxReceives()
                            == receives) {
                        contexts.add(call.argument(1, Object.class));
                    }
                    return call.proceed();
                });
        return contexts;
    }
}
