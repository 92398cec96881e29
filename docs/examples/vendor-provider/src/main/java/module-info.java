/**
 * A vendor's provider, complete and small: RDMA in software over TCP, made to be read and copied.
 * It depends on the provider interface alone, and is found by {@link java.util.ServiceLoader}.
 */
module com.acme.rdma {
    requires org.jdapl.spi;

    provides org.jdapl.spi.Provider with
            com.acme.rdma.AcmeProvider;
}
