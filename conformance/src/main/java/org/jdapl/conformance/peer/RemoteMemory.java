package org.jdapl.conformance.peer;

import org.jdapl.api.RemoteRegion;
import org.jspecify.annotations.Nullable;

/** Guarded memory in the peer process. */
public final class RemoteMemory {

    private final Peer peer;
    private final String name;
    private final long length;
    private final @Nullable RemoteRegion region;

    RemoteMemory(Peer peer, String name, long length, @Nullable RemoteRegion region) {
        this.peer = peer;
        this.name = name;
        this.length = length;
        this.region = region;
    }

    String name() {
        return name;
    }

    /**
     * How long the region is.
     *
     * @return bytes
     */
    public long length() {
        return length;
    }

    /**
     * What this side needs to use it.
     *
     * @return address, length and key
     * @throws IllegalStateException where it has no remote right
     */
    public RemoteRegion region() {
        if (region == null) {
            throw new IllegalStateException("the memory has no remote right");
        }
        return region;
    }

    /**
     * A part of it, for the peer's own posts.
     *
     * @param offset first byte
     * @param bytes how many
     * @return the part
     */
    public Part part(long offset, long bytes) {
        return new Part(this, offset, bytes);
    }

    /**
     * All of it, for the peer's own posts.
     *
     * @return the whole
     */
    public Part whole() {
        return new Part(this, 0, length);
    }

    /**
     * A part of memory in the peer process; its bounds are not checked here.
     *
     * @param memory the memory
     * @param offset first byte
     * @param length how many bytes
     */
    public record Part(RemoteMemory memory, long offset, long length) {

        String text() {
            return memory.name() + ":" + offset + ":" + length;
        }
    }

    /**
     * Fills it anew.
     *
     * @param seed what to fill it with
     */
    public void fill(int seed) {
        peer.call(new Message("fill").with("name", name).with("seed", seed));
    }

    /**
     * A number of 64 bits as the peer's CPU sees it.
     *
     * @param offset its first byte
     * @return the number
     */
    public long word(long offset) {
        return peer.call(new Message("word").with("name", name).with("offset", offset))
                .number("word");
    }

    /**
     * Has the peer's CPU write a number of 64 bits.
     *
     * @param offset its first byte
     * @param value the number
     */
    public void setWord(long offset, long value) {
        peer.call(
                new Message("setWord")
                        .with("name", name)
                        .with("offset", offset)
                        .with("word", value));
    }

    /**
     * Demands certain contents of a part.
     *
     * @param offset first byte
     * @param bytes how many
     * @param seed the expected contents
     * @param first place of the first byte in the pattern
     * @throws AssertionError where they differ
     */
    public void requireContents(long offset, long bytes, int seed, long first) {
        long at =
                peer.call(
                                new Message("mismatch")
                                        .with("name", name)
                                        .with("offset", offset)
                                        .with("length", bytes)
                                        .with("seed", seed)
                                        .with("first", first))
                        .number("at");
        if (at >= 0) {
            throw new AssertionError(
                    "byte "
                            + (offset + at)
                            + " of the peer's region of "
                            + length
                            + " bytes is not the expected one (part of "
                            + bytes
                            + " bytes from "
                            + offset
                            + ", seed "
                            + seed
                            + ")");
        }
    }

    /**
     * Demands that all but a part is as it was filled, canaries included; anything else fails the
     * command.
     *
     * @param offset first byte that may have changed
     * @param bytes how many bytes may have changed
     */
    public void requireOnlyChanged(long offset, long bytes) {
        peer.call(
                new Message("onlyChanged")
                        .with("name", name)
                        .with("offset", offset)
                        .with("length", bytes));
    }

    /** Demands that nothing has changed since it was filled. */
    public void requireUntouched() {
        requireOnlyChanged(0, 0);
    }

    /** Closes the region; its memory stays to be looked at. */
    public void close() {
        peer.call(new Message("close").with("name", name));
    }
}
