package org.jdapl.provider.soft.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jdapl.provider.soft.seam.AddressInUseException;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.NoDescriptorException;
import org.jdapl.provider.soft.seam.StreamAcceptor;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.seam.StreamListener;
import org.jdapl.provider.soft.seam.StreamNetwork;
import org.jdapl.spi.kit.HostAddresses;
import org.jspecify.annotations.Nullable;

/**
 * TCP by non-blocking channels and one selector.
 *
 * <p>Streams that had data lately are <em>hot</em>: a poll tries to read them directly, which finds
 * a message with one system call instead of two. There are few of them at a time, so the cost of a
 * poll does not grow with the number of streams; all others are found by the selector, which only
 * names those that are ready.
 */
public final class NioNetwork implements StreamNetwork {

    /** How long a poll may rely on hot streams before it asks the selector again. */
    private static final long SELECT_INTERVAL_NS = 50_000;

    /** Polls of a spinning wait before it starts to yield between them. */
    private static final int SPINS_BEFORE_YIELD = 32;

    /** How long a listener that cannot take a stream is left alone. */
    private static final long REST_NS = 50_000_000;

    /** A round of a spinning wait takes a few microseconds, or another thread had the processor. */
    private static final long LATE_NS = 25_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final int RUNNING = 0;
    private static final int BLOCKED = 1;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(NioNetwork.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Selector selector;
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private final SpinBudget budget = new SpinBudget(Runtime.getRuntime().availableProcessors());
    private final ConcurrentLinkedQueue<NioStream> started = new ConcurrentLinkedQueue<>();
    private final Interfaces interfaces = new Interfaces();

    // The driver's.
    private final HotStreams hot = new HotStreams();
    private final List<NioListener> resting = new ArrayList<>();
    private long restUntilNs;
    private int dispatched;
    private long lastSelectNs;

    @SuppressWarnings("unused") // by STATE
    private volatile int state;

    private volatile boolean wakeRequested;

    // Threads that wait for the selector; the driver does not block on it meanwhile.
    private final AtomicInteger releasing = new AtomicInteger();

    // Set with each change of interest, so that a poll does not rely on hot streams alone.
    private volatile boolean changed;

    /**
     * Opens a selector.
     *
     * @throws IOException where the system has none left
     */
    public NioNetwork() throws IOException {
        selector = Selector.open();
    }

    @Override
    public StreamListener listen(InetSocketAddress local, int backlog, StreamAcceptor acceptor)
            throws IOException {
        InetAddress address = resolved(local);
        ServerSocketChannel channel = opened(() -> ServerSocketChannel.open(family(address)));
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            try {
                channel.bind(local, backlog);
            } catch (BindException e) {
                throw local.getPort() != 0 && canBind(address) ? inUse(local, e) : e;
            }
            channel.configureBlocking(false);
            NioListener listener = new NioListener(this, channel, acceptor);
            listener.register(selector);
            changed();
            return listener;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @FunctionalInterface
    private interface Opening<C> {
        C open() throws IOException;
    }

    /** A new channel needs nothing but a descriptor. */
    private static <C> C opened(Opening<C> opening) throws NoDescriptorException {
        try {
            return opening.open();
        } catch (IOException e) {
            throw new NoDescriptorException(e);
        }
    }

    private static AddressInUseException inUse(InetSocketAddress local, BindException cause) {
        return new AddressInUseException("port " + local.getPort() + " is in use", cause);
    }

    /** Whether the address is this host's: tells a taken port from a foreign address. */
    private static boolean canBind(InetAddress address) throws IOException {
        try (ServerSocketChannel probe = ServerSocketChannel.open(family(address))) {
            probe.bind(new InetSocketAddress(address, 0), 1);
            return true;
        } catch (BindException _) {
            return false;
        }
    }

    @Override
    public ByteStream connect(
            @Nullable InetAddress from, InetSocketAddress to, StreamHandler handler)
            throws IOException {
        InetAddress address = resolved(to);
        SocketChannel channel = opened(() -> SocketChannel.open(family(address)));
        try {
            channel.configureBlocking(false);
            if (from != null) {
                channel.bind(new InetSocketAddress(from, 0));
            }
            NioStream stream = new NioStream(this, channel, to);
            stream.handler(handler);
            stream.startConnect(selector);
            return stream;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static InetAddress resolved(InetSocketAddress address) throws IOException {
        InetAddress resolved = address.getAddress();
        if (resolved == null) {
            throw new SocketException("the address of " + address + " is not known");
        }
        return resolved;
    }

    private static ProtocolFamily family(InetAddress address) {
        return address instanceof Inet6Address
                ? StandardProtocolFamily.INET6
                : StandardProtocolFamily.INET;
    }

    /** A connect was decided at once; the handler is told in the next poll. */
    void startedAtOnce(NioStream stream) {
        started.add(stream);
        wakeDriver();
    }

    Selector selector() {
        return selector;
    }

    /** Makes a change of interest take effect, also while the driver blocks. */
    void changed() {
        changed = true;
        wakeDriver();
    }

    private void wakeDriver() {
        if (STATE.compareAndSet(this, BLOCKED, RUNNING)) {
            selector.wakeup();
        }
    }

    @Override
    public void wake() {
        wakeRequested = true;
        wakeDriver();
    }

    @Override
    public int poll() {
        int work = hot.poll();
        long now = System.nanoTime();
        if (work == 0
                ? hot.isEmpty() || changed || now - lastSelectNs > SELECT_INTERVAL_NS
                : changed || now - lastSelectNs > 4 * SELECT_INTERVAL_NS) {
            work += select(now, false, 0);
        }
        if (work > 0) {
            budget.traffic(now);
        }
        return work;
    }

    @Override
    public int await(long timeoutNs) {
        if (takeWake()) {
            return poll();
        }
        long start = System.nanoTime();
        long spinNs = budget.take(start, timeoutNs);
        if (spinNs > 0) {
            int work = spin(start, spinNs);
            if (work != 0) {
                return Math.max(work, 0);
            }
            budget.miss();
            if (spinNs == timeoutNs) {
                return 0;
            }
        }
        // No poll before it: a blocking select finds what is there, too.
        return block(timeoutNs - spinNs);
    }

    /** Polls for a while: the amount of work, 0 where there was none, -1 for a wake-up. */
    private int spin(long start, long spinNs) {
        int spins = 0;
        long spent = 0;
        do {
            int work = poll();
            long before = spent;
            spent = System.nanoTime() - start;
            if (work > 0) {
                // Each byte that was found takes less than a nanosecond of it.
                long lost = spent - before - work;
                if (lost > LATE_NS) {
                    budget.late(start + spent, lost);
                } else if (spins > 0) {
                    budget.hit(spent);
                }
                return work;
            }
            if (takeWake()) {
                return -1;
            }
            if (++spins > SPINS_BEFORE_YIELD) {
                Thread.yield();
            }
        } while (spent < spinNs);
        return 0;
    }

    private boolean takeWake() {
        if (wakeRequested) {
            wakeRequested = false;
            return true;
        }
        return false;
    }

    private int block(long timeoutNs) {
        long start = System.nanoTime();
        STATE.setVolatile(this, BLOCKED);
        int work = 0;
        if (releasing.get() > 0) {
            Thread.yield();
        } else {
            work = select(start, !wakeRequested && started.isEmpty(), timeoutNs);
        }
        STATE.setVolatile(this, RUNNING);
        wakeRequested = false;
        if (work > 0) {
            long now = System.nanoTime();
            budget.blocked(now - start);
            budget.traffic(now);
        }
        return work;
    }

    /** A listener failed to take a stream: it is not asked again for a while. */
    void rest(NioListener listener) {
        listener.rest(true);
        resting.add(listener);
        restUntilNs = System.nanoTime() + REST_NS;
    }

    private void endRest() {
        for (NioListener listener : resting) {
            listener.rest(false);
        }
        resting.clear();
    }

    private int select(long now, boolean block, long limitNs) {
        changed = false;
        lastSelectNs = now;
        dispatched = 0;
        long timeoutNs = limitNs;
        if (!resting.isEmpty()) {
            if (now - restUntilNs >= 0) {
                endRest();
            } else {
                timeoutNs = Math.min(limitNs, REST_NS);
            }
        }
        try {
            if (!block) {
                selector.selectNow(dispatch);
            } else if (timeoutNs > Long.MAX_VALUE - NANOS_PER_MILLI) {
                selector.select(dispatch, 0);
            } else {
                selector.select(dispatch, (timeoutNs + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the selector failed", e);
        } catch (ClosedSelectorException _) {
            return 0;
        }
        for (NioStream s = started.poll(); s != null; s = started.poll()) {
            s.finishConnect();
            dispatched++;
        }
        return dispatched;
    }

    private void dispatch(SelectionKey key) {
        try {
            // Ended waits, so that a change made by a handler needs no wake-up.
            state = RUNNING;
            Object attachment = key.attachment();
            if (attachment instanceof NioStream stream) {
                dispatched += stream.ready(key);
            } else if (attachment instanceof NioListener listener) {
                dispatched += listener.ready();
            }
        } catch (CancelledKeyException _) {
            // Closed by another thread; there is nothing to do any more.
        }
    }

    /** The selector found data on a stream. */
    void warm(NioStream stream) {
        hot.warm(stream);
    }

    Interfaces interfaces() {
        return interfaces;
    }

    @Override
    public List<InetAddress> addresses() {
        return HostAddresses.bindable();
    }

    /**
     * Lets the selector forget channels that were closed: only then does the system do so. Called
     * by any thread after closing a channel whose port must be free at once.
     */
    void releaseClosed() {
        releasing.incrementAndGet(); // else the driver, once awake, could be back in the selector
        // first
        try {
            wakeDriver();
            selector.selectNow(_ -> {});
            // That has used up the wake-up where the driver was only on its way into the selector,
            // and nobody wakes one that does not say that it blocks.
            selector.wakeup();
        } catch (IOException | IllegalStateException _) {
            // The next poll does it.
        } finally {
            releasing.decrementAndGet();
        }
    }

    @Override
    public void close() {
        for (SelectionKey key : List.copyOf(selector.keys())) {
            try {
                key.channel().close();
            } catch (IOException _) {
                // It is gone either way.
            }
        }
        try {
            selector.close();
        } catch (IOException _) {
            // It is gone either way.
        }
    }
}
