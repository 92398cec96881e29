package org.jdapl.provider.soft.sim;

import java.net.InetAddress;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The cables and switches between hosts: how long a packet takes, whether it arrives, and who is
 * separated from whom. Guarded by the timeline's monitor.
 */
final class Fabric {

    /** How long a sender waits before it sends a lost packet again, the first time. */
    static final long RETRY_NS = 200_000_000L;

    /** The same for a request to connect. */
    static final long CONNECT_RETRY_NS = 1_000_000_000L;

    private static final int MAX_STATIONS = 0xffff;

    private final Timeline timeline;
    private final FaultPlan plan;
    private final Chance chance;
    private final Consumer<String> story;
    private final Map<String, Station> stations = new LinkedHashMap<>();
    private final Map<InetAddress, Station> byAddress = new LinkedHashMap<>();
    private final Set<Set<Station>> separated = new HashSet<>();
    private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);

    Fabric(Timeline timeline, FaultPlan plan, Chance chance, Consumer<String> story) {
        this.timeline = timeline;
        this.plan = plan;
        this.chance = chance;
        this.story = story;
    }

    Timeline timeline() {
        return timeline;
    }

    FaultPlan plan() {
        return plan;
    }

    Chance chance() {
        return chance;
    }

    void tell(String what) {
        story.accept(what);
    }

    void count(Fault fault) {
        counts.merge(fault, 1L, Long::sum);
    }

    Map<Fault, Long> counts() {
        return new EnumMap<>(counts);
    }

    // ---- hosts

    /** The host of a name, made where it is not there yet. */
    Station station(String name) {
        Station known = stations.get(name);
        if (known != null) {
            return known;
        }
        if (stations.size() == MAX_STATIONS) {
            throw new IllegalStateException("a simulation has " + MAX_STATIONS + " hosts at most");
        }
        Station made = new Station(name, stations.size() + 1);
        stations.put(name, made);
        made.addresses().forEach(a -> byAddress.put(a, made));
        return made;
    }

    /** The host that an address is of, as seen from another one; null for none. */
    @Nullable Station at(InetAddress address, Station from) {
        return address.isLoopbackAddress() ? from : byAddress.get(address);
    }

    void separate(Station a, Station b) {
        if (a != b && separated.add(Set.of(a, b))) {
            count(Fault.PARTITION);
            tell("partition " + a.name() + " " + b.name());
        }
    }

    void join(Station a, Station b) {
        if (a != b && separated.remove(Set.of(a, b))) {
            count(Fault.HEAL);
            tell("heal " + a.name() + " " + b.name());
        }
    }

    /** Whether packets can pass between two hosts, if they are not lost by chance. */
    boolean isJoined(Station a, Station b) {
        return a == b || !(a.silent || b.silent || separated.contains(Set.of(a, b)));
    }

    // ---- packets

    /**
     * A packet that is sent until it arrives or the sender gives up.
     *
     * @param from who sends it
     * @param to who gets it
     * @param name what the story calls it
     * @param wanted whether the sender still wants it to arrive
     * @param arrive what it does at its destination
     * @param giveUp what its sender does when it was lost for too long
     */
    record Packet(
            Station from,
            Station to,
            String name,
            BooleanSupplier wanted,
            Runnable arrive,
            Runnable giveUp) {}

    void send(Packet packet, long retryNs) {
        send(packet, retryNs, timeline.elapsedNs());
    }

    private void send(Packet packet, long retryNs, long firstNs) {
        if (!packet.wanted.getAsBoolean()) {
            return;
        }
        if (passes(packet.from, packet.to, packet.name)) {
            timeline.in(
                    delay(packet.name),
                    () -> {
                        tell("arrive " + packet.name);
                        packet.arrive.run();
                    });
            return;
        }
        long left = firstNs + plan.breakAfterNs() - timeline.elapsedNs();
        if (retryNs < left) {
            timeline.in(retryNs, () -> send(packet, retryNs * 2, firstNs));
        } else {
            timeline.in(left, () -> giveUp(packet));
        }
    }

    private void giveUp(Packet packet) {
        if (packet.wanted.getAsBoolean()) {
            count(Fault.BREAK);
            tell("give up " + packet.name);
            packet.giveUp.run();
        }
    }

    /** Sends a packet that nobody sends again. */
    void sendOnce(Station from, Station to, String name, Runnable arrive) {
        if (passes(from, to, name)) {
            timeline.in(
                    delay(name),
                    () -> {
                        tell("arrive " + name);
                        arrive.run();
                    });
        }
    }

    private boolean passes(Station from, Station to, String name) {
        if (from == to) {
            return true;
        }
        Fault fault;
        if (!isJoined(from, to)) {
            fault = Fault.UNREACHABLE;
        } else if (chance.hit(plan.lossPpm())) {
            fault = Fault.LOSS;
        } else {
            return true;
        }
        count(fault);
        tell("lose " + name);
        return false;
    }

    private long delay(String name) {
        long delay = chance.between(plan.minDelayNs(), plan.maxDelayNs());
        if (chance.hit(plan.reorderPpm())) {
            count(Fault.REORDER);
            tell("hold " + name);
            delay += chance.between(0, plan.reorderNs());
        }
        return delay;
    }
}
