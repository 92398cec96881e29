package org.jdapl.provider.soft.sim;

import org.jspecify.annotations.Nullable;

/** A thread that runs when the scheduler gives it its turn. */
final class SimThread extends Thread {

    private final Scheduler scheduler;
    private final Task task;
    private final Runnable body;

    SimThread(Scheduler scheduler, @Nullable Station host, String name, Runnable body) {
        super(name);
        this.scheduler = scheduler;
        this.body = body;
        this.task = new Task(this, host);
        setDaemon(true);
    }

    Task task() {
        return task;
    }

    /** Enters the schedule right away, so that the order does not hang on the system's. */
    @Override
    public void start() {
        scheduler.started(task);
        super.start();
    }

    @Override
    public void run() {
        scheduler.live(task, body);
    }
}
