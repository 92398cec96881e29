package org.jdapl.tools;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jspecify.annotations.Nullable;

/**
 * The end that reads the file. One worker reads blocks into registered memory, another digests
 * them, and this thread writes them into the receiver's window as soon as they are read. A block's
 * memory is used again when it has been written, digested and its place in the window is free.
 */
final class CopySender implements Channel.Owner {

    private final CopySource source;
    private final CopyProtocol.Offer offer;
    private final Channel channel;
    private final Queue<Long> read = new ArrayDeque<>();
    private long asked;
    private long writesDone;
    private long digested;
    private long free;

    private CopySender(
            Fabric fabric, CopySource source, CopyProtocol.Offer offer, Duration timeout) {
        this.source = source;
        this.offer = offer;
        Link link =
                new Link(
                        fabric,
                        Meeting.attributes(fabric, Channel.DEPTH, Channel.DEPTH + offer.slots()),
                        Waiting.WAIT,
                        timeout);
        this.channel = new Channel(fabric, link, this);
    }

    /**
     * Sends a file.
     *
     * @param progress told how many bytes are in the file at the other end
     */
    static CopyResult send(
            Fabric fabric,
            InetSocketAddress remote,
            CopySource source,
            CopyProtocol.Offer offer,
            Duration timeout,
            LongConsumer progress) {
        CopySender sender = new CopySender(fabric, source, offer, timeout);
        try (Channel channel = sender.channel) {
            channel.link().connect(remote, new Hello(Hello.Tool.COPY, 0, 0, 0, 0).encode());
            try {
                return sender.send(fabric, progress);
            } catch (RuntimeException e) {
                CopyProtocol.fail(channel, e);
                throw e;
            }
        }
    }

    @Override
    public void completed(long cookie) {
        writesDone = cookie + 1;
    }

    @Override
    public void posted(@Nullable Object payload) {
        if (payload instanceof Runnable result) {
            result.run();
        }
    }

    private CopyResult send(Fabric fabric, LongConsumer progress) {
        long start = System.nanoTime();
        channel.send(CopyProtocol.OFFER, offer.encode());
        RemoteRegion window =
                RemoteRegion.decode(CopyProtocol.expect(channel.receive(), CopyProtocol.WINDOW));
        MessageDigest sha = Digests.sha256();
        LocalMemoryRegion memory =
                fabric.zone().allocate((long) offer.block() * offer.slots(), Set.of());
        try (FileChannel file = source.open();
                Worker reader = new Worker("copy-reader", channel.link().events());
                Worker digester = new Worker("copy-digest", channel.link().events())) {
            blocks(window, memory, file, sha, reader, digester, progress);
            while (digested < offer.blocks()) {
                channel.pump();
            }
            byte[] ours = sha.digest();
            channel.send(CopyProtocol.END, ByteBuffer.wrap(ours));
            byte[] theirs = done(progress);
            if (!MessageDigest.isEqual(ours, theirs)) {
                throw new Failure(
                        "the receiver's SHA-256 is "
                                + Digests.text(theirs)
                                + ", not "
                                + Digests.text(ours));
            }
            channel.link().disconnect();
            return new CopyResult(
                    offer.size(), System.nanoTime() - start, Digests.text(ours), source.path());
        } catch (IOException e) {
            throw new Failure("cannot read " + source.path() + ": " + OneLine.reason(e), e);
        }
    }

    private void blocks(
            RemoteRegion window,
            LocalMemoryRegion memory,
            FileChannel file,
            MessageDigest sha,
            Worker reader,
            Worker digester,
            LongConsumer progress) {
        long count = offer.blocks();
        long sent = 0;
        while (sent < count) {
            Channel.@Nullable Message message = channel.poll();
            if (message != null) {
                free(message, progress);
            }
            long reusable = Math.min(free, Math.min(writesDone, digested)) + offer.slots();
            while (asked < count && asked < reusable) {
                ask(memory, file, sha, reader, digester);
            }
            if (!read.isEmpty()) {
                write(read.remove(), window, memory);
                sent++;
            } else if (message == null) {
                channel.pump();
            }
        }
    }

    /** Has a block read and digested. */
    private void ask(
            LocalMemoryRegion memory,
            FileChannel file,
            MessageDigest sha,
            Worker reader,
            Worker digester) {
        long number = asked++;
        MemorySegment block =
                memory.segment().asSlice(offer.offsetInWindow(number), offer.length(number));
        reader.submit(
                () -> source.read(file, block.asByteBuffer(), number * offer.block()),
                () -> {
                    read.add(number);
                    digester.submit(() -> sha.update(block.asByteBuffer()), () -> digested++);
                });
    }

    /** Writes a block, and tells the receiver behind it. */
    private void write(long number, RemoteRegion window, LocalMemoryRegion memory) {
        long offset = offer.offsetInWindow(number);
        int length = offer.length(number);
        channel.link()
                .requirePosted(
                        channel.link()
                                .endpoint()
                                .postWrite(
                                        memory,
                                        offset,
                                        length,
                                        window.address() + offset,
                                        window.key(),
                                        number,
                                        CompletionFlags.DEFAULT));
        channel.send(CopyProtocol.BLOCK, ByteBuffer.allocate(4).putInt(length).flip());
    }

    private void free(Channel.Message message, LongConsumer progress) {
        free = CopyProtocol.expect(message, CopyProtocol.FREE).getLong();
        progress.accept(Math.min(offer.size(), free * offer.block()));
    }

    private byte[] done(LongConsumer progress) {
        while (true) {
            Channel.Message message = channel.receive();
            if (message.type() == CopyProtocol.FREE) {
                free(message, progress);
                continue;
            }
            ByteBuffer payload = CopyProtocol.expect(message, CopyProtocol.DONE);
            byte[] theirs = new byte[payload.remaining()];
            payload.get(theirs);
            return theirs;
        }
    }
}
