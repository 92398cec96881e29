package org.jdapl.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Counters;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.core.telemetry.EndpointFacts;
import org.jdapl.core.telemetry.Recorder;
import org.jdapl.core.telemetry.Span;
import org.jdapl.core.telemetry.Tally;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint counts and has recorded: its work, by halves, and its connections. The numbers
 * survive {@code modify} and {@code reset}.
 */
final class EndpointCounts implements EndpointFacts {

    /** The kinds of work that can be posted as requests. */
    private static final List<OperationKind> REQUESTS =
            List.of(
                    OperationKind.SEND,
                    OperationKind.RDMA_WRITE,
                    OperationKind.RDMA_READ,
                    OperationKind.SEND_WITH_INVALIDATE,
                    OperationKind.SEND_WITH_IMMEDIATE,
                    OperationKind.WRITE_WITH_IMMEDIATE,
                    OperationKind.FETCH_AND_ADD,
                    OperationKind.COMPARE_AND_SWAP,
                    OperationKind.BIND);

    private static final List<OperationKind> RECEIVES = List.of(OperationKind.RECEIVE);

    /** A kind's place in its half. */
    private static final int[] SLOTS = slots();

    private static final int FLUSHED = CompletionStatus.FLUSHED.value();

    private static final int STARTED = 0;
    private static final int FAILED_CONNECTS = 1;
    private static final int ESTABLISHED = 2;
    private static final int ENDED = 3;
    private static final int BROKEN = 4;
    private static final List<String> CONNECTION_NAMES =
            List.of(
                    "connects.started",
                    "connects.failed",
                    "connections.established",
                    "connections.ended",
                    "connections.broken");

    /** The names of the numbers, in the order in which {@link #addTo} adds them. */
    private static final List<String> NAMES = names();

    /** Requests, or receives. */
    static final class Half {

        private static final int COMPLETED = 0;
        private static final int FAILED = 1;
        private static final int FLUSHES = 2;
        private static final int BYTES_IN = 3;
        private static final int ENDS = 4;

        private final List<OperationKind> kinds;
        private final boolean receives;

        /** For each kind how many, then how many bytes; inside the gate of the queue. */
        private final Tally posts;

        /** Inside the lock of the dispatcher that the completions go to. */
        private final Tally ends = new Tally(ENDS);

        private Half(List<OperationKind> kinds, boolean receives) {
            this.kinds = kinds;
            this.receives = receives;
            this.posts = new Tally(2 * kinds.size());
        }

        void posted(OperationKind kind, long bytes) {
            int slot = SLOTS[kind.ordinal()];
            posts.add(slot, 1);
            posts.add(slot + kinds.size(), bytes);
        }

        void ended(int status, long bytes) {
            ends.add(status == 0 ? COMPLETED : status == FLUSHED ? FLUSHES : FAILED, 1);
            if (receives && status == 0) {
                ends.add(BYTES_IN, bytes);
            }
        }
    }

    /** How far the present life of the endpoint is. */
    private enum Phase {
        IDLE,
        CONNECTING,
        CONNECTED
    }

    private final EndpointImpl endpoint;
    private final Half requests = new Half(REQUESTS, false);
    private final Half receives = new Half(RECEIVES, true);

    /** Under the control lock, as all that follows. */
    private final Tally connections = new Tally(CONNECTION_NAMES.size());

    private Phase phase = Phase.IDLE;
    private @Nullable Span span;
    private @Nullable InetSocketAddress peer;
    private boolean passive;

    EndpointCounts(EndpointImpl endpoint) {
        this.endpoint = endpoint;
    }

    private static int[] slots() {
        int[] slots = new int[OperationKind.values().length];
        for (List<OperationKind> half : List.of(REQUESTS, RECEIVES)) {
            half.forEach(k -> slots[k.ordinal()] = half.indexOf(k));
        }
        return slots;
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(List.of("posted", "bytes.out"));
        for (OperationKind kind : REQUESTS) {
            String word = kind.name().toLowerCase(Locale.ROOT);
            names.add("posted." + word);
            names.add("bytes." + word);
        }
        names.addAll(List.of("posted.receive", "completed", "failed", "flushed", "bytes.in"));
        names.addAll(CONNECTION_NAMES);
        return List.copyOf(names);
    }

