package org.jdapl.spi;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.SharedReceiveQueueAttributes;

/**
 * An open adapter. Every object that it makes belongs to it; the runtime closes them all before it
 * closes the adapter, in any order that the references among them allow.
 */
public interface Adapter extends AutoCloseable {

    /**
     * What the adapter can do. It does not change while the adapter is open. Called by any thread.
     *
     * @return the attributes
     */
    AdapterAttributes attributes();

    /**
     * Makes a protection domain.
     *
     * @return the protection domain
     * @throws ProviderException where a limit is reached
     */
    ProtectionDomain createProtectionDomain();

    /**
     * Makes a completion queue.
     *
     * @param depth how many completions it must hold at least; the runtime never lets more be
     *     outstanding
     * @param context what {@link AdapterListener#completionReady} gets
     * @return the completion queue
     * @throws ProviderException where a limit is reached
     */
    CompletionQueue createCompletionQueue(int depth, Object context);

    /**
     * Makes a queue pair. Receives can be posted to it at once, requests when it is connected.
     *
     * <p>Where the service type among its attributes is {@code UNRELIABLE_DATAGRAM} (asked for only
     * where that is advertised) there is nothing to connect, and requests can be posted at once:
     * sends, with and without immediate data, that name a {@link WorkRequest#destination}. Receives
     * have room for {@link AdapterAttributes#maxDatagramBytes()}, and get the datagram without what
     * the transport puts before it.
     *
     * @param parameters its queues and attributes, checked by the runtime against {@link
     *     #attributes()}
     * @param context what the listener's connection events get
     * @return the queue pair
     * @throws ProviderException where a limit is reached or a transport attribute is unknown
     */
    QueuePair createQueuePair(QueuePairParameters parameters, Object context);

    /**
     * Makes a shared receive queue ({@code SHARED_RECEIVE_QUEUE}).
     *
     * @param domain its protection domain
     * @param attributes its size; the watermark is armed by {@link
     *     SharedReceiveQueue#armLowWatermark} alone
     * @param context what the listener's events get
     * @return the shared receive queue
     * @throws ProviderException where it is not supported, or a limit is reached
     */
    default SharedReceiveQueue createSharedReceiveQueue(
            ProtectionDomain domain, SharedReceiveQueueAttributes attributes, Object context) {
        throw ProviderException.notSupported("shared receive queues");
    }

    /**
     * Makes a memory window ({@code MEMORY_WINDOW} or {@code MEMORY_WINDOW_ENDPOINT}).
     *
     * @param domain its protection domain
     * @param endpointScope whether only the queue pair that it is bound through may use it
     * @return the window
     * @throws ProviderException where it is not supported, or a limit is reached
     */
    default MemoryWindow createMemoryWindow(ProtectionDomain domain, boolean endpointScope) {
        throw ProviderException.notSupported("memory windows");
    }

    /**
     * Makes the path to the port that has an address ({@code UNRELIABLE_DATAGRAM}).
     *
     * @param domain the protection domain of the queue pairs that send
     * @param remote the address
     * @return the path
     * @throws ProviderException where it is not supported, an address alone does not lead to a port
     *     ({@code MODEL_NOT_SUPPORTED}), or there is no path ({@code INVALID_ADDRESS})
     */
    default AddressHandle createAddressHandle(ProtectionDomain domain, InetAddress remote) {
        throw ProviderException.notSupported("datagrams");
    }

    /**
     * Makes the path back to the sender of a datagram ({@code UNRELIABLE_DATAGRAM}).
     *
     * @param domain the protection domain of the queue pairs that send
     * @param sender the sender, as a {@link DatagramSource} told it
     * @return the path
     * @throws ProviderException where it is not supported, or there is no path ({@code
     *     INVALID_ADDRESS})
     */
    default AddressHandle createAddressHandle(ProtectionDomain domain, DatagramSender sender) {
        throw ProviderException.notSupported("datagrams");
    }

    /**
     * The transport's counters ({@code COUNTERS}), all since the adapter was opened. Called by any
     * thread; the values need not be of one moment.
     *
     * @return the values by name, names in lower case with dots; empty where there are none
     */
    default Map<String, Long> counters() {
        return Map.of();
    }

    /**
     * The connection manager.
     *
     * @return always the same object
     */
    ConnectionManager connectionManager();

    /**
     * What a thread waits on for this adapter.
     *
     * @return always the same object
     */
    WaitSet waitSet();

    /**
     * Does what can be done without blocking: moves data, finishes operations, tells the listener.
     * Called by the driver alone.
     *
     * @return how much was done; 0 where there was nothing to do
     */
    int progress();

    /**
     * The provider's own object behind this one.
     *
     * @param type its class
     * @param <T> its class
     * @return the object, or empty where this is not of that class
     */
    default <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }

    /**
     * Releases all that the adapter holds: descriptors, memory, threads. Called once, when nobody
     * drives the adapter. It does not wait for a peer.
     */
    @Override
    void close();
}
