package org.jdapl.core;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.api.data.ThreadMode;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * A shared receive queue, and the account of its receives. Since they complete in any order, each
 * has a place of its own: free, posted, or completed and not yet taken by the consumer.
 *
 * <p>A place is entered by the poster, inside the gate; completed by the holder of the lock of the
 * dispatcher that the completion came from; and given back by the holder of the lock of the
 * dispatcher that the consumer took it from. The list of free places has a lock of its own.
 */
final class SharedReceiveQueueImpl extends ObjectBase implements SharedReceiveQueue, Account {

    private static final int OPEN = EndpointState.CONNECTED.ordinal();

    private static final byte FREE = 0;
    private static final byte POSTED = 1;
    private static final byte COMPLETED = 2;

    private final ProtectionZoneImpl zone;
    private final org.jdapl.spi.SharedReceiveQueue queue;
    private final long ids;
    private final PostGate gate;
    private final WorkRequest scratch = new WorkRequest(1);
    private final TakerTable takers = new TakerTable();
    private final BriefLock freeLock;
    private volatile SharedReceiveQueueAttributes attributes;

    /**
     * Dispatchers that completions go to, and how many endpoints of each; under the control lock.
     */
    private final IdentityHashMap<EventDispatcherImpl, Integer> dispatchers =
            new IdentityHashMap<>();

    /** The account; all of it is replaced when the queue grows, under all locks that guard it. */
    private volatile Places places;

    /** Receives that have completed. */
    private final AtomicLong completed = new AtomicLong();

    /** Receives that were accepted by the provider. */
    private final AtomicLong posted = new AtomicLong();

    /** The places, as arrays. */
    private static final class Places {
        final long[] cookies;
        final byte[] states;
        final @Nullable LocalMemoryRegionImpl[] regions;
        final @Nullable Object[] extras;
        final int[] free;
        int freeCount;

        Places(int size) {
            cookies = new long[size];
            states = new byte[size];
            regions = new LocalMemoryRegionImpl[size];
            extras = new Object[size];
            free = new int[size];
            for (int place = size - 1; place >= 0; place--) {
                free[freeCount++] = place;
            }
        }

        private Places(Places from, int size) {
            int old = from.cookies.length;
            cookies = Arrays.copyOf(from.cookies, size);
            states = Arrays.copyOf(from.states, size);
            regions = Arrays.copyOf(from.regions, size);
            extras = Arrays.copyOf(from.extras, size);
            free = Arrays.copyOf(from.free, size);
            freeCount = from.freeCount;
            for (int place = old; place < size; place++) {
                free[freeCount++] = place;
            }
        }
    }

    @SuppressWarnings("this-escape") // found by its ids only when a receive of it completes
    SharedReceiveQueueImpl(
            AdapterImpl owner, ProtectionZoneImpl zone, SharedReceiveQueueAttributes wanted) {
        super(owner, HandleKind.SHARED_RECEIVE_QUEUE);
        this.zone = zone;
        this.attributes = wanted;
        this.freeLock = new BriefLock(owner.parker());
        this.gate = new PostGate(ThreadMode.SHARED, EndpointState.CONNECTED, owner.parker());
        this.places = new Places(wanted.maxReceives());
        this.queue =
                ProviderCalls.get(
                        "Adapter.createSharedReceiveQueue",
                        () ->
                                owner.provider()
                                        .createSharedReceiveQueue(zone.domain(), wanted, this));
        this.ids = owner.sharedQueues().add(this);
        zone.retain();
    }

    /** Checks the wishes for a new queue. */
    static void check(AdapterImpl owner, SharedReceiveQueueAttributes wanted) {
        checkSize(owner, wanted.maxReceives());
        if (wanted.maxSegments() < 0 || wanted.maxSegments() > owner.attributes().maxSegments()) {
            throw Errors.parameter(
                    3,
                    "maxSegments="
                            + wanted.maxSegments()
                            + " is not between 0 and the adapter's maximum of "
                            + owner.attributes().maxSegments());
        }
        if (wanted.lowWatermark() != 0) {
            throw Errors.parameter(
                    3,
                    "lowWatermark="
                            + wanted.lowWatermark()
                            + ": a new queue has none, setLowWatermark arms it");
        }
    }

    private static void checkSize(AdapterImpl owner, int maxReceives) {
        if (maxReceives < 1 || maxReceives > owner.attributes().maxSharedReceives()) {
            throw Errors.parameter(
                    3,
                    "maxReceives="
                            + maxReceives
                            + " is not between 1 and the adapter's maximum of "
                            + owner.attributes().maxSharedReceives());
        }
    }

    // ---- endpoints; under the control lock

    ProtectionZoneImpl zone() {
        return zone;
    }

    org.jdapl.spi.SharedReceiveQueue queue() {
        return queue;
    }

