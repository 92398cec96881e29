package org.jdapl.benchmarks;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jspecify.annotations.Nullable;

/** An open adapter with a protection zone, as the options say. */
final class Fabric implements AutoCloseable {

    private static final int REQUESTS = 2_048;

    private final InterfaceAdapter adapter;
    private final ProtectionZone zone;
    private final Options options;
    private @Nullable EventDispatcher requests;
    private @Nullable PublicServicePoint servicePoint;

    /** Opens the adapter of option "adapter" with the progress mode of option "progress". */
    Fabric(Options options) {
        this(options, options.progress());
    }

    /** Opens the adapter of option "adapter". */
    Fabric(Options options, ProgressMode progress) {
        this.options = options;
        this.adapter =
                Jdapl.registry()
                        .open(
                                options.text("adapter"),
                                AdapterOptions.defaults().withProgress(progress));
        this.zone = adapter.createProtectionZone();
    }

    InterfaceAdapter adapter() {
        return adapter;
    }

    ProtectionZone zone() {
        return zone;
    }

    /** Default attributes, with the transport's as the options say. */
    EndpointAttributes attributes() {
        TransportAttributes transport = TransportAttributes.NONE;
        String crc = options.text("crc");
        if (!crc.equals("default")) {
            transport = transport.with(IwarpAttributes.CRC, crc.equals("on"));
        }
        String framing = options.text("framing");
        if (!framing.equals("default")) {
            transport =
                    transport.with(
                            IwarpAttributes.FRAMING,
                            IwarpAttributes.Framing.valueOf(
                                    framing.toUpperCase(java.util.Locale.ROOT)));
        }
        return EndpointAttributes.builder().transport(transport).build();
    }

    /** Listens on loopback; the port. */
    int listen() {
        requests = adapter.createEventDispatcher(REQUESTS, EventStream.CONNECTION_REQUEST);
        servicePoint = adapter.createPublicServicePoint(loopback(0), requests);
        return servicePoint.localAddress().getPort();
    }

    /** Whether a request to connect is there. */
    boolean isAsked() {
        return requests != null && requests.size() > 0;
    }

    /** Waits for a request to connect. */
    ConnectionRequest nextRequest() {
        if (requests == null) {
            throw new IllegalStateException("not listening");
        }
        try {
            return requests.expect(ConnectionRequestEvent.class, Lane.LIMIT).request();
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public void close() {
        adapter.close(CloseMode.ABRUPT);
    }
}
