package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seed;
import org.jdapl.conformance.base.Time;
import org.jdapl.conformance.peer.Peer;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteParty;
import org.jspecify.annotations.Nullable;

/**
 * What a rule's test works with: adapters here and there, connections between them, time. All that
 * it opens is closed and looked over afterwards: nothing may be left, no event that nobody
 * expected, no thread, no descriptor, no changed canary, on neither side. For use by the test's
 * thread.
 */
public final class Environment {

    /** A time limit for connecting that does not matter to the test. */
    public static final ConnectOptions PATIENTLY = Pair.PATIENTLY;

    private final Rule rule;
    private final Target target;
    private final Stage stage;
    private final ProgressMode mode;
    private final List<Party> parties = new ArrayList<>();
    private final List<RemoteParty> remotes = new ArrayList<>();
    private final List<Running<?>> running = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    private boolean leftoversAllowed;

    Environment(Rule rule, Target target, Stage stage, ProgressMode mode) {
        this.rule = rule;
        this.target = target;
        this.stage = stage;
        this.mode = mode;
    }

    // ---- what is tried

    /**
     * The progress mode in which adapters are opened.
     *
     * @return the mode
     */
    public ProgressMode mode() {
        return mode;
    }

    /**
     * What the adapter is judged by.
     *
     * @return the profile
     */
    public Profile profile() {
        return target.profile();
    }

    /**
     * The adapter under test.
     *
     * @return its name
     */
    public String adapterName() {
        return target.adapterName();
    }

    /**
     * The adapter of the other side.
     *
     * @return its name
     */
    public String peerAdapterName() {
        return target.peerAdapterName();
    }

    /**
     * The registry of this side.
     *
     * @return the registry, which closes with the test
     */
    public AdapterRegistry registry() {
        return stage.registry();
    }

    /**
     * The provider under test without the runtime. What a rule opens there it closes itself.
     *
     * @return the same each time
     */
    public Subject subject() {
        return stage.subject();
    }

    /**
     * What the adapter says of itself.
     *
     * @return the attributes of {@link #here()}
     */
    public AdapterAttributes attributes() {
        return here().adapter().attributes();
    }

    /**
     * The time that the test runs in. Nobody looks at another clock, or sleeps elsewhere.
     *
     * @return the time
     */
    public Time time() {
        return stage.pump().time();
    }

    /**
     * Random numbers for this rule: the same in each run with the same seed, which the report
     * names.
     *
     * @return a new generator
     */
    public RandomGenerator random() {
        return new SplittableRandom(Seed.value() * 31 + rule.id().hashCode());
    }

    // ---- the two sides

    /**
     * This side's adapter; the first call opens it.
     *
     * @return the same each time
     */
    public Party here() {
        return parties.isEmpty() ? open() : parties.getFirst();
    }

    /**
     * Opens the adapter here once more.
     *
     * @return the adapter, independent of others
     */
    public Party open() {
        return open(TransportAttributes.NONE);
    }

    /**
     * Opens the adapter here once more, with attributes.
     *
     * @param attributes transport-specific attributes
     * @return the adapter, independent of others
     */
    public Party open(TransportAttributes attributes) {
        AdapterOptions options =
                AdapterOptions.defaults().withProgress(mode).withTransport(attributes);
        Party party = Party.open(registry(), adapterName(), options, stage.pump());
        parties.add(party);
        return party;
    }

    /**
     * The other side's adapter; the first call opens it.
     *
     * @return the same each time
     */
    public RemoteParty there() {
        return remotes.isEmpty() ? openThere() : remotes.getFirst();
    }

    /**
     * Opens the adapter on the other side once more.
     *
     * @return the adapter, independent of others
     */
    public RemoteParty openThere() {
        return openThere(mode);
    }

    /**
     * Opens the adapter on the other side once more, in a mode of its own: one that is {@link
     * ProgressMode#MANUAL} can be frozen, and serves nobody then.
     *
     * @param itsMode the progress mode
     * @return the adapter, independent of others
     */
    public RemoteParty openThere(ProgressMode itsMode) {
        RemoteParty remote = peer().open(peerAdapterName(), itsMode);
        remotes.add(remote);
        return remote;
    }

    /**
     * The other side.
     *
     * @return the peer
     */
    public Peer peer() {
        return stage.peer();
    }

    /**
     * A peer of the test's own, to be killed.
     *
     * @return a process, real or simulated
     * @throws NotApplicableException where the target has no processes
     */
    public Peer ownPeer() {
        return stage.ownPeer();
    }

    /**
     * Takes this side's device away, as if it were pulled out.
     *
     * @throws NotApplicableException where the target cannot
     */
    public void removeDevice() {
        stage.removeDevice();
    }

    /**
     * Puts this side's device back after {@link #removeDevice}.
     *
     * @throws NotApplicableException where the target cannot
     */
    public void returnDevice() {
        stage.returnDevice();
    }

    /**
     * Cuts the way between {@link #here()} and {@link #there()}, for good: nothing arrives any more
     * at either side, and neither is told.
     *
     * @throws NotApplicableException where the target cannot
     */
    public void cutTheWay() {
        stage.cutTheWay();
    }

    // ---- connections

