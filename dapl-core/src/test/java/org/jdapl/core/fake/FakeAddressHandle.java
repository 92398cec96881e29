package org.jdapl.core.fake;

import org.jdapl.spi.AddressHandle;

/** A path for datagrams. */
final class FakeAddressHandle implements AddressHandle {

    private final FakeAdapter adapter;
    volatile boolean closed;

    FakeAddressHandle(FakeAdapter adapter) {
        this.adapter = adapter;
        adapter.open.add(this);
    }

    @Override
    public void close() {
        adapter.plan.at("handle.close");
        closed = true;
        adapter.open.remove(this);
    }
}
