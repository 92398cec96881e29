package org.jdapl.conformance.peer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.Party;

/** Commands about memory and data. */
final class DataCommands {

    /** A number of 64 bits as this process sees it. */
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final Interpreter.Names names;
    private final List<Thread> floods = new CopyOnWriteArrayList<>();

    DataCommands(Interpreter.Names names) {
        this.names = names;
    }

    /** Runs a command of this group; false for others. */
    boolean run(Message c, Message ok) {
        switch (c.verb()) {
            case "memory" -> memory(c, ok);
            case "fill" -> names.memory(c.text("name")).fill((int) c.number("seed"));
            case "mismatch" -> mismatch(c, ok);
            case "word" -> ok.with("word", (long) WORD.getVolatile(words(c), c.number("offset")));
            case "setWord" -> WORD.setVolatile(words(c), c.number("offset"), c.number("word"));
            case "onlyChanged" ->
                    names.memory(c.text("name"))
                            .requireOnlyChanged(c.number("offset"), c.number("length"));
            case "post" -> ok.with("status", post(c));
            case "flood" -> flood(c);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void memory(Message c, Message ok) {
        Party party = names.party(c.text("party"));
        Set<Privilege> rights = Privilege.of((int) c.number("rights"));
        Guarded memory =
                c.has("ownZone")
                        ? party.memory(
                                party.adapter().createProtectionZone(),
                                c.number("bytes"),
                                rights,
                                (int) c.number("seed"))
                        : party.memory(c.number("bytes"), rights, (int) c.number("seed"));
        names.put(c.text("name"), memory);
        if (rights.contains(Privilege.REMOTE_READ)
                || rights.contains(Privilege.REMOTE_WRITE)
                || rights.contains(Privilege.REMOTE_ATOMIC)) {
            RemoteRegion remote = memory.region().remoteRegion();
            ok.with("address", remote.address())
                    .with("length", remote.length())
                    .with("key", remote.key());
        }
    }

    private MemorySegment words(Message c) {
        return names.memory(c.text("name")).memory();
    }

    private void mismatch(Message c, Message ok) {
        ok.with(
                "at",
                names.memory(c.text("name"))
                        .mismatch(
                                c.number("offset"),
                                c.number("length"),
                                (int) c.number("seed"),
                                c.number("first")));
    }

    private int post(Message c) {
        Link link = names.get(c.text("link"), Link.class);
        return link.endpoint().post(work(c, link));
    }

    private Work work(Message c, Link link) {
        String[] parts =
                c.text("segments").isEmpty() ? new String[0] : c.text("segments").split(",", -1);
        Work work = link.party().adapter().createWork(Math.max(1, parts.length));
        for (String part : parts) {
            String[] three = part.split(":", -1);
            work.addSegment(
                    names.memory(three[0]).region(),
                    Long.parseLong(three[1]),
                    Long.parseLong(three[2]));
        }
        switch (c.text("operation")) {
            case "SEND" -> work.send();
            case "RECEIVE" -> work.receive();
            case "RDMA_WRITE" -> {
                RemoteRegion to = target(c);
                work.write(to.address(), to.key());
            }
            case "RDMA_READ" -> work.read(c.number("remoteAddress"), c.number("remoteKey"));
            case "FETCH_AND_ADD" ->
                    work.fetchAndAdd(
                            c.number("remoteAddress"), c.number("remoteKey"), c.number("add"));
            case "COMPARE_AND_SWAP" ->
                    work.compareAndSwap(
                            c.number("remoteAddress"),
                            c.number("remoteKey"),
                            c.number("compare"),
                            c.number("swap"));
            case "SEND_WITH_INVALIDATE" -> work.sendWithInvalidate(c.number("remoteKey"));
            default -> throw new IllegalArgumentException("operation=" + c.text("operation"));
        }
        return work.cookie(c.number("cookie"))
                .flags((int) c.number("flags", CompletionFlags.DEFAULT));
    }

    private static RemoteRegion target(Message c) {
        if (!c.has("encoded")) {
            return new RemoteRegion(c.number("remoteAddress"), 0, c.number("remoteKey"));
        }
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(c.text("encoded")));
        return bytes.remaining() == RemoteRegion.TRIPLET_BYTES
                ? RemoteRegion.decodeTriplet(bytes.order(ByteOrder.LITTLE_ENDIAN))
                : RemoteRegion.decode(bytes);
    }

    /**
     * Posts one piece of work again and again, as fast as it is taken, until it is refused for
     * good.
     */
    private void flood(Message c) {
        Link link = names.get(c.text("link"), Link.class);
        Work work = work(c, link);
        Thread thread = Thread.ofPlatform().daemon().name("flood").start(() -> flood(link, work));
        floods.add(thread);
    }

    private static void flood(Link link, Work work) {
        List<Integer> refusals = new ArrayList<>();
        while (!Thread.currentThread().isInterrupted()
                && refusals.isEmpty()
                && !link.endpoint().isClosed()) {
            int status = link.endpoint().post(work);
            if (status == PostStatus.QUEUE_FULL) {
                while (link.requests().dequeue() != null) {
                    // Makes room, and progress where nobody else does.
                }
            } else if (status != PostStatus.OK) {
                refusals.add(status);
            }
        }
    }

    void stopFloods() {
        for (Thread thread : floods) {
            thread.interrupt();
            try {
                thread.join(Bound.LOCAL.duration());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        floods.clear();
    }
}
