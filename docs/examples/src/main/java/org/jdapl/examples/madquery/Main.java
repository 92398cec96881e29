package org.jdapl.examples.madquery;

import java.util.Arrays;
import java.util.Map;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.umad.CaInfo;
import org.jdapl.verbs.umad.CaPort;
import org.jdapl.verbs.umad.SmpRoute;
import org.jdapl.verbs.umad.SubnetAdministration;
import org.jdapl.verbs.umad.SubnetManagement;
import org.jdapl.verbs.umad.Umad;

/**
 * Asks the nodes of an InfiniBand subnet, and its subnet administrator, and prints what they
 * answer, under the names that {@code smpquery} and {@code saquery} have for it. Each argument is
 * one question:
 *
 * <pre>
 * ports                 the ports of this machine
 * nodeinfo WHERE        what a node is
 * nodedesc WHERE        its name
 * portinfo WHERE PORT   a port's settings and state
 * path LID LID          the path from one port to another
 * node LID              the node that the subnet administrator has for a port
 * nodes                 all of them
 * </pre>
 *
 * <p>WHERE is a LID, or the ports on the way there, after a zero: {@code 0,1,3}.
 */
final class Main {
    private Main() {}

    /**
     * Asks.
     *
     * @param questions what to ask
     */
    public static void main(String[] questions) {
        try {
            CaPort port = activePort();
            try (SubnetManagement nodes = SubnetManagement.open(port.caName(), port.number());
                    SubnetAdministration administrator =
                            SubnetAdministration.open(port.caName(), port.number())) {
                for (String question : questions) {
                    System.out.println("== " + question);
                    answer(nodes, administrator, question.split(" "));
                }
            }
        } catch (VerbsException e) {
            System.err.println("madquery: " + e.getMessage());
            System.exit(1);
        }
    }

    private static CaPort activePort() {
        for (String name : Umad.names()) {
            for (CaPort port : Umad.ca(name).ports()) {
                if (port.state() == 4 && port.smLid() != 0) {
                    return port;
                }
            }
        }
        System.err.println("madquery: no active InfiniBand port");
        System.exit(1);
        throw new IllegalStateException();
    }

    private static void answer(
            SubnetManagement nodes, SubnetAdministration administrator, String... words) {
        switch (words[0]) {
            case "ports" -> {
                for (String name : Umad.names()) {
                    CaInfo ca = Umad.ca(name);
                    print(MadText.of(ca));
                    ca.ports().forEach(port -> print(MadText.of(port)));
                }
            }
            case "nodeinfo" -> print(MadText.of(nodes.nodeInfo(route(words[1]))));
            case "nodedesc" ->
                    print(Map.of("Node Description", nodes.nodeDescription(route(words[1]))));
            case "portinfo" -> print(MadText.of(nodes.portInfo(route(words[1]), number(words[2]))));
            case "path" ->
                    print(MadText.of(administrator.path(number(words[1]), number(words[2]))));
            case "node" -> print(MadText.of(administrator.node(number(words[1]))));
            case "nodes" -> administrator.nodes().forEach(node -> print(MadText.of(node)));
            default -> throw new IllegalArgumentException("no such question: " + words[0]);
        }
    }

    private static SmpRoute route(String where) {
        if (where.equals("0") || where.startsWith("0,")) {
            return SmpRoute.directed(
                    Arrays.stream(where.split(",")).skip(1).mapToInt(Main::number).toArray());
        }
        return SmpRoute.lid(number(where));
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private static void print(Map<String, String> fields) {
        fields.forEach((name, value) -> System.out.println(name + ": " + value));
    }
}
