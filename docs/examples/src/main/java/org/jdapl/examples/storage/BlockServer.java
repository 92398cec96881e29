package org.jdapl.examples.storage;

import java.util.Objects;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.examples.common.Party;

/** Keeps blocks, and moves them through the client's windows. It never sees a key for more. */
final class BlockServer implements AutoCloseable {

    private static final int DATA = 1;
    private static final int ANSWER = 2;
    private static final int COMMAND = 3;

    private final Party party;
    private final LocalMemoryRegion blocks;
    private final LocalMemoryRegion command;
    private final Work answer;

    private BlockServer(Party party, int count) {
        this.party = party;
        this.blocks = party.zone().allocate((long) count * Command.BLOCK_BYTES, Privilege.ALL);
        this.command = party.zone().allocate(Command.BYTES, Privilege.ALL);
        this.answer = party.adapter().createWork(1);
    }

    static BlockServer open(String adapter, int count) {
        Party party =
                Party.open(
                        adapter,
                        EndpointAttributes.defaults(),
                        Capability.RDMA_READ,
                        Capability.RDMA_WRITE,
                        Capability.SEND_WITH_INVALIDATE);
        try {
            return new BlockServer(party, count);
        } catch (RuntimeException e) {
            party.close();
            throw e;
        }
    }

    PublicServicePoint listen() {
        return party.adapter().createPublicServicePoint(party.anyPort(), party.requests());
    }

    /**
     * Serves one client until it leaves. Its next command may be taken before the completion of the
     * answer to the last one: receives and requests have an order each, and none between them.
     */
    void serve() throws InterruptedException {
        party.endpoint().receive(command.whole(), COMMAND);
        party.accept(PrivateData.EMPTY);
        boolean answering = false;
        boolean asked = false;
        while (nextCompletion() instanceof DtoCompletion c && c.isSuccess()) {
            answering &= c.cookie() != ANSWER;
            asked |= c.cookie() == COMMAND;
            if (asked && !answering) {
                carryOut(Command.decode(command.segment().asByteBuffer()));
                asked = false;
                answering = true;
            }
        }
    }

    private Event nextCompletion() throws InterruptedException {
        return Objects.requireNonNull(party.completions().await(Party.LIMIT), "no command");
    }

    private void carryOut(Command c) throws InterruptedException {
        Endpoint endpoint = party.endpoint();
        LocalSegment block =
                blocks.slice((long) c.block() * Command.BLOCK_BYTES, Command.BLOCK_BYTES);
        switch (c.kind()) {
            case STORE -> endpoint.read(block, c.window(), DATA);
            case FETCH -> endpoint.write(block, c.window(), DATA);
        }
        // A read: the data is here. A write: it is on its way, ahead of the answer.
        party.completions().expectSuccess(Party.LIMIT);
        endpoint.receive(command.whole(), COMMAND); // before the client knows that it may go on
        int status =
                endpoint.post(
                        answer.clearSegments().sendWithInvalidate(c.window().key()).cookie(ANSWER));
        if (status != PostStatus.OK) {
            throw DatException.refused(status, "answer", endpoint.state().name());
        }
    }

    @Override
    public void close() {
        party.close();
    }
}