    /**
     * An endpoint whose receives complete into a dispatcher starts to use this. All receives could
     * complete there: the dispatcher makes room for them once, however many endpoints there are.
     */
    void attach(EventDispatcherImpl dispatcher) {
        @Nullable Integer users = dispatchers.get(dispatcher);
        if (users == null) {
            dispatcher.reserve(attributes.maxReceives());
        }
        dispatchers.put(dispatcher, users == null ? 1 : users + 1);
        retain();
    }

    void detach(EventDispatcherImpl dispatcher) {
        @Nullable Integer users = dispatchers.get(dispatcher);
        if (users != null && users > 1) {
            dispatchers.put(dispatcher, users - 1);
        } else if (users != null) {
            dispatchers.remove(dispatcher);
            dispatcher.unreserve(attributes.maxReceives());
        }
        releaseUser();
    }

    void addTaker(int queuePair, EndpointImpl endpoint) {
        takers.add(queuePair, endpoint);
    }

    void removeTaker(int queuePair) {
        takers.remove(queuePair);
    }

    // ---- completions

    /** The endpoint of a queue pair, or null. */
    @Nullable EndpointImpl taker(int queuePair) {
        return takers.find(queuePair);
    }

    /** A receive has completed; false where none is posted at this place. */
    boolean complete(int place) {
        Places p = places;
        if (place < 0 || place >= p.states.length || p.states[place] != POSTED) {
            return false;
        }
        p.states[place] = COMPLETED;
        p.regions[place] = null;
        p.extras[place] = null;
        completed.getAndIncrement();
        return true;
    }

    long cookie(int place) {
        return places.cookies[place];
    }

    @Override
    public void reaped(EndpointImpl endpoint, int place) {
        endpoint.receiveReaped();
        giveBack(place);
    }

    private void giveBack(int place) {
        freeLock.lock();
        Places p = places;
        p.states[place] = FREE;
        p.free[p.freeCount++] = place;
        freeLock.unlock();
    }

    private int takePlace() {
        freeLock.lock();
        Places p = places;
        int place = p.freeCount == 0 ? -1 : p.free[--p.freeCount];
        freeLock.unlock();
        return place;
    }

    // ---- posting

    @Override
    public int postReceive(LocalMemoryRegion region, long offset, long length, long cookie) {
        int entered = gate.enter(OPEN);
        if (entered < 0) {
            return entered;
        }
        try {
            if (!(region instanceof LocalMemoryRegionImpl local) || attributes.maxSegments() < 1) {
                return PostStatus.INVALID_ARGUMENT;
            }
            int status = local.check(zone, offset, length, true);
            if (status != PostStatus.OK) {
                return status;
            }
            WorkRequest w = scratch;
            w.kind = OperationKind.RECEIVE;
            w.segments = 1;
            w.region[0] = local.registration;
            w.offset[0] = offset;
            w.length[0] = length;
            w.totalLength = length;
            return submit(w, cookie, local, null);
        } finally {
            gate.leave(entered);
        }
    }

    @Override
    public int post(Work work) {
        int entered = gate.enter(OPEN);
        if (entered < 0) {
            return entered;
        }
        try {
            return postEntered((WorkImpl) work);
        } finally {
            gate.leave(entered);
        }
    }

    private int postEntered(WorkImpl work) {
        WorkRequest w = work.request;
        if (w.kind != OperationKind.RECEIVE
                || work.flags != 0
                || w.segments > attributes.maxSegments()) {
            return PostStatus.INVALID_ARGUMENT;
        }
        int status = work.checkSegments(zone, true);
        return status != PostStatus.OK
                ? status
                : submit(w, work.cookie, work.firstRegion(), work.furtherRegions());
    }

    private int submit(
            WorkRequest w,
            long cookie,
            @Nullable LocalMemoryRegionImpl first,
            @Nullable Object further) {
        int place = takePlace();
        if (place < 0) {
            return PostStatus.QUEUE_FULL;
        }
        Places p = places;
        p.cookies[place] = cookie;
        p.regions[place] = first;
        p.extras[place] = further;
        p.states[place] = POSTED;
        w.id = ids | place;
        w.flags = WorkRequest.SIGNALED;
        int status;
        try {
            status = queue.postReceive(w);
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            owner.reportInternal(Errors.failedIn("SharedReceiveQueue.postReceive", t));
            status = PostStatus.PROVIDER_ERROR;
        }
        if (status == PostStatus.OK) {
            posted.getAndIncrement();
        } else {
            p.regions[place] = null;
            p.extras[place] = null;
            giveBack(place);
        }
        return status;
    }

    // ---- queries and changes

    @Override
    public ProtectionZone protectionZone() {
        return zone;
    }

    @Override
    public SharedReceiveQueueAttributes attributes() {
        requireOpen();
        return attributes;
    }

    @Override
    public int available() {
        requireOpen();
        return outstanding();
    }

