package org.jdapl.verbs.umad;

import java.util.Set;

/**
 * What an agent is registered for: {@code struct umad_reg_attr}.
 *
 * @param managementClass the class of its MADs, from 1 to 255
 * @param classVersion the version of that class, from 0 to 255
 * @param methods of which methods it takes the questions of others, each from 0 to 127; none where
 *     it only asks
 * @param oui whose class it is, for the vendors' classes 0x30 to 0x4f; 24 bits, 0 for others
 * @param rmppVersion 1: the kernel cuts and joins multi-packet transfers of this agent; 0: it does
 *     not
 * @param userRmpp the program cuts and joins them itself
 */
public record AgentRegistration(
        int managementClass,
        int classVersion,
        Set<Integer> methods,
        int oui,
        int rmppVersion,
        boolean userRmpp) {

    private static final int METHODS = 128;

    /**
     * Keeps a copy of the methods.
     *
     * @throws IllegalArgumentException if a method is not from 0 to 127
     */
    public AgentRegistration {
        methods = Set.copyOf(methods);
        for (int method : methods) {
            if (method < 0 || method >= METHODS) {
                throw new IllegalArgumentException(
                        "a method is from 0 to " + (METHODS - 1) + ", not method=" + method);
            }
        }
    }

    /**
     * An agent that only asks, in one packet each.
     *
     * @param managementClass the class of its MADs
     * @param classVersion the version of that class
     * @return what to register
     */
    public static AgentRegistration asking(int managementClass, int classVersion) {
        return new AgentRegistration(managementClass, classVersion, Set.of(), 0, 0, false);
    }

    /**
     * The same with multi-packet transfers.
     *
     * @param version 1: the kernel cuts and joins them; 0: none
     * @return what to register
     */
    public AgentRegistration withRmppVersion(int version) {
        return new AgentRegistration(
                managementClass, classVersion, methods, oui, version, userRmpp);
    }

    /**
     * The same, answering to questions of others.
     *
     * @param answered their methods, each from 0 to 127
     * @return what to register
     */
    public AgentRegistration withMethods(Set<Integer> answered) {
        return new AgentRegistration(
                managementClass, classVersion, answered, oui, rmppVersion, userRmpp);
    }

    /** The methods as the two words of the C structure. */
    long[] methodMask() {
        long[] mask = new long[METHODS / Long.SIZE];
        for (int method : methods) {
            mask[method / Long.SIZE] |= 1L << method;
        }
        return mask;
    }
}
