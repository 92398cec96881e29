package org.jdapl.conformance.interop;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a command line of {@link Interop} says: which program, which end, and NAME=VALUE words. */
final class InteropCommand {

    private static final Set<String> NUMBERS =
            Set.of("connections", "messages", "size", "burst", "timeout");
    private static final Set<String> TEXTS = Set.of("adapter", "reads", "provider");

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
            command.option(word);
        }
        return command;
    }

    private void option(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? "" : word.substring(0, equals);
        String value = word.substring(equals + 1);
        if (NUMBERS.contains(name) ? !value.matches("[1-9][0-9]{0,8}") : !TEXTS.contains(name)) {
            throw new IllegalArgumentException(
                    "'" + word + "' is none of " + TEXTS + ", nor a number of " + NUMBERS);
        }
        values.put(name, value);
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
