package org.jdapl.provider.soft.iwarp;

import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.provider.soft.rdmap.Connection;
import org.jdapl.provider.soft.rdmap.ConnectionSettings;
import org.jdapl.provider.soft.rdmap.WorkQueues;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/** A queue pair: its queues, and the connection that works on them while there is one. */
final class IwarpQueuePair implements QueuePair {

    private final IwarpWire wire;
    private final WorkQueues work;
    private final int number;
    private final ConnectionSettings settings;
    private final Object context;
    private volatile @Nullable Connection connection;
    private volatile boolean flushed;

    /** The peer is known to have the operations of RFC 7306. */
    private volatile boolean extensions;

    IwarpQueuePair(
            IwarpWire wire,
            WorkQueues work,
            int number,
            ConnectionSettings settings,
            Object context) {
        this.wire = wire;
        this.work = work;
        this.number = number;
        this.settings = settings;
        this.context = context;
        this.extensions = settings.extensions();
    }

    @Override
    public int number() {
        return number;
    }

    Object context() {
        return context;
    }

    WorkQueues work() {
        return work;
    }

    ConnectionSettings settings() {
        return settings;
    }

    @Nullable Connection connection() {
        return connection;
    }

    /** Binds a connection; false where the queue pair has one already, or is not ready for one. */
    synchronized boolean bind(Connection newConnection) {
        if (connection != null || flushed) {
            return false;
        }
        connection = newConnection;
        return true;
    }

    synchronized void unbind(Connection former) {
        if (connection == former) {
            connection = null;
        }
    }

    @Override
    public int postSend(WorkRequest request) {
        Connection c = connection;
        int status = accept(c, request);
        if (status == PostStatus.OK && c != null) {
            c.kick();
        }
        return status;
    }

    @Override
    public int postSend(WorkRequest[] requests, int count) {
        Connection c = connection;
        int accepted = 0;
        while (accepted < count && accept(c, requests[accepted]) == PostStatus.OK) {
            accepted++;
        }
        if (accepted > 0 && c != null) {
            c.kick();
        }
        return accepted;
    }

    private int accept(@Nullable Connection c, WorkRequest request) {
        if (c == null || flushed || !c.isOpened()) {
            return PostStatus.INVALID_STATE;
        }
        OperationKind kind = request.kind;
        switch (kind) {
            case SEND, SEND_WITH_INVALIDATE, RDMA_WRITE -> {
                // Always possible.
            }
            case RDMA_READ -> {
                if (c.readsOut() == 0) {
                    return PostStatus.NOT_SUPPORTED;
                }
                if (request.segments > 1) {
                    return PostStatus.INVALID_ARGUMENT;
                }
            }
            case BIND -> {
                if (request.window == null || request.segments > 1) {
                    return PostStatus.INVALID_ARGUMENT;
                }
            }
            case WRITE_WITH_IMMEDIATE -> {
                if (!extensions) {
                    return PostStatus.NOT_SUPPORTED;
                }
            }
            case FETCH_AND_ADD, COMPARE_AND_SWAP -> {
                if (!extensions || c.readsOut() == 0) {
                    return PostStatus.NOT_SUPPORTED;
                }
                if (request.segments != 1 || request.length[0] != Long.BYTES) {
                    return PostStatus.INVALID_ARGUMENT;
                }
            }
            default -> {
                return PostStatus.NOT_SUPPORTED;
            }
        }
        return work.postSend(request);
    }

    @Override
    public void peerHasExtensions() {
        extensions = true;
    }

    @Override
    public int postReceive(WorkRequest request) {
        return flushed ? PostStatus.INVALID_STATE : work.postReceive(request);
    }

    @Override
    public synchronized int flush() {
        flushed = true;
        extensions = settings.extensions();
        Connection c = connection;
        int successes = c == null ? 0 : c.kill();
        work.clear();
        return successes;
    }

    @Override
    public synchronized void reset() {
        if (!flushed) {
            flush();
        }
        connection = null;
        flushed = false;
    }

    @Override
    public void close() {
        flush();
        wire.forget(this);
    }
}
