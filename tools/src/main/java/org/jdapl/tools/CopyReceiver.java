package org.jdapl.tools;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.EnumSet;
import java.util.function.Function;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/**
 * The end that writes the file. This thread only takes messages and gives credits; one worker
 * writes blocks, another digests them. A slot is free again when both are done with it.
 */
final class CopyReceiver implements Channel.Owner {

    private final Channel channel;
    private long arrived;
    private long written;
    private long digested;
    private long told;
    private boolean finished;

    private CopyReceiver(Fabric fabric, Duration timeout) {
        Link link =
                new Link(
                        fabric,
                        Meeting.attributes(fabric, Channel.DEPTH, Channel.DEPTH),
                        Waiting.WAIT,
                        timeout);
        this.channel = new Channel(fabric, link, this);
    }

    /**
     * Receives one file.
     *
     * @param place says which file to make, from the name that the sender gives
     * @param part says under which name it grows
     */
    static CopyResult receive(
            Fabric fabric,
            Door.Guest guest,
            Duration timeout,
            Function<String, Path> place,
            Function<Path, Path> part) {
        CopyReceiver receiver = new CopyReceiver(fabric, timeout);
        try (Channel channel = receiver.channel) {
            channel.link().accept(guest.request());
            try {
                return receiver.receive(fabric, place, part);
            } catch (RuntimeException e) {
                CopyProtocol.fail(channel, e);
                throw e;
            }
        }
    }

    @Override
    public void posted(@Nullable Object payload) {
        if (payload instanceof Runnable result) {
            result.run();
        }
    }

    private CopyResult receive(
            Fabric fabric, Function<String, Path> place, Function<Path, Path> part) {
        ByteBuffer first = CopyProtocol.expect(channel.receive(), CopyProtocol.OFFER);
        CopyProtocol.Offer offer = CopyProtocol.Offer.decode(first);
        long start = System.nanoTime();
        Path file = place.apply(offer.name());
        MessageDigest sha = Digests.sha256();
        LocalMemoryRegion window =
                fabric.zone()
                        .allocate(
                                (long) offer.block() * offer.slots(),
                                EnumSet.of(Privilege.LOCAL_WRITE, Privilege.REMOTE_WRITE));
        // The workers end before the window goes.
        try (CopyTarget target = CopyTarget.create(file, part.apply(file));
                Worker writer = new Worker("copy-writer", channel.link().events());
                Worker digester = new Worker("copy-digest", channel.link().events())) {
            channel.send(CopyProtocol.WINDOW, CopyProtocol.region(window.remoteRegion()));
            byte[] theirs = blocks(offer, window.segment(), target, sha, writer, digester);
            byte[] ours = sha.digest();
            if (!MessageDigest.isEqual(ours, theirs)) {
                throw new Failure(
                        file
                                + " was damaged on its way: SHA-256 is "
                                + Digests.text(ours)
                                + ", not "
                                + Digests.text(theirs));
            }
            writer.submit(target::commit, () -> finished = true);
            while (!finished) {
                channel.pump();
            }
            channel.send(CopyProtocol.DONE, ByteBuffer.wrap(ours));
            channel.link().awaitEnd();
            return new CopyResult(
                    offer.size(), System.nanoTime() - start, Digests.text(ours), file);
        }
    }

    /** Takes all blocks; returns what the sender says of the whole. */
    private byte[] blocks(
            CopyProtocol.Offer offer,
            MemorySegment window,
            CopyTarget target,
            MessageDigest sha,
            Worker writer,
            Worker digester) {
        long count = offer.blocks();
        while (true) {
            Channel.@Nullable Message message = channel.poll();
            if (message != null && message.type() == CopyProtocol.END) {
                if (arrived < count) {
                    throw new Failure(
                            "the sender ended after " + arrived + " of " + count + " blocks");
                }
                byte[] theirs = new byte[message.payload().remaining()];
                message.payload().get(theirs);
                while (written < count || digested < count) {
                    channel.pump();
                }
                return theirs;
            }
            if (message != null) {
                int length = CopyProtocol.expect(message, CopyProtocol.BLOCK).getInt();
                take(offer, length, window, target, sha, writer, digester);
            }
            long free = Math.min(written, digested);
            if (free > told) {
                channel.send(CopyProtocol.FREE, CopyProtocol.number(free));
                told = free;
            } else if (message == null) {
                channel.pump();
            }
        }
    }

    private void take(
            CopyProtocol.Offer offer,
            int length,
            MemorySegment window,
            CopyTarget target,
            MessageDigest sha,
            Worker writer,
            Worker digester) {
        long number = arrived;
        if (number >= offer.blocks()
                || length != offer.length(number)
                || number - told >= offer.slots()) {
            throw new Failure(
                    "the sender sent block " + number + " of " + length + " bytes out of turn");
        }
        arrived++;
        MemorySegment block = window.asSlice(offer.offsetInWindow(number), length);
        long at = number * offer.block();
        writer.submit(() -> target.write(block.asByteBuffer(), at), () -> written++);
        digester.submit(() -> sha.update(block.asByteBuffer()), () -> digested++);
    }
}
