package org.jdapl.spi;

/**
 * The version of this interface. The runtime loads a provider when its own {@link #CURRENT} lies
 * between the provider's lowest and highest version: the major parts are equal and the minor part
 * is not below the lowest.
 *
 * @param major changes when an implementation must change
 * @param minor changes when something optional is added
 */
public record SpiVersion(int major, int minor) implements Comparable<SpiVersion> {

    /** The version that this module declares. */
    public static final SpiVersion CURRENT = new SpiVersion(1, 0);

    @Override
    public int compareTo(SpiVersion other) {
        return major != other.major
                ? Integer.compare(major, other.major)
                : Integer.compare(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
