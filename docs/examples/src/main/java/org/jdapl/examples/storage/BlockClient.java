package org.jdapl.examples.storage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.jdapl.api.BindCompletion;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.examples.common.Party;
import org.jspecify.annotations.Nullable;

/** Lends the server a window for each command, with just the right that the command needs. */
final class BlockClient implements AutoCloseable {

    /** A bind, a send and a receive belong to each command. */
    private static final int COMPLETIONS = 3;

    private final Party party;
    private final LocalMemoryRegion data;
    private final LocalMemoryRegion command;
    private final RemoteMemoryRegion window;
    private int windows;

    private BlockClient(Party party) {
        this.party = party;
        // Local rights alone: without a window nobody gets at it from outside.
        this.data = party.zone().allocate(Command.BLOCK_BYTES, Set.of(Privilege.LOCAL_WRITE));
        this.command = party.zone().allocate(Command.BYTES, Set.of());
        this.window = party.zone().createRemoteMemoryRegion(RmrScope.ENDPOINT);
    }

    static BlockClient connect(String adapter, InetSocketAddress server)
            throws InterruptedException {
        Party party =
                Party.open(
                        adapter, EndpointAttributes.defaults(), Capability.MEMORY_WINDOW_ENDPOINT);
        try {
            BlockClient client = new BlockClient(party);
            party.connect(server);
            return client;
        } catch (RuntimeException e) {
            party.close();
            throw e;
        }
    }

    /** Stores a block that is full of one byte. */
    void store(int block, byte value) throws InterruptedException {
        data.segment().fill(value);
        perform(Command.Kind.STORE, block, Privilege.REMOTE_READ);
    }

    /** Fetches a block and checks that it is full of one byte. */
    void fetch(int block, byte value) throws InterruptedException {
        data.segment().fill((byte) 0);
        perform(Command.Kind.FETCH, block, Privilege.REMOTE_WRITE);
        for (long i = 0; i < data.length(); i++) {
            if (data.segment().get(JAVA_BYTE, i) != value) {
                throw new IllegalStateException("block " + block + ", byte " + i);
            }
        }
    }

    int windows() {
        return windows;
    }

    private void perform(Command.Kind kind, int block, Privilege right)
            throws InterruptedException {
        party.endpoint().receive(List.of(), block); // the answer has no bytes
        window.bind(party.endpoint(), data.whole(), Set.of(right), block, CompletionFlags.DEFAULT);
        RemoteRegion key = window.remoteRegion().orElseThrow();
        new Command(kind, block, key).encode(command.segment().asByteBuffer());
        party.endpoint().send(command.whole(), block); // starts behind the bind
        for (int i = 0; i < COMPLETIONS; i++) {
            check(party.completions().await(Party.LIMIT), key);
        }
        if (window.remoteRegion().isPresent()) {
            throw new IllegalStateException("the window is still open");
        }
        windows++;
    }

    private static void check(@Nullable Event event, RemoteRegion key) {
        boolean good =
                switch (event) {
                    case BindCompletion bound -> bound.status() == CompletionStatus.SUCCESS;
                    case DtoCompletion c
                            when c.operation() == OperationKind.RECEIVE_WITH_INVALIDATE ->
                            c.isSuccess() && c.invalidatedKey() == key.key();
                    case DtoCompletion c -> c.isSuccess() && c.operation() == OperationKind.SEND;
                    case null, default -> false;
                };
        if (!good) {
            throw new IllegalStateException("unexpected: " + event);
        }
    }

    @Override
    public void close() {
        party.endpoint().disconnect(DisconnectMode.GRACEFUL);
        party.close();
    }
}
