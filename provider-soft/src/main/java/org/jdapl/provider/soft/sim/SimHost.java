package org.jdapl.provider.soft.sim;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;

/**
 * A host of a simulation: one process with one adapter, {@code soft:sim}. Made by {@link
 * Simulation#host}.
 *
 * <p><strong>Threads:</strong> any.
 */
public final class SimHost {

    private final Simulation simulation;
    private final Station station;
    private final SimProvider provider;

    SimHost(Simulation simulation, Station station) {
        this.simulation = simulation;
        this.station = station;
        this.provider = new SimProvider(this);
    }

    /**
     * The name.
     *
     * @return as it was given to {@link Simulation#host}
     */
    public String name() {
        return station.name();
    }

    /**
     * The addresses that its adapter reports. Its loopback addresses work, too, and do not leave
     * the host.
     *
     * @return an IPv4 and an IPv6 address
     */
    public List<InetAddress> addresses() {
        return station.addresses();
    }

    /**
     * The provider {@code soft} as this host has it, for {@code RegistryBuilder.provider}. Its
     * device is {@code sim}; it can be opened several times. The registry must have the
     * simulation's seams.
     *
     * @return always the same object
     */
    public Provider provider() {
        return provider;
    }

    /**
     * Makes threads of this host's process. They end when it dies.
     *
     * @return always an equal factory
     */
    public ThreadFactory threads() {
        return body -> simulation.scheduler().thread(station, body);
    }

    /**
     * Starts a thread of this host's process.
     *
     * @param name its name in the story
     * @param body what it does; an exception fails the run
     * @return the thread, for {@link Simulation#join}
     */
    public Thread start(String name, Simulation.Body body) {
        Thread thread = threads().newThread(() -> Simulation.sneakily(body));
        thread.setName(name);
        thread.start();
        return thread;
    }

    /**
     * The process dies. Its threads end at their next seam, by a {@link
     * org.jdapl.spi.seam.ThreadEndError}; its adapters never answer again; its peers are told by a
     * reset, or find out by themselves where the plan says {@code silent-death}.
     */
    public void kill() {
        simulation.kill(station);
    }

    /**
     * The adapter is taken out: open ones are lost, which the runtime tells as an asynchronous
     * event, their connections break, and peers hear nothing any more. New ones cannot be opened.
     */
    public void removeAdapter() {
        simulation.remove(station);
        provider.adaptersChanged();
    }

    /** The adapter is put back and can be opened again. Those that were lost stay lost. */
    public void returnAdapter() {
        simulation.bringBack(station);
        provider.adaptersChanged();
    }

    boolean hasAdapter() {
        synchronized (simulation.scheduler()) {
            return !station.dead && !station.removed;
        }
    }

    Adapter open(OpenParameters parameters) {
        return simulation.open(station, parameters);
    }
}
