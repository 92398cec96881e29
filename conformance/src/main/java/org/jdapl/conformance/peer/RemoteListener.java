package org.jdapl.conformance.peer;

import java.net.InetSocketAddress;
import java.util.HexFormat;
import org.jdapl.api.PrivateData;
import org.jdapl.conformance.base.Bound;

/** A service point in the peer process. */
public final class RemoteListener {

    private final RemoteParty party;
    private final String name;
    private final InetSocketAddress address;

    RemoteListener(RemoteParty party, String name, InetSocketAddress address) {
        this.party = party;
        this.name = name;
        this.address = address;
    }

    /**
     * Where it listens.
     *
     * @return address and port
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Waits for a connection request.
     *
     * @return the request
     */
    public Request request() {
        Peer peer = party.peer();
        String request = peer.newName("request");
        long within = Bound.EVENT.nanos();
        Message answer =
                peer.send(
                                new Message("request")
                                        .with("party", party.name())
                                        .with("listener", name)
                                        .with("name", request)
                                        .with("within", within),
                                within)
                        .take();
        return new Request(
                party,
                request,
                PrivateData.of(HexFormat.of().parseHex(answer.text("data"))),
                answer.text("local"),
                answer.text("remote"));
    }

    /** Stops listening. */
    public void close() {
        party.peer().call(new Message("close").with("name", name));
    }

    /** A connection request in the peer process. */
    public static final class Request {

        private final RemoteParty party;
        private final String name;
        private final PrivateData data;
        private final String local;
        private final String remote;

        Request(RemoteParty party, String name, PrivateData data, String local, String remote) {
            this.party = party;
            this.name = name;
            this.data = data;
            this.local = local;
            this.remote = remote;
        }

        /**
         * What came with it.
         *
         * @return the private data
         */
        public PrivateData data() {
            return data;
        }

        /**
         * The address that it came to.
         *
         * @return address and port, separated by a stroke
         */
        public String local() {
            return local;
        }

        /**
         * The address that it came from.
         *
         * @return address and port, separated by a stroke
         */
        public String remote() {
            return remote;
        }

        /**
         * Accepts it.
         *
         * @param link with what; where the service point made the endpoint, that one gets the
         *     link's dispatchers
         * @param reply what to tell the requester
         */
        public void accept(RemoteLink link, PrivateData reply) {
            party.peer().call(answer("accept", reply).with("link", link.name()));
        }

        /**
         * Accepts it without private data.
         *
         * @param link with what
         */
        public void accept(RemoteLink link) {
            accept(link, PrivateData.EMPTY);
        }

        /**
         * Rejects it.
         *
         * @param reply what to tell the requester
         */
        public void reject(PrivateData reply) {
            party.peer().call(answer("reject", reply));
        }

        private Message answer(String verb, PrivateData reply) {
            return new Message(verb)
                    .with("name", name)
                    .with("data", HexFormat.of().formatHex(reply.toByteArray()));
        }

        /** Closes it without an answer. */
        public void close() {
            party.peer().call(new Message("close").with("name", name));
        }
    }
}
