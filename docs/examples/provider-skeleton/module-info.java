/** A provider. It depends on the provider interface alone, and is found by its declaration here. */
module com.acme.rdma {
    requires org.jdapl.spi;

    provides org.jdapl.spi.Provider with
            com.acme.rdma.AcmeProvider;
}
