package org.jdapl.core.telemetry;

import java.util.Map;

/** Something whose counters are recorded now and then: an open adapter with all that it has. */
public interface CounterSource {

    /**
     * Tells the counters as they are.
     *
     * @param sink who takes them
     */
    void sample(Sink sink);

    /** Takes counters. */
    interface Sink {

        /**
         * The counters of an adapter.
         *
         * @param adapter its name
         * @param opening which of the openings of that name, counted in this process
         * @param values counters and levels by name
         */
        void adapter(String adapter, long opening, Map<String, Long> values);

        /**
         * The counters of an endpoint.
         *
         * @param adapter the adapter's name
         * @param opening which of its openings
         * @param endpoint the endpoint
         * @param state its state
         * @param remote the peer; empty where there is none
         * @param values counters and levels by name
         */
        void endpoint(
                String adapter,
                long opening,
                String endpoint,
                String state,
                String remote,
                Map<String, Long> values);

        /**
         * The counters of a dispatcher.
         *
         * @param adapter the adapter's name
         * @param opening which of its openings
         * @param dispatcher the dispatcher
         * @param values counters and levels by name
         */
        void dispatcher(String adapter, long opening, String dispatcher, Map<String, Long> values);
    }
}
