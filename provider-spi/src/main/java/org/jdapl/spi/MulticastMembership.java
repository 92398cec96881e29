package org.jdapl.spi;

/** The membership of a queue pair in a multicast group, wished for or there. */
public interface MulticastMembership extends AutoCloseable {

    /**
     * Leaves the group, or gives joining it up; nothing is told of it after that. Flushing the
     * queue pair does the same. Nothing happens the second time.
     */
    @Override
    void close();
}
