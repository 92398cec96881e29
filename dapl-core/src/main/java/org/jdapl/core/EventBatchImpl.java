package org.jdapl.core;

import java.util.Objects;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.Completions;
import org.jdapl.spi.DatagramSource;
import org.jspecify.annotations.Nullable;

/** A batch of events as arrays. */
final class EventBatchImpl implements EventBatch {

    private final @Nullable Event[] events;
    private final @Nullable EndpointImpl[] endpoints;
    private final long[] cookies;
    private final int[] statuses;
    private final int[] kinds;
    private final long[] lengths;
    private final int[] flags;
    private final int[] immediates;
    private final long[] invalidated;
    private final int[] vendors;

    /** Who sent what is a datagram; made for a place when it first holds one. */
    private final @Nullable DatagramSource[] senders;

    private @Nullable EventDispatcherImpl source;
    private int size;

    EventBatchImpl(int capacity) {
        events = new Event[capacity];
        endpoints = new EndpointImpl[capacity];
        cookies = new long[capacity];
        statuses = new int[capacity];
        kinds = new int[capacity];
        lengths = new long[capacity];
        flags = new int[capacity];
        immediates = new int[capacity];
        invalidated = new long[capacity];
        vendors = new int[capacity];
        senders = new DatagramSource[capacity];
    }

    void begin(EventDispatcherImpl dispatcher) {
        source = dispatcher;
        size = 0;
    }

    int room() {
        return cookies.length - size;
    }

    void addEvent(Object event) {
        events[size] = (Event) event;
        endpoints[size] = null;
        size++;
    }

    void addCompletion(
            EndpointImpl endpoint,
            long cookie,
            int status,
            int kind,
            long length,
            int flagBits,
            int immediate,
            long invalidatedKey,
            int vendor,
            @Nullable DatagramSource sender) {
        int i = size++;
        events[i] = null;
        endpoints[i] = endpoint;
        cookies[i] = cookie;
        statuses[i] = status;
        kinds[i] = kind;
        lengths[i] = length;
        flags[i] = flagBits;
        immediates[i] = immediate;
        invalidated[i] = invalidatedKey;
        vendors[i] = vendor;
        DatagramSource.copy(sender, senders, i);
    }

    @Override
    public int capacity() {
        return cookies.length;
    }

    @Override
    public int size() {
        return size;
    }

    private int check(int index) {
        return Objects.checkIndex(index, size);
    }

    @Override
    public boolean isCompletion(int index) {
        return events[check(index)] == null;
    }

    @Override
    public Event event(int index) {
        @Nullable Event event = events[check(index)];
        if (event != null) {
            return event;
        }
        return new DtoCompletion(
                Objects.requireNonNull(source),
                endpoint(index),
                cookies[index],
                status(index),
                operation(index),
                lengths[index],
                hasImmediate(index),
                immediates[index],
                invalidated[index],
                vendors[index],
                sender(index));
    }

    private int completion(int index) {
        if (events[check(index)] != null) {
            throw new IllegalStateException(
                    "event " + index + " is no completion but " + events[index]);
        }
        return index;
    }

    @Override
    public long cookie(int index) {
        return cookies[completion(index)];
    }

    @Override
    public CompletionStatus status(int index) {
        return CompletionStatus.of(statuses[completion(index)]);
    }

    @Override
    public Endpoint endpoint(int index) {
        return Objects.requireNonNull(endpoints[completion(index)]);
    }

    @Override
    public OperationKind operation(int index) {
        return OperationKind.of(kinds[completion(index)]);
    }

    @Override
    public long length(int index) {
        return lengths[completion(index)];
    }

    @Override
    public boolean hasImmediate(int index) {
        return (flags[completion(index)] & Completions.IMMEDIATE) != 0;
    }

    @Override
    public int immediate(int index) {
        return immediates[completion(index)];
    }

    @Override
    public long invalidatedKey(int index) {
        return invalidated[completion(index)];
    }

    @Override
    public int vendorStatus(int index) {
        return vendors[completion(index)];
    }

    @Override
    public int senderQueuePair(int index) {
        @Nullable DatagramSource sender = source(index);
        return sender == null ? 0 : sender.queuePair;
    }

    @Override
    public @Nullable DatagramSender sender(int index) {
        @Nullable DatagramSource sender = source(index);
        return sender == null ? null : sender.toSender();
    }

    private @Nullable DatagramSource source(int index) {
        return (flags[completion(index)] & Completions.DATAGRAM) == 0 ? null : senders[index];
    }
}
