package org.jdapl.verbs.ffm;

import java.lang.constant.ConstantDescs;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * The class of which {@link DataPath} makes a copy for each driver; it is never used by its own
 * name. A copy finds its driver's functions in its class data.
 */
final class DriverDataPath extends DataPath {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong POINTER = ValueLayout.JAVA_LONG;
    private static final FunctionDescriptor POST =
            FunctionDescriptor.of(INT, POINTER, POINTER, POINTER);
    private static final Linker.Option[] CRITICAL = {Linker.Option.critical(false)};
    private static final Linker.Option[] PLAIN = {};

    private static final MethodHandle POST_SEND;
    private static final MethodHandle POST_RECEIVE;
    private static final MethodHandle POST_SHARED_RECEIVE;
    private static final MethodHandle POLL;
    private static final MethodHandle REQUEST_NOTIFICATION;

    static {
        try {
            Functions driver =
                    MethodHandles.classData(
                            MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Functions.class);
            Linker.Option[] posting = driver.brief() ? CRITICAL : PLAIN;
            POST_SEND = handle(driver.postSend(), POST, posting);
            POST_RECEIVE = handle(driver.postReceive(), POST, posting);
            POST_SHARED_RECEIVE = handle(driver.postSharedReceive(), POST, posting);
            POLL =
                    handle(
                            driver.poll(),
                            FunctionDescriptor.of(INT, POINTER, INT, POINTER),
                            CRITICAL);
            REQUEST_NOTIFICATION =
                    handle(
                            driver.requestNotification(),
                            FunctionDescriptor.of(INT, POINTER, INT),
                            PLAIN);
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by reflection
    DriverDataPath() {}

    @SuppressWarnings("restricted") // the functions are those of verbs.h
    private static MethodHandle handle(
            MemorySegment function, FunctionDescriptor descriptor, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(function, descriptor, options);
    }

    @Override
    public int postSend(long queue, long first, long refused) {
        try {
            return negative((int) POST_SEND.invokeExact(queue, first, refused));
        } catch (Throwable t) {
            throw Throwables.unexpected("post_send", t);
        }
    }

    @Override
    public int postReceive(long queue, long first, long refused) {
        try {
            return negative((int) POST_RECEIVE.invokeExact(queue, first, refused));
        } catch (Throwable t) {
            throw Throwables.unexpected("post_recv", t);
        }
    }

    @Override
    public int postSharedReceive(long queue, long first, long refused) {
        try {
            return negative((int) POST_SHARED_RECEIVE.invokeExact(queue, first, refused));
        } catch (Throwable t) {
            throw Throwables.unexpected("post_srq_recv", t);
        }
    }

    @Override
    public int poll(long queue, int max, long completions) {
        try {
            return (int) POLL.invokeExact(queue, max, completions);
        } catch (Throwable t) {
            throw Throwables.unexpected("poll_cq", t);
        }
    }

    @Override
    public int requestNotification(long queue, int solicitedOnly) {
        try {
            return (int) REQUEST_NOTIFICATION.invokeExact(queue, solicitedOnly);
        } catch (Throwable t) {
            throw Throwables.unexpected("req_notify_cq", t);
        }
    }

    private static int negative(int result) {
        return result > 0 ? -result : result;
    }
}
