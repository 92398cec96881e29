/** A vendor's provider for a verbs device. */
module org.acme.rdma {
    requires org.jdapl.provider.ib;

    provides org.jdapl.spi.Provider with
            org.acme.rdma.AcmeProvider;
}
