package org.jdapl.conformance.mutants;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;

/** Faults of requests on their way to the provider. */
public final class WorkRequests {

    private WorkRequests() {}

    /**
     * Changes single requests. Lists are left alone.
     *
     * @param faults where the fault goes
     * @param kind of which kind
     * @param which those that meet it
     * @param change what becomes of them
     */
    public static void change(
            Faults faults,
            OperationKind kind,
            Predicate<WorkRequest> which,
            Consumer<WorkRequest> change) {
        faults.on(
                QueuePair.class,
                "postSend",
                call -> {
                    if (call.argument(0, Object.class) instanceof WorkRequest request
                            && request.kind == kind
                            && which.test(request)) {
                        change.accept(request);
                    }
                    return call.proceed();
                });
    }

    /**
     * The first and the last segment change places.
     *
     * @param request has at least one
     */
    public static void swapOuterSegments(WorkRequest request) {
        int last = request.segments - 1;
        long offset = request.offset[0];
        long length = request.length[0];
        request.offset[0] = request.offset[last];
        request.length[0] = request.length[last];
        request.offset[last] = offset;
        request.length[last] = length;
    }
}
