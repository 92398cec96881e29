package org.jdapl.spi;

import org.jdapl.api.data.DatagramSender;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a datagram, as a reusable record: a place in {@link Completions}. Not safe for use by
 * several threads.
 */
public final class DatagramSource {

    /** The number of the sender's queue pair, 24 bits. */
    public int queuePair;

    /** The LID of the sender's port; 0 on Ethernet. */
    public int lid;

    /** The service level that the datagram came on. */
    public int serviceLevel;

    /** The first eight bytes of the GID of the sender's port, big-endian; 0 where unknown. */
    public long gidHigh;

    /** The last eight bytes. */
    public long gidLow;

    /** Makes an empty one. */
    public DatagramSource() {}

    /**
     * Takes over all that another one says.
     *
     * @param other the other one
     */
    public void copyFrom(DatagramSource other) {
        queuePair = other.queuePair;
        lid = other.lid;
        serviceLevel = other.serviceLevel;
        gidHigh = other.gidHigh;
        gidLow = other.gidLow;
    }

    /**
     * Takes one over into a place of an array, which gets an object where it has none.
     *
     * @param from the one to take over; with null nothing is done
     * @param to the array
     * @param at the place
     */
    public static void copy(@Nullable DatagramSource from, @Nullable DatagramSource[] to, int at) {
        if (from == null) {
            return;
        }
        DatagramSource place = to[at];
        if (place == null) {
            place = new DatagramSource();
            to[at] = place;
        }
        place.copyFrom(from);
    }

    /**
     * What the consumer gets.
     *
     * @return a new record of the same content
     */
    public DatagramSender toSender() {
        return new DatagramSender(queuePair, gidHigh, gidLow, lid, serviceLevel);
    }
}
