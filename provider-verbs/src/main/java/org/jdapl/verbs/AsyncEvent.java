package org.jdapl.verbs;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a device, a port, a queue pair or a queue, apart from completions:
 * {@code struct ibv_async_event}.
 *
 * <p>It was acknowledged when it was taken; there is nothing to do with it. By the time that a
 * program sees it the element may be closed.
 *
 * {@snippet :
 * switch (event.element()) {
 *     case QueuePair queuePair -> abandon(queuePair, event.type());
 *     case null -> log(event.type() + " of port " + event.port());
 *     default -> log(event.toString());
 * }
 * }
 *
 * @param type what happened
 * @param element to which {@link QueuePair}, {@link CompletionQueue} or {@link SharedReceiveQueue};
 *     null if it happened to a port or to the device, or to what this library did not make
 * @param port to which port, from 1; 0 if it happened to none
 * @param code C's number of the type
 */
public record AsyncEvent(
        AsyncEventType type, @Nullable AutoCloseable element, int port, int code) {}
