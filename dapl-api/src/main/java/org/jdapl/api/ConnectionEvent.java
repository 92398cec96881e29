package org.jdapl.api;

/**
 * Something happened to an endpoint's connection. For each connection there is at most one {@link
 * Established} and exactly one terminal event, which is any other; nothing comes after it.
 *
 * <p>With an endpoint for datagrams {@link Broken} ends it until it is reset; {@link PeerRejected},
 * {@link NonPeerRejected}, {@link Unreachable} and {@link TimedOut} end one look-up, or the joining
 * of a group.
 */
public sealed interface ConnectionEvent extends Event {

    /**
     * The endpoint.
     *
     * @return the endpoint
     */
    Endpoint endpoint();

    /**
     * Whether the connection is over.
     *
     * @return false for {@link Established}, and for what datagram endpoints get
     */
    default boolean isTerminal() {
        return true;
    }

    /**
     * What happened, in a few words for people: the reason where the event has one.
     *
     * @return one line, without the endpoint's name
     */
    default String describe() {
        return switch (this) {
            case Established _ -> "connected";
            case PeerRejected _ -> "the peer rejected the request";
            case NonPeerRejected e -> e.reason();
            case AcceptCompletionError e -> e.reason();
            case Disconnected e -> e.byPeer() ? "the peer disconnected" : "disconnected";
            case Broken e -> e.reason();
            case TimedOut _ -> "the connection attempt took longer than its time limit";
            case Unreachable e -> e.reason();
            case PeerResolved e -> "datagrams to " + e.peer().remote() + " can be sent";
            case MulticastJoined e -> "joined " + e.group().address();
        };
    }

    /**
     * The connection is there; this side may send (uDAPL {@code DAT_CONNECTION_EVENT_ESTABLISHED}).
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param privateData what the peer gave when it accepted; empty at the accepting side
     */
    record Established(EventDispatcher dispatcher, Endpoint endpoint, PrivateData privateData)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04001;
        }

        @Override
        public boolean isTerminal() {
            return false;
        }
    }

    /**
     * The peer's consumer rejected the request (uDAPL {@code DAT_CONNECTION_EVENT_PEER_REJECTED}).
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param privateData what the peer gave when it rejected
     */
    record PeerRejected(EventDispatcher dispatcher, Endpoint endpoint, PrivateData privateData)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04002;
        }
    }

    /**
     * Nobody listens, or something between rejected the request (uDAPL {@code
     * DAT_CONNECTION_EVENT_NON_PEER_REJECTED}).
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param reason one line for people
     */
    record NonPeerRejected(EventDispatcher dispatcher, Endpoint endpoint, String reason)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04003;
        }
    }

    /**
     * A request was accepted but the requester is gone (uDAPL {@code
     * DAT_CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR}).
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param reason one line for people
     */
    record AcceptCompletionError(EventDispatcher dispatcher, Endpoint endpoint, String reason)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04004;
        }
    }

    /**
     * The connection ended in an orderly way (uDAPL {@code DAT_CONNECTION_EVENT_DISCONNECTED}). An
     * end by the peer that cuts requests of this side short is {@link Broken}: a peer that has died
     * looks the same.
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param byPeer whether the peer ended it
     */
    record Disconnected(EventDispatcher dispatcher, Endpoint endpoint, boolean byPeer)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04005;
        }
    }

    /**
     * The connection broke (uDAPL {@code DAT_CONNECTION_EVENT_BROKEN}).
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param reason one line for people
     * @param nativeCode the provider's own number; 0 for none
     */
    record Broken(EventDispatcher dispatcher, Endpoint endpoint, String reason, int nativeCode)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04006;
        }
    }

    /**
     * The consumer's time limit for connecting ran out (uDAPL {@code
     * DAT_CONNECTION_EVENT_TIMED_OUT}).
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     */
    record TimedOut(EventDispatcher dispatcher, Endpoint endpoint) implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04007;
        }
    }

    /**
     * The peer cannot be reached (uDAPL {@code DAT_CONNECTION_EVENT_UNREACHABLE}).
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param reason one line for people
     * @param nativeCode the provider's own number; 0 for none
     */
    record Unreachable(EventDispatcher dispatcher, Endpoint endpoint, String reason, int nativeCode)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x04008;
        }
    }

    /**
     * An endpoint for datagrams can send to a peer (uDAPL extension {@code
     * DAT_IB_UD_CONNECTION_EVENT_ESTABLISHED}). Its state does not change.
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param peer where datagrams can be sent to
     * @param privateData what the peer gave
     */
    record PeerResolved(
            EventDispatcher dispatcher,
            Endpoint endpoint,
            AddressHandle peer,
            PrivateData privateData)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x40002;
        }

        @Override
        public boolean isTerminal() {
            return false;
        }
    }

    /**
     * An endpoint for datagrams is a member of a multicast group.
     *
     * @param dispatcher the dispatcher that it came from
     * @param endpoint the endpoint
     * @param group the membership
     */
    record MulticastJoined(EventDispatcher dispatcher, Endpoint endpoint, MulticastGroup group)
            implements ConnectionEvent {
        @Override
        public int number() {
            return 0x40006;
        }

        @Override
        public boolean isTerminal() {
            return false;
        }
    }
}
