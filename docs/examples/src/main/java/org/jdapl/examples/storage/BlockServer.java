package org.jdapl.examples.storage;

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
import org.jdapl.api.data.CompletionStatus;
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

    /** Serves one client until it leaves. */
    void serve() throws InterruptedException {
        party.endpoint().receive(command.whole(), COMMAND);
        party.accept(PrivateData.EMPTY);
        while (party.completions().await(Party.LIMIT) instanceof DtoCompletion received
                && received.status() == CompletionStatus.SUCCESS) {
            carryOut(Command.decode(command.segment().asByteBuffer()));
        }
    }

    private void carryOut(Command c) throws InterruptedException {
        Endpoint endpoint = party.endpoint();
        LocalSegment block =
                blocks.slice((long) c.block() * Command.BLOCK_BYTES, Command.BLOCK_BYTES);
        switch (c.kind()) {
            case STORE -> {
                endpoint.read(block, c.window(), DATA);
                party.completions().expectSuccess(Party.LIMIT); // the data is here
            }
            case FETCH -> {
                endpoint.write(block, c.window(), DATA);
                party.completions().expectSuccess(Party.LIMIT); // on its way, ahead of the answer
            }
        }
        endpoint.receive(command.whole(), COMMAND); // before the client knows that it may go on
        int status =
                endpoint.post(
                        answer.clearSegments().sendWithInvalidate(c.window().key()).cookie(ANSWER));
        if (status != PostStatus.OK) {
            throw DatException.refused(status, "answer", endpoint.state().name());
        }
        awaitAnswerSent();
    }

    /** The next command may be here before our own answer is known to be sent. */
    private void awaitAnswerSent() throws InterruptedException {
        Event event = party.completions().await(Party.LIMIT);
        if (!(event instanceof DtoCompletion c && c.cookie() == ANSWER && c.isSuccess())) {
            throw new IllegalStateException("answer expected, got " + event);
        }
    }

    @Override
    public void close() {
        party.close();
    }
}