    /** Receives that are posted and not completed; what the provider holds is not looked at. */
    int outstanding() {
        long done = completed.get(); // first: it never overtakes what was posted
        return (int) Math.max(0, posted.get() - done);
    }

    @Override
    public int inUse() {
        requireOpen();
        freeLock.lock();
        Places p = places;
        int n = p.states.length - p.freeCount;
        freeLock.unlock();
        return n;
    }

    @Override
    public void resize(int maxReceives) {
        owner.control().lock();
        gate.lock();
        try {
            requireOpen();
            owner.gate().require(Capability.SRQ_RESIZE);
            checkSize(owner, maxReceives);
            SharedReceiveQueueAttributes old = attributes;
            int used = inUse();
            if (used > maxReceives || old.lowWatermark() >= maxReceives) {
                throw Errors.state(
                        DatSubtype.NO_SUBTYPE,
                        "maxReceives="
                                + maxReceives
                                + ": "
                                + used
                                + " receives are in use, the low watermark is "
                                + old.lowWatermark());
            }
            if (maxReceives > old.maxReceives()) {
                grow(maxReceives, old);
            }
            // A smaller queue keeps its places: uDAPL lets an implementation round up.
        } finally {
            gate.unlock();
            owner.control().unlock();
        }
    }

    private void grow(int maxReceives, SharedReceiveQueueAttributes old) {
        int more = maxReceives - old.maxReceives();
        int done = 0;
        boolean grown = false;
        EventDispatcherImpl[] all = dispatchers.keySet().toArray(new EventDispatcherImpl[0]);
        try {
            for (EventDispatcherImpl d : all) {
                d.reserve(more);
                done++;
            }
            ProviderCalls.run("SharedReceiveQueue.resize", () -> queue.resize(maxReceives));
            grown = true;
        } finally {
            for (int i = 0; i < done && !grown; i++) {
                all[i].unreserve(more);
            }
        }
        withDispatchersLocked(all, 0, () -> replacePlaces(maxReceives));
        attributes =
                new SharedReceiveQueueAttributes(
                        maxReceives, old.maxSegments(), old.lowWatermark());
    }

    /** Runs an action inside the locks of dispatchers, so that no completion is on its way. */
    private static void withDispatchersLocked(
            EventDispatcherImpl[] all, int from, Runnable action) {
        if (from == all.length) {
            action.run();
        } else {
            all[from].locked(() -> withDispatchersLocked(all, from + 1, action));
        }
    }

    private void replacePlaces(int size) {
        freeLock.lock();
        places = new Places(places, size);
        freeLock.unlock();
    }

    @Override
    public void setLowWatermark(int receives) {
        owner.control().lock();
        try {
            requireOpen();
            owner.gate().require(Capability.SRQ_LOW_WATERMARK);
            SharedReceiveQueueAttributes a = attributes;
            if (receives < 0 || receives > a.maxReceives()) {
                throw Errors.parameter(
                        1,
                        "lowWatermark="
                                + receives
                                + " is not between 0 and the size of "
                                + a.maxReceives());
            }
            // First, so that an event that comes out of the call finds it armed.
            attributes =
                    new SharedReceiveQueueAttributes(a.maxReceives(), a.maxSegments(), receives);
            boolean armed = false;
            try {
                ProviderCalls.run(
                        "SharedReceiveQueue.armLowWatermark",
                        () -> queue.armLowWatermark(receives));
                armed = true;
            } finally {
                if (!armed) {
                    attributes = a;
                }
            }
        } finally {
            owner.control().unlock();
        }
    }

    /** The provider says that it is below its low watermark, once; under the control lock. */
    void belowLowWatermark() {
        SharedReceiveQueueAttributes a = attributes;
        if (isClosed() || a.lowWatermark() == 0) {
            return;
        }
        attributes = SharedReceiveQueueAttributes.of(a.maxReceives(), a.maxSegments());
        owner.pushAsync(new AsyncEvent.LowWatermark(owner.asyncEvents(), this));
    }

    /** Whether a posted receive names a region; under the control lock. */
    boolean usesRegion(LocalMemoryRegionImpl region) {
        gate.lock();
        try {
            dispatchers.keySet().forEach(EventDispatcherImpl::reclaim);
            Places p = places;
            for (int place = 0; place < p.states.length; place++) {
                if (p.regions[place] == region || Ledger.names(p.extras[place], region)) {
                    return true;
                }
            }
            return false;
        } finally {
            gate.unlock();
        }
    }

    // ---- closing

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.INVALID_STATE_SRQ_IN_USE;
    }

    @Override
    void dispose() {
        gate.lock();
        gate.unlock(PostGate.CLOSED);
        owner.quietly("closing a shared receive queue", queue::close);
        owner.sharedQueues().remove(ids);
        Places p = places; // what is still in a dispatcher gives its place back to nobody
        Arrays.fill(p.regions, null);
        Arrays.fill(p.extras, null);
        zone.releaseUser();
    }
}
