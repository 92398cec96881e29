package org.jdapl.conformance.peer;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.Census;
import org.jdapl.api.CloseMode;
import org.jdapl.api.DatException;
import org.jdapl.api.HandleKind;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.AttributeText;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Resources;
import org.jdapl.spi.seam.ThreadEndError;

/**
 * Runs commands in the peer process: those for the process and its adapters here, the others in
 * their groups.
 */
final class Interpreter implements AutoCloseable {

    /** What the names of transport attributes start with. */
    static final String ATTRIBUTE = "attribute.";

    private final AdapterRegistry registry;
    private final Pump pump;
    private final Names names = new Names();
    private final ConnectionCommands connections = new ConnectionCommands(names);
    private final DataCommands data = new DataCommands(names);
    private final List<String> failures = new CopyOnWriteArrayList<>();

    /** Works with the adapters of a registry, in a time. */
    Interpreter(AdapterRegistry registry, Pump pump) {
        this.registry = registry;
        this.pump = pump;
    }

    /** Remembers what a thread died of. */
    void uncaught(Thread thread, Throwable t) {
        t.printStackTrace();
        failures.add(thread.getName() + ": " + t);
    }

    /** Makes progress where nobody else does; returns whether it has to be done again soon. */
    boolean drive() {
        return pump.run();
    }

    /** Carries a command out; whatever happens is an answer, with the number of the command. */
    Message answer(Message command) {
        return outcome(command).with(Message.NUMBER, command.text(Message.NUMBER));
    }

    private Message outcome(Message command) {
        try {
            return run(command);
        } catch (DatException e) {
            return new Message("refused")
                    .with("type", e.type())
                    .with("subtype", e.subtype())
                    .with("text", String.valueOf(e.getMessage()));
        } catch (ThreadEndError e) {
            throw e; // the simulated process has died
        } catch (AssertionError e) {
            return new Message("violated").with("text", command.verb() + ": " + e.getMessage());
        } catch (Exception | Error e) {
            e.printStackTrace();
            return new Message("failed").with("text", command + ": " + e);
        }
    }

    private Message run(Message command) throws Exception {
        Message ok = new Message("ok");
        switch (command.verb()) {
            case "ping" -> {}
            case "open" -> open(command, ok);
            case "closeAdapter" -> closeAdapter(command);
            case "closeAll" -> close();
            case "close" -> names.close(command.text("name"));
            case "forget" -> names.forget(command.text("name"));
            case "freeze" -> names.party(command.text("party")).freeze();
            case "thaw" -> names.party(command.text("party")).thaw();
            case "census" -> census(names.party(command.text("party")).adapter().census(), ok);
            case "guards" -> names.party(command.text("party")).requireGuards();
            case "resources" -> resources(command.has("native"), ok);
            case "failures" -> ok.with("text", String.join("; ", failures));
            case "exit" -> exit((int) command.number("status"));
            case "halt" -> Runtime.getRuntime().halt((int) command.number("status"));
            default -> {
                if (!connections.run(command, ok) && !data.run(command, ok)) {
                    throw new IllegalArgumentException("no such command");
                }
            }
        }
        return ok;
    }

    private void open(Message command, Message ok) throws ClassNotFoundException {
        ProgressMode mode = ProgressMode.valueOf(command.text("progress"));
        AdapterOptions options =
                AdapterOptions.defaults()
                        .withProgress(mode)
                        .withTransport(AttributeText.ofFields(command.fields(), ATTRIBUTE));
        Party party = Party.open(registry, command.text("adapter"), options, pump);
        names.put(command.text("party"), party);
        ok.with("privateData", party.adapter().attributes().maxPrivateDataBytes());
    }

    private void closeAdapter(Message command) {
        Party party = names.party(command.text("party"));
        if (command.text("mode").equals(CloseMode.GRACEFUL.name())) {
            party.adapter().close(CloseMode.GRACEFUL);
        }
        party.close();
        names.forget(command.text("party"));
    }

    private static void census(Census census, Message ok) {
        Map<HandleKind, Integer> open = census.open();
        ok.with(
                "open",
                open.entrySet().stream()
                        .map(e -> e.getKey() + ":" + e.getValue())
                        .collect(Collectors.joining(",")));
        ok.with("requests", census.outstandingRequests());
        ok.with("receives", census.outstandingReceives());
        ok.with("unread", census.unreadEvents());
    }

    private static void resources(boolean memory, Message ok) {
        Resources all = memory ? Resources.all() : Resources.now();
        all.threads().forEach((name, n) -> ok.with("thread:" + name.replace(' ', '_'), n));
        all.descriptors().forEach((name, n) -> ok.with("descriptor:" + name, n));
        ok.with("native", all.nativeKibibytes());
    }

    /**
     * As a program ends, with its connections open; on another thread, so that the answer still
     * goes out.
     */
    private static void exit(int status) {
        Thread.ofPlatform().start(() -> System.exit(status));
    }

    /** Closes every adapter. */
    @Override
    public void close() {
        data.stopFloods();
        AssertionError fault = null;
        for (Party party : names.parties()) {
            try {
                party.close();
            } catch (AssertionError e) {
                fault = e;
            }
        }
        names.clear();
        if (fault != null) {
            throw fault;
        }
    }

    /** The objects of the peer process, by the names that the test gave them. */
    static final class Names {

        private final Map<String, Object> objects =
                Collections.synchronizedMap(new LinkedHashMap<>());

        void put(String name, Object object) {
            if (objects.putIfAbsent(name, object) != null) {
                throw new IllegalArgumentException(name + " is there already");
            }
        }

        <T> T get(String name, Class<T> type) {
            Object object = objects.get(name);
            if (!type.isInstance(object)) {
                throw new IllegalArgumentException(
                        name + " is " + object + ", not a " + type.getSimpleName());
            }
            return type.cast(object);
        }

        Party party(String name) {
            return get(name, Party.class);
        }

        Guarded memory(String name) {
            return get(name, Guarded.class);
        }

        List<Party> parties() {
            return objects.values().stream()
                    .filter(Party.class::isInstance)
                    .map(Party.class::cast)
                    .toList();
        }

        void close(String name) throws Exception {
            Object object = objects.get(name);
            switch (object) {
                case org.jdapl.conformance.base.Link link -> link.endpoint().close();
                case Party.Listening listening -> listening.point().close();
                case AutoCloseable closeable -> closeable.close();
                case null, default ->
                        throw new IllegalArgumentException(name + " cannot be closed");
            }
        }

        void forget(String name) {
            objects.remove(name);
        }

        void clear() {
            objects.clear();
        }
    }
}
