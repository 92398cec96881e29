package org.jdapl.provider.soft.memory;

import org.jdapl.spi.seam.RandomSource;

/**
 * Where regions get their steering tags and addresses from: chance in production, a script in tests
 * of the protocol.
 */
public interface RegionNames {

    /**
     * The index of a slot; a bijection of the 24-bit numbers.
     *
     * @param slot 0 to 2^24 - 1
     * @return 0 to 2^24 - 1
     */
    int indexOf(int slot);

    /**
     * The slot of an index, the inverse of {@link #indexOf}.
     *
     * @param index 0 to 2^24 - 1
     * @return 0 to 2^24 - 1
     */
    int slotOf(int index);

    /**
     * Draws the key for a registration.
     *
     * @return 0 to 255
     */
    int nextKey();

    /**
     * Draws the address by which the peer names a region's first byte.
     *
     * @param slot the region's slot
     * @return an address, not 0, with room for any region above it
     */
    long nextBase(int slot);

    /**
     * How many slots are freed after one before it gets another region.
     *
     * @return a number, not negative
     */
    default int quarantine() {
        return RegionTable.QUARANTINE;
    }

    /**
     * Whether another region gets a name.
     *
     * @param bytes its length
     * @throws org.jdapl.spi.ProviderException where it does not
     */
    default void admit(long bytes) {}

    /**
     * Names that tell nothing about each other.
     *
     * @param random where they come from
     * @return the names
     */
    static RegionNames random(RandomSource random) {
        return new RandomNames(random);
    }
}
