package org.acme.rdma;

import org.jdapl.provider.ib.IbProvider;
import org.jdapl.provider.verbs.VerbsProvider;
import org.jdapl.verbs.Device;

/** The provider {@code acme}: ACME's RoCE adapters. */
public final class AcmeProvider extends VerbsProvider {

    /** Makes the provider. */
    public AcmeProvider() {
        super(IbProvider.infiniband().named("acme"), "ACME");
    }

    @Override
    protected boolean owns(Device device) {
        return device.name().startsWith(System.getProperty("org.acme.rdma.devices", "acme"));
    }
}
