package org.jdapl.middleware;

import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.DatSubtype;
import org.jspecify.annotations.Nullable;

/**
 * Registered buffers in sizes of powers of two, cut from few large registrations ("slabs").
 * Registration is dear and its number limited; a lease costs neither. It grows by slabs up to its
 * limit and lends what it has; leasing and releasing allocate nothing on the heap once the slabs
 * are there.
 *
 * <p>Use after release:
 *
 * <table>
 *   <caption>What is detected</caption>
 *   <thead><tr><th></th><th>ordinary</th><th>{@linkplain SlabPoolOptions#strict() strict}</th></tr></thead>
 *   <tbody>
 *   <tr><td>a lease used, or closed again, after its release</td>
 *       <td>until the block is lent again</td><td>always</td></tr>
 *   <tr><td>memory written after its release, by a late operation too</td>
 *       <td>no</td><td>when the block is lent again: {@link IllegalStateException}</td></tr>
 *   <tr><td>cost</td><td>none</td><td>an object for each lease, two passes over its memory</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>Threads: any number, with a short lock for each size.
 */
public final class SlabPool implements AutoCloseable {

    private final SlabPoolOptions options;
    private final AtomicLong registered = new AtomicLong();
    private final SizeClass[] classes;

    /**
     * Makes a pool, without a slab yet.
     *
     * @param zone where the memory is registered
     * @param options how it is cut
     */
    public SlabPool(ProtectionZone zone, SlabPoolOptions options) {
        this.options = options;
        this.classes = new SizeClass[options.sizeClass(options.largestBlock()) + 1];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = new SizeClass(zone, options, registered, options.blockBytes(i));
        }
    }

    /**
     * How it is cut.
     *
     * @return the options
     */
    public SlabPoolOptions options() {
        return options;
    }

    /**
     * Lends a block, if it can.
     *
     * @param bytes how many bytes at least, from 0 on
     * @return the lease, or null where all blocks of the size are lent and no slab can be added
     * @throws org.jdapl.api.DatException {@code LENGTH_ERROR} for more bytes than the largest block
     *     has, {@code INVALID_HANDLE} where the pool or its zone is closed
     */
    public @Nullable Lease tryLease(int bytes) {
        if (bytes < 0 || bytes > options.largestBlock()) {
            throw Refusals.tooLong(
                    "bytes=" + bytes + " is not from 0 to " + options.largestBlock());
        }
        return classes[options.sizeClass(bytes)].tryLease();
    }

    /**
     * Lends a block.
     *
     * @param bytes how many bytes at least, from 0 on
     * @return the lease
     * @throws org.jdapl.api.DatException {@code INSUFFICIENT_RESOURCES} where {@link #tryLease} has
     *     none; else as there
     */
    public Lease lease(int bytes) {
        Lease lease = tryLease(bytes);
        if (lease == null) {
            throw Refusals.exhausted(
                    DatSubtype.RESOURCE_MEMORY,
                    "no block of "
                            + bytes
                            + " bytes is free, and "
                            + registered
                            + " of "
                            + options.maxBytes()
                            + " bytes are registered");
        }
        return lease;
    }

    /**
     * How much memory is registered.
     *
     * @return bytes, at most the limit
     */
    public long registeredBytes() {
        return registered.get();
    }

    /**
     * How many leases are out.
     *
     * @return the number at this moment
     */
    public int leased() {
        int sum = 0;
        for (SizeClass c : classes) {
            sum += c.leased();
        }
        return sum;
    }

    /**
     * How many registrations it has.
     *
     * @return the number at this moment
     */
    public int slabs() {
        int sum = 0;
        for (SizeClass c : classes) {
            sum += c.slabs();
        }
        return sum;
    }

    /**
     * Gives slabs back of which nothing is lent.
     *
     * @throws org.jdapl.api.DatException {@code INVALID_STATE/LMR_IN_USE} where posted work uses a
     *     block that was released too early; the next {@code trim} or {@code close} tries again
     */
    public void trim() {
        for (SizeClass c : classes) {
            c.trim();
        }
    }

    /**
     * Ends all registrations. A second close does nothing.
     *
     * @throws org.jdapl.api.DatException {@code INVALID_STATE/LMR_IN_USE} where leases are out, and
     *     it stays open; or where posted work uses a block that was released too early, and a
     *     second close tries again
     */
    @Override
    public void close() {
        for (int i = 0; i < classes.length; i++) {
            if (!classes[i].closeIfIdle()) {
                for (int j = 0; j < i; j++) {
                    classes[j].reopen();
                }
                throw Refusals.inUse("leased()=" + leased() + " blocks of the pool are out");
            }
        }
        for (SizeClass c : classes) {
            c.closeRegions();
        }
    }
}
