package org.jdapl.conformance.explorer;

import static org.jdapl.api.data.EndpointState.CONNECTED;
import static org.jdapl.api.data.EndpointState.DISCONNECTED;
import static org.jdapl.api.data.EndpointState.UNCONNECTED;

import org.jdapl.api.data.EndpointState;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a consumer does. What it means depends on what is there when its turn comes: the
 * numbers choose among what there is. So a story stays a story when steps are taken out of it.
 *
 * @param side which of the two sides does it
 * @param action what is done
 * @param slot chooses an endpoint
 * @param amount chooses lengths, times, peers
 */
record Step(int side, Action action, int slot, int amount) {

    /** What can be done. */
    enum Action {
        CONNECT(10, UNCONNECTED),
        ANSWER(16, UNCONNECTED),
        REJECT(1, null, true),
        SEND(26, CONNECTED),
        QUIET_SEND(6, CONNECTED),
        RECEIVE(24, CONNECTED),
        WRITE(12, CONNECTED),
        READ(8, CONNECTED),
        ATOMIC(6, CONNECTED),
        BIND(10, CONNECTED),
        INVALIDATE(4, CONNECTED),
        STALE_KEY(1, CONNECTED, true),
        SHARE(1, CONNECTED),
        WRONG_KEY(1, CONNECTED, true),
        OUT_OF_BOUNDS(1, CONNECTED, true),
        END_GRACEFUL(3, CONNECTED, true),
        END_ABRUPT(2, CONNECTED, true),
        RESET(6, DISCONNECTED, true),
        CLOSE(1, null, true),
        RESERVE(2, UNCONNECTED, true),
        RELEASE(1, null),
        MODIFY(1, UNCONNECTED),
        LOOK(14, null),
        WAIT(10, null),
        SLEEP(4, null),
        LIST(6, CONNECTED),
        HAND_OFF(2, null),
        RESIZE(1, null),
        WATCH(1, null),
        BELL(2, null),
        ARM(1, null);

        /** How often it comes, relative to the others. */
        final int weight;

        /** The state in which it does something; null where that does not matter. */
        final @Nullable EndpointState fit;

        /** Whether it ends a connection, or what comes after that. */
        final boolean isEnd;

        Action(int weight, @Nullable EndpointState fit) {
            this(weight, fit, false);
        }

        Action(int weight, @Nullable EndpointState fit, boolean isEnd) {
            this.weight = weight;
            this.fit = fit;
            this.isEnd = isEnd;
        }
    }

    @Override
    public String toString() {
        return (side == 0 ? "left  " : "right ") + action + " " + slot + " " + amount;
    }
}