    /**
     * Connects {@link #here()} to {@link #there()}.
     *
     * @return the two ends
     * @throws InterruptedException where the test was interrupted
     */
    public Pair connect() throws InterruptedException {
        return connect(LinkShape.PLAIN);
    }

    /**
     * Connects {@link #here()} to {@link #there()}.
     *
     * @param shape of both endpoints
     * @return the two ends
     * @throws InterruptedException where the test was interrupted
     */
    public Pair connect(LinkShape shape) throws InterruptedException {
        return connect(here(), there(), here().link(shape), there().link(shape));
    }

    /**
     * Connects two endpoints.
     *
     * @param here this side's adapter
     * @param there the other side's adapter
     * @param link this side's endpoint
     * @param far the other side's endpoint
     * @return the two ends
     * @throws InterruptedException where the test was interrupted
     */
    public Pair connect(Party here, RemoteParty there, Link link, RemoteLink far)
            throws InterruptedException {
        return Pair.connect(here, there, link, far);
    }

    /**
     * Has {@link #there()} connect to {@link #here()}.
     *
     * @param shape of both endpoints
     * @return the two ends
     * @throws InterruptedException where the test was interrupted
     */
    public Pair connectBack(LinkShape shape) throws InterruptedException {
        return Pair.connectBack(here(), there(), here().link(shape), there().link(shape));
    }

    /**
     * Waits for a connection request.
     *
     * @param party this side's adapter
     * @param listening its service point
     * @return the request
     * @throws InterruptedException where the test was interrupted
     */
    public ConnectionRequest request(Party party, Party.Listening listening)
            throws InterruptedException {
        return listening.request(party);
    }

    // ---- beside another provider

    /** What is done beside. */
    @FunctionalInterface
    public interface Beside {
        /**
         * Does it.
         *
         * @param other an adapter of the other provider, and its peer
         * @throws Throwable whatever goes wrong
         */
        void in(Environment other) throws Throwable;
    }

    /**
     * Has something done on an adapter of the software provider, {@code soft:iwarp}, in this Java
     * VM: in the system's time, with a registry of its own, and with a peer that is a thread here.
     * It is closed and looked over afterwards.
     *
     * @param what is done
     * @throws Throwable what it threw
     */
    public void beside(Beside what) throws Throwable {
        try (Target other = Targets.named(Targets.BESIDE)) {
            other.perform(null, its -> beside(what, new Environment(rule, other, its, mode)));
        }
    }

    private static void beside(Beside what, Environment other) throws Throwable {
        try {
            what.in(other);
            other.requireNoEventsLeft();
        } finally {
            other.close();
        }
    }

    // ---- threads

    /**
     * Starts something on a thread that lives in the test's time.
     *
     * @param <T> what it gives
     * @param task the task
     * @return waits for it
     */
    public <T> Running<T> start(Callable<T> task) {
        return start(task, stage.threads());
    }

    /**
     * Starts something on a virtual thread; in the system's time alone.
     *
     * @param <T> what it gives
     * @param task what it does
     * @return it, running
     */
    public <T> Running<T> startVirtual(Callable<T> task) {
        return start(task, Thread.ofVirtual().factory());
    }

    private <T> Running<T> start(Callable<T> task, ThreadFactory threads) {
        Running<T> started = Running.start(task, threads, time());
        running.add(started);
        return started;
    }

    // ---- what is told

    /**
     * Demands that an operation that must not succeed came out in a way that the rule allows in
     * this profile, and writes it down.
     *
     * @param seen how it came out
     */
    public void requireAllowed(Outcome seen) {
        outcomes.add(seen);
        Set<Outcome> allowed = rule.allowed().getOrDefault(profile(), Set.of());
        if (!allowed.contains(seen)) {
            throw new AssertionError("came out as " + seen + ", allowed is " + allowed);
        }
    }

    /**
     * Writes something down that people should know though the rule is kept.
     *
     * @param remark what
     */
    public void warn(String remark) {
        remarks.add(remark);
    }

    /** For a test that closes its adapters with events in them. */
    public void allowLeftovers() {
        leftoversAllowed = true;
    }

    // ---- for the trial

    List<String> remarks() {
        return remarks;
    }

    Set<Outcome> outcomes() {
        return outcomes;
    }

    /** The provider's own codes of what failed here, so far. */
    Set<String> rawCodes() {
        Set<String> codes = new TreeSet<>();
        parties.forEach(party -> codes.addAll(party.rawCodes()));
        return codes;
    }

    /** Demands that no event was left unread. */
    void requireNoEventsLeft() {
        if (leftoversAllowed) {
            return;
        }
        for (Party party : parties) {
            if (!party.adapter().isClosed()) {
                requireNone(party.adapter().census().unreadEvents(), "");
            }
        }
        for (RemoteParty remote : remotes) {
            requireNone(remote.unreadEvents(), " at the peer");
        }
    }

    private static void requireNone(long events, String where) {
        if (events != 0) {
            throw new AssertionError(
                    events + " events were left that the rule does not expect" + where);
        }
    }

    /** Closes the adapters of this side, and looks at the canaries. */
    void close() throws InterruptedException {
        @Nullable AssertionError fault = null;
        for (Running<?> one : running) {
            one.end();
        }
        for (Party party : parties) {
            try {
                party.close();
            } catch (AssertionError e) {
                fault = e;
            }
        }
        if (fault != null) {
            throw fault;
        }
    }
}
