package org.jdapl.provider.soft.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in a simulation. Shares are probabilities, drawn from the seed each time; actions
 * happen at a time since the start, if their hosts are there by then.
 *
 * <p>The text form has one fault on each line; {@link #parse} reads it and {@link #toString()}
 * writes it. {@code docs/simulation.md} lists the lines.
 */
public final class FaultPlan {

    private static final Duration MIN_DELAY = Duration.ofNanos(5_000);
    private static final Duration MAX_DELAY = Duration.ofNanos(50_000);
    private static final Duration BREAK_AFTER = Duration.ofSeconds(20);

    /** A network that is a little slow, and a perfect one otherwise. */
    public static final FaultPlan NONE = builder().build();

    /**
     * How fast a host reads.
     *
     * @param bytes at most so many bytes of a stream
     * @param intervalNs in so many nanoseconds
     */
    record Pace(int bytes, long intervalNs) {}

    /** Kinds of actions. */
    enum Action {
        PARTITION(2),
        HEAL(2),
        KILL(1),
        REMOVE(1),
        RETURN(1);

        /** How many hosts it names. */
        final int hosts;

        Action(int hosts) {
            this.hosts = hosts;
        }
    }

    /**
     * Something that happens at a time.
     *
     * @param atNs when, since the start
     * @param action what
     * @param hosts to whom
     */
    record Appointment(long atNs, Action action, List<String> hosts) {}

    private final Builder values;

    private FaultPlan(Builder values) {
        this.values = values;
    }

    /**
     * Starts with a plan without faults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads a plan.
     *
     * @param text one fault on each line; {@code #} starts a comment
     * @return the plan
     * @throws IllegalArgumentException where a line is wrong; the message names its number
     */
    public static FaultPlan parse(String text) {
        return FaultLine.parse(text);
    }

    long minDelayNs() {
        return values.minDelayNs;
    }

    long maxDelayNs() {
        return values.maxDelayNs;
    }

    int lossPpm() {
        return values.lossPpm;
    }

    long breakAfterNs() {
        return values.breakAfterNs;
    }

    int reorderPpm() {
        return values.reorderPpm;
    }

    long reorderNs() {
        return values.reorderNs;
    }

    int corruptPpm() {
        return values.corruptPpm;
    }

    int shortWritePpm() {
        return values.shortWritePpm;
    }

    int refuseMemoryPpm() {
        return values.refuseMemoryPpm;
    }

    int pollArmPpm() {
        return values.pollArmPpm;
    }

    boolean reusesIdentifiers() {
        return values.reuseIdentifiers;
    }

    boolean diesSilently() {
        return values.silentDeath;
    }

    @Nullable Pace paceOf(String host) {
        return values.slowReaders.get(host);
    }

    Map<String, Pace> slowReaders() {
        return values.slowReaders;
    }

    List<Appointment> appointments() {
        return values.appointments;
    }

    /**
     * Whether the other plan is the same.
     *
     * @param other anything
     * @return true for a plan with the same text form
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FaultPlan p && toString().equals(p.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /**
     * The text form: the lines that differ from {@link #NONE}.
     *
     * @return what {@link #parse} reads; empty for no faults
     */
    @Override
    public String toString() {
        return FaultLine.print(this);
    }

    /** Builds a plan. Not safe for use by several threads. */
    public static final class Builder {

        private long minDelayNs = MIN_DELAY.toNanos();
        private long maxDelayNs = MAX_DELAY.toNanos();
        private int lossPpm;
        private long breakAfterNs = BREAK_AFTER.toNanos();
        private int reorderPpm;
        private long reorderNs;
        private int corruptPpm;
        private int shortWritePpm;
        private int refuseMemoryPpm;
        private int pollArmPpm;
        private boolean reuseIdentifiers;
        private boolean silentDeath;
        private Map<String, Pace> slowReaders = new LinkedHashMap<>();
        private List<Appointment> appointments = new ArrayList<>();

        private Builder() {}

        private Builder(Builder from) {
            minDelayNs = from.minDelayNs;
            maxDelayNs = from.maxDelayNs;
            lossPpm = from.lossPpm;
            breakAfterNs = from.breakAfterNs;
            reorderPpm = from.reorderPpm;
            reorderNs = from.reorderNs;
            corruptPpm = from.corruptPpm;
            shortWritePpm = from.shortWritePpm;
            refuseMemoryPpm = from.refuseMemoryPpm;
            pollArmPpm = from.pollArmPpm;
            reuseIdentifiers = from.reuseIdentifiers;
            silentDeath = from.silentDeath;
            slowReaders = new LinkedHashMap<>(from.slowReaders);
            appointments = List.copyOf(from.appointments);
        }

        /**
         * How long a packet takes: {@code delay 5us..50us}.
         *
         * @param min the shortest time
         * @param max the longest time, not below
         * @return this
         */
        public Builder delay(Duration min, Duration max) {
            if (notNegative(min) > notNegative(max)) {
                throw new IllegalArgumentException("the delay ends before it starts");
            }
            minDelayNs = min.toNanos();
            maxDelayNs = max.toNanos();
            return this;
        }

        /**
         * How many packets are lost, {@code loss 1%}. The sender sends them again after 200 ms,
         * then after twice as long each time.
         *
         * @param share 0 to 1
         * @return this
         */
        public Builder loss(double share) {
            lossPpm = ppm(share);
            return this;
        }

        /**
         * For how long a sender sends a packet again before its stream breaks: {@code break-after
         * 20s}.
         *
         * @param limit above zero
         * @return this
         */
        public Builder breakAfter(Duration limit) {
            breakAfterNs = positive(limit);
            return this;
        }

        /**
         * How many packets are overtaken by those of other connections, {@code reorder 5% 1ms}.
         *
         * @param share 0 to 1
         * @param upTo how long they are held at most
         * @return this
         */
        public Builder reorder(double share, Duration upTo) {
            reorderPpm = ppm(share);
            reorderNs = notNegative(upTo);
            return this;
        }

        /**
         * How many segments have a changed byte, {@code corrupt 0.1%}. The first write of each side
         * of a stream, which sets the connection up and has no CRC, is spared.
         *
         * @param share 0 to 1
         * @return this
         */
        public Builder corrupt(double share) {
            corruptPpm = ppm(share);
            return this;
        }

        /**
         * How many writes find the send queue full or nearly so, {@code short-writes 20%}.
         *
         * @param share 0 to 1
         * @return this
         */
        public Builder shortWrites(double share) {
            shortWritePpm = ppm(share);
            return this;
        }

        /**
         * A host that reads slowly, {@code slow-reader b 512 1ms}.
         *
         * @param host its name
         * @param bytes at most so many bytes of a stream, above zero
         * @param interval in so long, above zero
         * @return this
         */
        public Builder slowReader(String host, int bytes, Duration interval) {
            if (bytes < 1) {
                throw new IllegalArgumentException("bytes=" + bytes + " is below 1");
            }
            slowReaders.put(name(host), new Pace(bytes, positive(interval)));
            return this;
        }

        /**
         * How many registrations of memory are refused for want of resources, {@code refuse-memory
         * 5%}.
         *
         * @param share 0 to 1
         * @return this
         */
        public Builder refuseMemory(double share) {
            refuseMemoryPpm = ppm(share);
            return this;
        }

        /**
         * How often what is under way arrives exactly between a poll in vain and the arming of the
         * queue, {@code poll-arm 10%}.
         *
         * @param share 0 to 1
         * @return this
         */
        public Builder pollArm(double share) {
            pollArmPpm = ppm(share);
            return this;
        }

        /**
         * Steering tags and numbers of queue pairs are given out again at once: {@code
         * reuse-identifiers}.
         *
         * @return this
         */
        public Builder reuseIdentifiers() {
            reuseIdentifiers = true;
            return this;
        }

        /**
         * A host that dies takes its system with it, so that no peer is told: {@code silent-death}.
         *
         * @return this
         */
        public Builder silentDeath() {
            silentDeath = true;
            return this;
        }

        /**
         * Separates two hosts, {@code at 5ms partition a b}.
         *
         * @param at when, since the start
         * @param a one
         * @param b the other
         * @return this
         */
        public Builder partition(Duration at, String a, String b) {
            return appoint(notNegative(at), Action.PARTITION, List.of(a, b));
        }

        /**
         * Joins two hosts again, {@code at 2s heal a b}.
         *
         * @param at when, since the start
         * @param a one
         * @param b the other
         * @return this
         */
        public Builder heal(Duration at, String a, String b) {
            return appoint(notNegative(at), Action.HEAL, List.of(a, b));
        }

        /**
         * Kills the process of a host, {@code at 3ms kill b}.
         *
         * @param at when, since the start
         * @param host its name
         * @return this
         */
        public Builder kill(Duration at, String host) {
            return appoint(notNegative(at), Action.KILL, List.of(host));
        }

        /**
         * Removes a host's adapter, {@code at 3ms remove b}.
         *
         * @param at when, since the start
         * @param host its name
         * @return this
         */
        public Builder remove(Duration at, String host) {
            return appoint(notNegative(at), Action.REMOVE, List.of(host));
        }

        /**
         * Brings a host's adapter back, {@code at 8ms return b}.
         *
         * @param at when, since the start
         * @param host its name
         * @return this
         */
        public Builder bringBack(Duration at, String host) {
            return appoint(notNegative(at), Action.RETURN, List.of(host));
        }

        Builder appoint(long atNs, Action action, List<String> hosts) {
            hosts.forEach(Builder::name);
            appointments.add(new Appointment(atNs, action, List.copyOf(hosts)));
            return this;
        }

        Builder lossPpm(int ppm) {
            lossPpm = ppm;
            return this;
        }

        Builder reorderPpm(int ppm, Duration upTo) {
            reorder(0, upTo);
            reorderPpm = ppm;
            return this;
        }

        Builder corruptPpm(int ppm) {
            corruptPpm = ppm;
            return this;
        }

        Builder shortWritePpm(int ppm) {
            shortWritePpm = ppm;
            return this;
        }

        Builder refuseMemoryPpm(int ppm) {
            refuseMemoryPpm = ppm;
            return this;
        }

        Builder pollArmPpm(int ppm) {
            pollArmPpm = ppm;
            return this;
        }

        /**
         * Makes the plan.
         *
         * @return the plan
         */
        public FaultPlan build() {
            return new FaultPlan(new Builder(this));
        }

        private static int ppm(double share) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("share=" + share + " is not from 0 to 1");
            }
            return (int) Math.round(share * Chance.CERTAIN_PPM);
        }

        private static long notNegative(Duration duration) {
            if (duration.isNegative()) {
                throw new IllegalArgumentException("duration=" + duration + " is negative");
            }
            return duration.toNanos();
        }

        private static long positive(Duration duration) {
            long nanos = notNegative(duration);
            if (nanos == 0) {
                throw new IllegalArgumentException("duration=" + duration + " is not above zero");
            }
            return nanos;
        }

        /** A name that the text form can carry. */
        static String name(String host) {
            Objects.requireNonNull(host, "host");
            if (host.isEmpty() || host.chars().anyMatch(c -> c <= ' ' || c == '#')) {
                throw new IllegalArgumentException(
                        "host='" + host + "' is empty or has a blank or # in it");
            }
            return host;
        }
    }
}
