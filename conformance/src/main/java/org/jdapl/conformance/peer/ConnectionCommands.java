package org.jdapl.conformance.peer;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HexFormat;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jspecify.annotations.Nullable;

/** Commands about connections. */
final class ConnectionCommands {

    private final Interpreter.Names names;

    ConnectionCommands(Interpreter.Names names) {
        this.names = names;
    }

    /** Runs a command of this group; false for others. */
    boolean run(Message c, Message ok) throws Exception {
        switch (c.verb()) {
            case "link" ->
                    names.put(
                            c.text("name"),
                            names.party(c.text("party")).link(LinkShape.ofFields(c.fields())));
            case "listen" -> listen(c, ok);
            case "request" -> request(c, ok);
            case "accept" -> accept(c);
            case "reject" -> names.get(c.text("name"), ConnectionRequest.class).reject(data(c));
            case "connect" -> connect(c);
            case "disconnect" ->
                    link(c).endpoint().disconnect(DisconnectMode.valueOf(c.text("mode")));
            case "reset" -> link(c).endpoint().reset();
            case "state" -> ok.with("state", link(c).state());
            case "connection" -> connection(c, ok);
            case "event" -> event(c, ok);
            default -> {
                return false;
            }
        }
        return true;
    }

    private Link link(Message c) {
        return names.get(c.text("link"), Link.class);
    }

    private static PrivateData data(Message c) {
        return PrivateData.of(HexFormat.of().parseHex(c.text("data", "")));
    }

    static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + "/" + address.getPort();
    }

    static InetSocketAddress address(String text) throws UnknownHostException {
        int cut = text.lastIndexOf('/');
        return new InetSocketAddress(
                InetAddress.getByName(text.substring(0, cut)),
                Integer.parseInt(text.substring(cut + 1)));
    }

    private void listen(Message c, Message ok) throws UnknownHostException {
        Party party = names.party(c.text("party"));
        Party.Listening listening =
                party.listen(
                        c.has("address") ? address(c.text("address")) : party.local(0),
                        EndpointCreation.valueOf(c.text("creation")),
                        PrivateDataFraming.valueOf(c.text("framing")));
        names.put(c.text("name"), listening);
        ok.with("address", text(listening.address()));
    }

    private void request(Message c, Message ok) throws InterruptedException {
        Party party = names.party(c.text("party"));
        EventDispatcher requests = names.get(c.text("listener"), Party.Listening.class).requests();
        @Nullable Event event = party.await(requests, c.number("within"));
        if (event instanceof ConnectionRequestEvent e) {
            ConnectionRequest request = e.request();
            names.put(c.text("name"), request);
            ok.with("data", HexFormat.of().formatHex(request.privateData().toByteArray()));
            ok.with("local", text(request.localAddress()))
                    .with("remote", text(request.remoteAddress()));
        } else {
            throw new IllegalStateException("no connection request but " + event);
        }
    }

    private void accept(Message c) {
        ConnectionRequest request = names.get(c.text("name"), ConnectionRequest.class);
        Link link = link(c);
        @Nullable Endpoint own = request.endpoint();
        if (own == null) {
            request.accept(link.endpoint(), data(c));
            return;
        }
        // The service point made the endpoint: it gets the parts of the link.
        own.modify(
                EndpointChange.parts(
                        link.party().zone(), link.receives(), link.requests(), link.connections()));
        request.accept(null, data(c));
    }

    private void connect(Message c) throws UnknownHostException {
        ConnectOptions options =
                ConnectOptions.within(Duration.ofNanos(c.number("timeout")))
                        .withPrivateData(data(c));
        link(c).endpoint().connect(address(c.text("address")), options);
    }

    private void connection(Message c, Message ok) {
        Connection connection = link(c).endpoint().connection().orElseThrow();
        ok.with("local", text(connection.local())).with("remote", text(connection.remote()));
        ok.with("readsIn", connection.readsIn()).with("readsOut", connection.readsOut());
        ok.with("data", HexFormat.of().formatHex(connection.privateData().toByteArray()));
    }

    private void event(Message c, Message ok) throws InterruptedException {
        Link link = link(c);
        EventDispatcher dispatcher = link.dispatcher(Link.Queue.valueOf(c.text("queue")));
        @Nullable Event event = link.party().await(dispatcher, c.number("within"));
        if (event != null) {
            Seen seen = Seen.of(event);
            ok.with("kind", seen.kind()).with(seen.fields());
        }
    }
}