    Half half(boolean ofReceives) {
        return ofReceives ? receives : requests;
    }

    // ---- the life of connections; under the control lock

    /** An attempt starts, by the side that asks. */
    void connecting(InetSocketAddress remote) {
        start(false, remote);
    }

    /** An attempt starts, by the side that answers. */
    void accepting() {
        start(true, null);
    }

    private void start(boolean accepts, @Nullable InetSocketAddress remote) {
        connections.add(STARTED, 1);
        phase = Phase.CONNECTING;
        passive = accepts;
        peer = remote;
        span = Recorder.SYSTEM.beginConnect();
    }

    /** The provider refused to start the attempt. */
    void refused() {
        end("Refused", "");
    }

    void established(Connection connection) {
        connections.add(ESTABLISHED, 1);
        phase = Phase.CONNECTED;
        peer = connection.remote();
        Recorder.SYSTEM.endConnect(span, this, "Established", "");
        span = Recorder.SYSTEM.beginConnection();
    }

    /** A terminal event ends the attempt or the connection. */
    void ended(ConnectionEvent event) {
        if (phase == Phase.CONNECTED && event instanceof ConnectionEvent.Broken) {
            connections.add(BROKEN, 1);
        }
        end(event.getClass().getSimpleName(), reason(event));
    }

    /** The endpoint is closed, whatever it was doing. */
    void closed() {
        end("Closed", "");
        endpoint.owner.counts().retire(this);
    }

    private void end(String outcome, String reason) {
        switch (phase) {
            case CONNECTING -> {
                connections.add(FAILED_CONNECTS, 1);
                Recorder.SYSTEM.endConnect(span, this, outcome, reason);
            }
            case CONNECTED -> {
                connections.add(ENDED, 1);
                Recorder.SYSTEM.endConnection(span, this, outcome, reason);
            }
            case IDLE -> {}
        }
        phase = Phase.IDLE;
        span = null;
    }

    private static String reason(ConnectionEvent event) {
        return switch (event) {
            case ConnectionEvent.Broken e -> e.reason();
            case ConnectionEvent.Unreachable e -> e.reason();
            case ConnectionEvent.NonPeerRejected e -> e.reason();
            case ConnectionEvent.AcceptCompletionError e -> e.reason();
            case ConnectionEvent.Disconnected e -> e.byPeer() ? "by the peer" : "";
            default -> "";
        };
    }

    // ---- what is recorded of it

    @Override
    public String adapterName() {
        return endpoint.owner.name();
    }

    @Override
    public String endpointName() {
        return endpoint.toString();
    }

    @Override
    public String remote() {
        @Nullable InetSocketAddress p = peer;
        @Nullable InetAddress address = p == null ? null : p.getAddress();
        if (p == null || address == null) {
            return "";
        }
        String host = address.getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + p.getPort();
    }

    @Override
    public boolean isPassive() {
        return passive;
    }

    // ---- reading

    /** How many numbers there are. */
    static int size() {
        return NAMES.size();
    }

    /** Puts sums of numbers under their names. */
    static void name(long[] sums, Map<String, Long> into) {
        for (int i = 0; i < sums.length; i++) {
            into.put(NAMES.get(i), sums[i]);
        }
    }

    /** Adds the numbers to sums. */
    void addTo(long[] sums) {
        int at = 2;
        for (int k = 0; k < REQUESTS.size(); k++) {
            long n = requests.posts.get(k);
            long bytes = requests.posts.get(k + REQUESTS.size());
            sums[0] += n;
            sums[1] += bytes;
            sums[at++] += n;
            sums[at++] += bytes;
        }
        long posted = receives.posts.get(0);
        sums[0] += posted;
        sums[at++] += posted;
        for (int e = 0; e < Half.ENDS; e++) {
            sums[at++] += requests.ends.get(e) + receives.ends.get(e);
        }
        for (int c = 0; c < CONNECTION_NAMES.size(); c++) {
            sums[at++] += connections.get(c);
        }
    }

    Map<String, Long> values() {
        long[] sums = new long[size()];
        addTo(sums);
        Map<String, Long> values = new TreeMap<>();
        name(sums, values);
        return values;
    }

    Counters read() {
        return Counters.of(values());
    }
}
