package org.jdapl.examples.storage;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.examples.common.Together;

/**
 * A store of blocks, as storage protocols over RDMA work: {@code storage [ADAPTER [BLOCKS]]}. The
 * client opens a window onto a part of its memory for each command, the server moves the data
 * through it, and its answer closes the window in the same message.
 */
final class Main {

    private static final int DEFAULT_BLOCKS = 32;

    private Main() {}

    /**
     * Runs server and client in one process.
     *
     * @param arguments adapter, number of blocks
     */
    public static void main(String... arguments) throws InterruptedException {
        run(
                arguments.length > 0 ? arguments[0] : "soft:iwarp",
                arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_BLOCKS,
                System.out);
    }

    static void run(String adapter, int blocks, PrintStream out) throws InterruptedException {
        try (Together together = new Together();
                BlockServer server = BlockServer.open(adapter, blocks);
                PublicServicePoint point = server.listen()) {
            InetSocketAddress address = point.localAddress();
            together.start(
                    () -> {
                        server.serve();
                        return null;
                    });
            try (BlockClient client = BlockClient.connect(adapter, address)) {
                for (int block = 0; block < blocks; block++) {
                    client.store(block, (byte) (block + 1));
                }
                for (int block = 0; block < blocks; block++) {
                    client.fetch(block, (byte) (block + 1));
                }
                out.println(
                        blocks
                                + " blocks stored and fetched, "
                                + client.windows()
                                + " windows closed by the server's answers");
            }
            together.finish();
        }
    }
}
