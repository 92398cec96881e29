package org.jdapl.spi;

/**
 * The version of this interface. The runtime loads a provider when its own {@link #CURRENT} is not
 * below the provider's lowest version, and its major part not above that of the highest: what came
 * with a later minor version is optional. Until the first release of JDAPL the version stays 1.0.
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
