package org.jdapl.middleware.planted;

/** Planted: a part for middleware has a thread of its own. */
public final class MiddlewareStartsAThread {
    Thread start(Runnable work) {
        return Thread.ofVirtual().start(work);
    }
}
