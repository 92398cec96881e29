package org.jdapl.core;

import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.AsyncEvent.EndpointBroken.Cause;
import org.jdapl.api.Endpoint;

/**
 * How many receives an endpoint has taken from its shared queue and not given back by the consumer
 * taking their completions, and what happens when there are many (uDAPL {@code
 * dat_ep_set_watermark}).
 */
final class Watermark {

    private final EndpointImpl endpoint;
    private final AtomicInteger inUse = new AtomicInteger();
    private volatile int soft = Endpoint.NO_WATERMARK;
    private volatile int hard = Endpoint.NO_WATERMARK;

    Watermark(EndpointImpl endpoint) {
        this.endpoint = endpoint;
    }

    int inUse() {
        return Math.max(0, inUse.get());
    }

    void set(int newSoft, int newHard) {
        if (newSoft < 0 || newHard < 0) {
            throw Errors.parameter(
                    newSoft < 0 ? 1 : 2,
                    "soft=" + newSoft + ", hard=" + newHard + ": a watermark is not negative");
        }
        soft = newSoft;
        hard = newHard;
        check(inUse.get());
    }

    void taken() {
        check(inUse.incrementAndGet());
    }

    void reaped() {
        inUse.decrementAndGet();
    }

    private void check(int now) {
        if (now > soft) {
            soft = Endpoint.NO_WATERMARK; // it is raised once
            tellSoft(now);
        }
        if (now > hard) {
            hard = Endpoint.NO_WATERMARK;
            int life = endpoint.life();
            String reason = now + " receives in use are above the endpoint's hard watermark";
            endpoint.owner.request(() -> endpoint.breakLife(life, reason, 0));
        }
    }

    private void tellSoft(int now) {
        AdapterImpl owner = endpoint.owner;
        owner.request(
                () ->
                        owner.pushAsync(
                                new AsyncEvent.EndpointBroken(
                                        owner.asyncEvents(),
                                        endpoint,
                                        Cause.SOFT_HIGH_WATERMARK,
                                        now + " receives in use are above the soft watermark")));
    }
}
