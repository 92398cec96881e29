package org.jdapl.provider.verbs;

import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.DatagramPeer;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;
import org.jdapl.verbs.cm.UdParameters;
import org.jdapl.verbs.error.VerbsException;

/**
 * What a queue pair for datagrams has an identifier of the connection manager for: a look-up, or a
 * membership. Events are handled by the driver alone, {@link #end} comes from any thread; nothing
 * is told to the listener under the lock.
 */
abstract class DatagramIdentifier {

    /** What is to be told to the listener; {@link #NOTHING} where there is nothing. */
    interface News {
        void tell(AdapterListener listener);
    }

    static final News NOTHING = _ -> {};

    final VerbsAdapter adapter;
    final VerbsDatagramQueuePair queuePair;
    final Object context;
    final ConnectionId id;

    // guarded by this
    private boolean ended;

    DatagramIdentifier(
            VerbsAdapter adapter,
            EventChannel channel,
            VerbsDatagramQueuePair queuePair,
            Object context) {
        this.adapter = adapter;
        this.queuePair = queuePair;
        this.context = context;
        id = ConnectionId.create(channel, PortSpace.UDP);
    }

    /** Begins; where that throws nothing is left. */
    final void begin() {
        id.attach(this);
        queuePair.add(this);
        boolean begun = false;
        try {
            start();
            begun = true;
        } finally {
            if (!begun) {
                end();
            }
        }
    }

    abstract void start();

    /** Goes on from an event; the lock is held. */
    abstract News step(CmEvent event);

    /** Takes back what the queue pair has of it; the lock is held. */
    void undo() {}

    final void happened(CmEvent event) {
        News news;
        synchronized (this) {
            if (ended) {
                return;
            }
            news = stepOrFail(event);
        }
        news.tell(adapter.listener());
    }

    private News stepOrFail(CmEvent event) {
        try {
            return step(event);
        } catch (VerbsException e) {
            return failed(String.valueOf(e.getMessage()), e.errno());
        }
    }

    final News failed(String reason, int nativeCode) {
        return listener -> {
            end();
            listener.unreachable(context, reason, nativeCode);
        };
    }

    final DatagramPeer peer(UdParameters to, byte[] privateData) {
        return new DatagramPeer(
                new VerbsAddressHandle(queuePair.domain(), to.addressVector()),
                to.queuePairNumber(),
                to.qkey(),
                privateData);
    }

    /** Ends it without a word. */
    final void end() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            undo();
        }
        queuePair.remove(this);
        Native.quietly(id::close);
    }
}
