package org.jdapl.conformance.base;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.BindCompletion;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.PrivateData;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;

/**
 * An event as a test sees it, in a form that crosses processes.
 *
 * @param kind the simple name of the event's class, for example {@code Established}
 * @param fields what else it says, as texts
 */
public record Seen(String kind, Map<String, String> fields) {

    /** Kind of a completion. */
    public static final String COMPLETION = "DtoCompletion";

    /** Copies the map. */
    public Seen {
        fields = Map.copyOf(fields);
    }

    /**
     * Describes an event.
     *
     * @param event the event
     * @return what it says
     */
    public static Seen of(Event event) {
        Map<String, String> f = new LinkedHashMap<>();
        switch (event) {
            case DtoCompletion c -> {
                f.put("cookie", Long.toString(c.cookie()));
                f.put("status", c.status().name());
                f.put("operation", c.operation().name());
                f.put("length", Long.toString(c.length()));
                f.put("invalidated", Long.toString(c.invalidatedKey()));
                f.put("immediate", c.hasImmediate() ? Integer.toString(c.immediate()) : "none");
            }
            case ConnectionEvent.Established e -> data(f, e.privateData());
            case ConnectionEvent.PeerRejected e -> data(f, e.privateData());
            case ConnectionEvent.NonPeerRejected e -> f.put("reason", e.reason());
            case ConnectionEvent.AcceptCompletionError e -> f.put("reason", e.reason());
            case ConnectionEvent.Disconnected e -> f.put("byPeer", Boolean.toString(e.byPeer()));
            case ConnectionEvent.Broken e -> f.put("reason", e.reason());
            case ConnectionEvent.TimedOut _ -> {
                // It says nothing more.
            }
            case ConnectionEvent.Unreachable e -> f.put("reason", e.reason());
            case ConnectionEvent.PeerResolved e -> data(f, e.privateData());
            case ConnectionEvent.MulticastJoined e -> f.put("group", e.group().toString());
            case ConnectionRequestEvent r -> data(f, r.request().privateData());
            case AsyncEvent a -> f.put("text", a.toString());
            case BindCompletion b -> {
                f.put("cookie", Long.toString(b.cookie()));
                f.put("status", b.status().name());
            }
            case SoftwareEvent s -> f.put("payload", String.valueOf(s.payload()));
        }
        return new Seen(event.getClass().getSimpleName(), f);
    }

    private static void data(Map<String, String> fields, PrivateData data) {
        fields.put("data", HexFormat.of().formatHex(data.toByteArray()));
    }

    private String field(String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new AssertionError("expected an event with " + name + ", got " + this);
        }
        return value;
    }

    /**
     * Whether it is the completion of a data transfer operation.
     *
     * @return true for a completion
     */
    public boolean isCompletion() {
        return kind.equals(COMPLETION);
    }

    /**
     * The outcome of a completion.
     *
     * @return the status
     */
    public CompletionStatus status() {
        return CompletionStatus.valueOf(field("status"));
    }

    /**
     * The cookie of a completion.
     *
     * @return the cookie
     */
    public long cookie() {
        return Long.parseLong(field("cookie"));
    }

    /**
     * The operation of a completion.
     *
     * @return the kind
     */
    public OperationKind operation() {
        return OperationKind.valueOf(field("operation"));
    }

    /**
     * The length of a completion.
     *
     * @return bytes
     */
    public long length() {
        return Long.parseLong(field("length"));
    }

    /**
     * The key that a message invalidated.
     *
     * @return the key; 0 for none
     */
    public long invalidatedKey() {
        return Long.parseLong(field("invalidated"));
    }

    /**
     * The immediate data of a completion.
     *
     * @return 32 bits as a decimal number; {@code none} where it carries none
     */
    public String immediate() {
        return field("immediate");
    }

    /**
     * The private data of a connection event.
     *
     * @return the data
     */
    public PrivateData data() {
        return PrivateData.of(HexFormat.of().parseHex(field("data")));
    }

    /**
     * Whether the peer ended the connection.
     *
     * @return as the event says
     */
    public boolean byPeer() {
        return Boolean.parseBoolean(field("byPeer"));
    }

    /**
     * Returns this if it is a successful completion.
     *
     * @param cookie the expected cookie
     * @param operation the expected operation
     * @param length the expected length
     * @return this
     * @throws AssertionError where it is anything else
     */
    public Seen requireSuccess(long cookie, OperationKind operation, long length) {
        if (!isCompletion()
                || status() != CompletionStatus.SUCCESS
                || cookie() != cookie
                || operation() != operation
                || length() != length) {
            throw new AssertionError(
                    "expected success of "
                            + operation
                            + " with cookie "
                            + cookie
                            + " and length "
                            + length
                            + ", got "
                            + this);
        }
        return this;
    }

    /**
     * Returns this if it is the completion of a bind that succeeded.
     *
     * @param cookie the expected cookie
     * @return this
     * @throws AssertionError where it is anything else
     */
    public Seen requireBound(long cookie) {
        require(BindCompletion.class);
        if (status() != CompletionStatus.SUCCESS || cookie() != cookie) {
            throw new AssertionError(
                    "expected success of a bind with cookie " + cookie + ", got " + this);
        }
        return this;
    }

    /**
     * Returns this if it is of a kind.
     *
     * @param type the class of the event
     * @return this
     * @throws AssertionError where it is of another
     */
    public Seen require(Class<? extends Event> type) {
        if (!kind.equals(type.getSimpleName())) {
            throw new AssertionError("expected a " + type.getSimpleName() + ", got " + this);
        }
        return this;
    }

    @Override
    public String toString() {
        return kind + fields;
    }
}
