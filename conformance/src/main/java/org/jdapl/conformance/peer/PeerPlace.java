package org.jdapl.conformance.peer;

import java.util.List;
import org.jdapl.conformance.base.Party;
import org.jspecify.annotations.Nullable;

/**
 * Where the peer of a test is, and on which adapter.
 *
 * @param adapter the adapter that it opens
 * @param options how its process is started
 */
public record PeerPlace(String adapter, PeerOptions options) {

    /** The property that names the peer's adapter where it is another than the one under test. */
    public static final String ADAPTER_PROPERTY = "jdapl.test.peer.adapter";

    /** The property with the address of the peer's adapter that this side reaches. */
    public static final String ADDRESS_PROPERTY = "jdapl.test.peer.address";

    /**
     * The property with the words, between spaces, that the command of the peer process is put
     * behind, for example {@code ip netns exec hostb}. They must become the process.
     */
    public static final String LAUNCHER_PROPERTY = "jdapl.test.peer.launcher";

    /**
     * The place that the properties tell; without them the same adapter on this machine.
     *
     * @param adapter the adapter under test
     * @return the place
     */
    public static PeerPlace of(String adapter) {
        PeerOptions options = PeerOptions.defaults();
        @Nullable String address = System.getProperty(ADDRESS_PROPERTY);
        if (address != null) {
            options = options.with("-D" + Party.ADDRESS_PROPERTY + "=" + address);
        }
        @Nullable String launcher = System.getProperty(LAUNCHER_PROPERTY);
        if (launcher != null) {
            options = options.behind(List.of(launcher.split(" ", -1)));
        }
        return new PeerPlace(System.getProperty(ADAPTER_PROPERTY, adapter), options);
    }
}
