package org.jdapl.examples.common;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;

/**
 * What the short examples begin with: an adapter, a zone, one dispatcher for all completions, one
 * for connection events, one for requests, and an endpoint. Closing it closes all of that.
 *
 * @param adapter the adapter
 * @param zone the zone
 * @param completions completions of receives, requests and binds
 * @param connections connection events
 * @param requests connection requests, where it listens
 * @param endpoint an endpoint
 */
public record Party(
        InterfaceAdapter adapter,
        ProtectionZone zone,
        EventDispatcher completions,
        EventDispatcher connections,
        EventDispatcher requests,
        Endpoint endpoint)
        implements AutoCloseable {

    /** How long anything may take. */
    public static final Duration LIMIT = Duration.ofSeconds(20);

    private static final int DEPTH = 256;

    /**
     * Opens an adapter and makes the objects.
     *
     * @param adapterName the adapter
     * @param attributes what the endpoint can do
     * @param needed what the example cannot do without
     * @return the party
     * @throws IllegalStateException where the adapter lacks what is needed
     */
    public static Party open(
            String adapterName, EndpointAttributes attributes, Capability... needed) {
        InterfaceAdapter adapter = Jdapl.open(adapterName);
        try {
            for (Capability capability : needed) {
                if (!adapter.attributes().has(capability)) {
                    throw new IllegalStateException(adapterName + " has no " + capability);
                }
            }
            ProtectionZone zone = adapter.createProtectionZone();
            EventDispatcher completions =
                    adapter.createEventDispatcher(DEPTH, EventStream.DTO, EventStream.RMR_BIND);
            EventDispatcher connections =
                    adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION);
            EventDispatcher requests =
                    adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION_REQUEST);
            Endpoint endpoint =
                    adapter.createEndpoint(zone, completions, completions, connections, attributes);
            return new Party(adapter, zone, completions, connections, requests, endpoint);
        } catch (RuntimeException e) {
            adapter.close();
            throw e;
        }
    }

    /**
     * An address to listen on: the adapter's first, with a free port.
     *
     * @return address and port 0
     */
    public InetSocketAddress anyPort() {
        return new InetSocketAddress(adapter.attributes().addresses().getFirst(), 0);
    }

    /**
     * Connects the endpoint.
     *
     * @param server where to
     */
    public void connect(InetSocketAddress server) throws InterruptedException {
        endpoint.connectAndWait(server, ConnectOptions.within(LIMIT));
    }

    /**
     * Takes the next connection with the endpoint.
     *
     * @param greeting what to tell the other side
     */
    public void accept(PrivateData greeting) throws InterruptedException {
        nextRequest().acceptAndWait(endpoint, greeting, LIMIT);
    }

    /**
     * Waits for the next request to connect.
     *
     * @return the request
     */
    public ConnectionRequest nextRequest() throws InterruptedException {
        return requests.expect(ConnectionRequestEvent.class, LIMIT).request();
    }

    @Override
    public void close() {
        adapter.close();
    }
}
