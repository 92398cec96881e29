package org.jdapl.core.planted;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Planted: each method goes round one seam. */
public final class CoreSkipsSeams {
    public long nanoTime() {
        return System.nanoTime();
    }

    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    public void sleep() throws InterruptedException {
        Thread.sleep(1);
    }

    public Thread thread() {
        return new Thread(() -> {});
    }

    public Thread platformThread() {
        return Thread.ofPlatform().unstarted(() -> {});
    }

    public Thread virtualThread() {
        return Thread.ofVirtual().unstarted(() -> {});
    }

    public Thread startedThread() {
        return Thread.startVirtualThread(() -> {});
    }

    public void park() {
        LockSupport.park();
    }

    public void parkNanos() {
        LockSupport.parkNanos(1);
    }

    public void parkUntil() {
        LockSupport.parkUntil(1);
    }

    public double random() {
        return Math.random();
    }

    public int secureRandom(SecureRandom random) {
        return random.nextInt();
    }

    public ThreadLocalRandom threadLocalRandom() {
        return ThreadLocalRandom.current();
    }

    public int socketChannel(SocketChannel channel, ByteBuffer buffer) throws IOException {
        return channel.read(buffer);
    }

    public int selector(Selector selector) throws IOException {
        return selector.selectNow();
    }

    public java.util.function.LongSupplier methodReference() {
        return System::nanoTime;
    }
}
