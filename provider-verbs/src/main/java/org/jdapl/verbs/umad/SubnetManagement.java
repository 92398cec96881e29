package org.jdapl.verbs.umad;

import java.time.Duration;
import java.util.Locale;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;

/**
 * Questions to the subnet management agents of nodes, as {@code smpquery} asks them: what a node
 * is, what its ports are set to.
 *
 * <p>It opens its port for itself. Thread-safe; questions are asked one after the other. Each may
 * throw {@link VerbsException} with {@link VerbsError#TIMED_OUT} if nobody answered in time (there
 * is no such node, or the link is down), {@link VerbsError#NOT_SUPPORTED} or {@link
 * VerbsError#INVALID_ARGUMENT} if the node refused, {@link VerbsError#CLOSED}, or {@link
 * VerbsError#INTERRUPTED}.
 */
public final class SubnetManagement implements AutoCloseable {
    private static final int NODE_DESCRIPTION = 0x0010;

    private static final int CLASS_VERSION = 1;
    static final int HOP_COUNT = 7;
    private static final int DIRECTED_SOURCE = 32;
    private static final int DIRECTED_DESTINATION = 34;
    static final int DATA = 64;
    private static final int DATA_LENGTH = 64;
    static final int INITIAL_PATH = 128;

    /** Of a directed MAD's status: it is on its way back. */
    private static final int DIRECTION = 0x8000;

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final int RETRIES = 2;

    private final MadPort port;
    private final MadAgent byLid;
    private final MadAgent byPorts;
    private final Exchange exchange;

    private SubnetManagement(MadPort port, Duration timeout, int retries) {
        this.port = port;
        this.byLid = port.register(asking(Mad.CLASS_SUBNET_LID_ROUTED));
        this.byPorts = port.register(asking(Mad.CLASS_SUBNET_DIRECTED_ROUTE));
        this.exchange = new Exchange(port, timeout, retries);
    }

    private static AgentRegistration asking(int managementClass) {
        return AgentRegistration.asking(managementClass, CLASS_VERSION);
    }

    /**
     * Opens a port for questions with three tries of half a second each.
     *
     * @param device the channel adapter's name
     * @param number the port's number, from 1
     * @return to be closed
     * @throws VerbsException as {@link MadPort#open} and {@link MadPort#register}
     */
    public static SubnetManagement open(String device, int number) {
        return over(MadPort.open(device, number), TIMEOUT, RETRIES);
    }

    /**
     * Takes over a port that nobody else receives at.
     *
     * @param port an open port, closed with this
     * @param timeout how long a try lasts, from one millisecond
     * @param retries how often a question is asked again
     * @return to be closed
     * @throws VerbsException as {@link MadPort#register}; the port is closed then
     */
    public static SubnetManagement over(MadPort port, Duration timeout, int retries) {
        boolean kept = false;
        try {
            SubnetManagement opened = new SubnetManagement(port, timeout, retries);
            kept = true;
            return opened;
        } finally {
            if (!kept) {
                port.close();
            }
        }
    }

    /**
     * What a node is.
     *
     * @param route to the node
     * @return its attribute
     * @throws VerbsException see the class
     */
    public NodeInfo nodeInfo(SmpRoute route) {
        return NodeInfo.of(get(route, NodeInfo.ATTRIBUTE, 0), 0);
    }

    /**
     * A node's name.
     *
     * @param route to the node
     * @return at most 64 bytes of text
     * @throws VerbsException see the class
     */
    public String nodeDescription(SmpRoute route) {
        return new Fields(get(route, NODE_DESCRIPTION, 0), 0).text(0, DATA_LENGTH);
    }

    /**
     * A port's settings and state.
     *
     * @param route to the node
     * @param number the port of that node; 0: a switch's own, or the one that the question comes in
     *     by
     * @return its attribute
     * @throws VerbsException see the class
     */
    public PortInfo portInfo(SmpRoute route, int number) {
        return PortInfo.of(get(route, PortInfo.ATTRIBUTE, number), 0);
    }

    /**
     * Any attribute: {@code SubnGet}, with management key 0.
     *
     * @param route to the node
     * @param attribute its number, from 0 to 65535
     * @param modifier its modifier
     * @return its 64 bytes
     * @throws VerbsException see the class
     */
    public byte[] get(SmpRoute route, int attribute, int modifier) {
        String call = String.format(Locale.ROOT, "SubnGet(0x%04x) to %s", attribute, route);
        Mad answer =
                exchange.ask(
                        call,
                        route.isDirected() ? byPorts : byLid,
                        MadAddress.subnetManagement(route.lid()),
                        question(route, attribute, modifier));
        int status = answer.status() & (route.isDirected() ? ~DIRECTION : ~0);
        if (status != 0) {
            throw MadStatus.refused(call, status, false);
        }
        return answer.getBytes(DATA, DATA_LENGTH);
    }

    private static Mad question(SmpRoute route, int attribute, int modifier) {
        if (!route.isDirected()) {
            return Mad.of(
                    Mad.CLASS_SUBNET_LID_ROUTED,
                    CLASS_VERSION,
                    Mad.METHOD_GET,
                    attribute,
                    modifier);
        }
        Mad mad =
                Mad.of(
                        Mad.CLASS_SUBNET_DIRECTED_ROUTE,
                        CLASS_VERSION,
                        Mad.METHOD_GET,
                        attribute,
                        modifier);
        mad.putByte(HOP_COUNT, route.ports().length);
        mad.putShort(DIRECTED_SOURCE, MadAddress.PERMISSIVE_LID);
        mad.putShort(DIRECTED_DESTINATION, MadAddress.PERMISSIVE_LID);
        mad.putBytes(INITIAL_PATH + 1, route.ports()); // the first place is not used
        return mad;
    }

    /**
     * Closes it and its port. Does nothing if it is closed.
     *
     * @throws VerbsException if the kernel refused; it can be closed again
     */
    @Override
    public void close() {
        port.close();
    }
}
