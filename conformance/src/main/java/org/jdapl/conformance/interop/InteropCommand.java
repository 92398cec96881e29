package org.jdapl.conformance.interop;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a command line of {@link Interop} says: which program, which end, and NAME=VALUE words. */
final class InteropCommand {

    private static final Set<String> NAMES =
            Set.of("adapter", "connections", "messages", "size", "burst", "reads", "provider", "timeout");

    private static final int FIXED_WORDS = 3;

    private final String program;
    private final boolean server;
    private final InetSocketAddress address;
    private final Map<String, String> values = new HashMap<>();

    private InteropCommand(String program, boolean server, InetSocketAddress address) {
        this.program = program;
        this.server = server;
        this.address = address;
    }

    /** Reads a command line; an {@link IllegalArgumentException} says what is wrong with it. */
    static InteropCommand parse(List<String> words) {
        if (words.size() < FIXED_WORDS || !Set.of("server", "client").contains(words.get(1))) {
            throw new IllegalArgumentException("say PROGRAM server|client ADDRESS:PORT");
        }
        String place = words.get(2);
        int colon = place.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("'" + place + "' is not ADDRESS:PORT");
        }
        InteropCommand command =
                new InteropCommand(
                        words.getFirst(),
                        words.get(1).equals("server"),
                        new InetSocketAddress(
                                place.substring(0, colon),
                                Integer.parseInt(place.substring(colon + 1))));
        for (String word : words.subList(FIXED_WORDS, words.size())) {
            int equals = word.indexOf('=');
            if (equals < 0 || !NAMES.contains(word.substring(0, equals))) {
                throw new IllegalArgumentException("'" + word + "' is none of " + NAMES);
            }
            command.values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return command;
    }

    String program() {
        return program;
    }

    boolean isServer() {
        return server;
    }

    /** Where to listen, or whom to connect to. */
    InetSocketAddress address() {
        return address;
    }

    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(values.getOrDefault(name, Integer.toString(otherwise)));
    }

    String adapter() {
        return text("adapter", "soft:iwarp");
    }

    /** Limit of each single wait. */
    Duration timeout() {
        return Duration.ofSeconds(number("timeout", 30));
    }
}
