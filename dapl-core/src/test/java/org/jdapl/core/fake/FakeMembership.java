package org.jdapl.core.fake;

import java.net.InetAddress;
import org.jdapl.spi.DatagramPeer;
import org.jdapl.spi.MulticastMembership;

/** A membership in a multicast group, which the test lets come about. */
public final class FakeMembership implements MulticastMembership {

    private static final int ALL_MEMBERS = 0xFFFFFF;

    private final FakeAdapter adapter;
    private final Object context;

    /** The group. */
    public final InetAddress group;

    private boolean closed;

    FakeMembership(FakeAdapter adapter, InetAddress group, Object context) {
        this.adapter = adapter;
        this.group = group;
        this.context = context;
    }

    /** The group is joined. */
    public void join() {
        DatagramPeer peer =
                new DatagramPeer(
                        new FakeAddressHandle(adapter),
                        ALL_MEMBERS,
                        FakeDatagramQueuePair.KEY,
                        new byte[0]);
        adapter.tell(l -> l.joined(context, peer));
    }

    /** The group cannot be joined, or is lost. */
    public void lose() {
        adapter.tell(l -> l.unreachable(context, "no such group", 5));
    }

    @Override
    public void close() {
        adapter.plan.at("membership.close");
        if (!closed) {
            closed = true;
            adapter.open.remove(this);
        }
    }
}
