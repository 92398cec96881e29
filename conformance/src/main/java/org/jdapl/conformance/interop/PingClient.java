package org.jdapl.conformance.interop;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.Privilege;

/** The end that connects and gives the pings; its peer reads them by RDMA and writes them back. */
final class PingClient {

    private PingClient() {}

    static void run(InterfaceAdapter adapter, PingCommand command) throws InterruptedException {
        try (PingLink link =
                new PingLink(adapter, command.endpointAttributes(), command.timeout())) {
            int size = command.size();
            LocalMemoryRegion source = link.allocate(size, EnumSet.of(Privilege.REMOTE_READ));
            LocalMemoryRegion sink =
                    link.allocate(size, EnumSet.of(Privilege.LOCAL_WRITE, Privilege.REMOTE_WRITE));
            RdmaPing.say("connected: " + link.connect(command.address()));
            for (int n = 0; n < command.count(); n++) {
                MemorySegment.copy(
                        MemorySegment.ofArray(PingText.bytes(n, size)),
                        0,
                        source.segment(),
                        0,
                        size);
                sink.segment().fill((byte) 0);
                source.syncForRead(0, size);
                link.send(source.remoteRegion());
                link.awaitMessage(); // it has read
                link.send(sink.remoteRegion());
                link.awaitMessage(); // it has written
                sink.syncForWrite(0, size);
                if (command.validate()) {
                    PingText.check(sink.segment(), n, size);
                }
                RdmaPing.say("ping " + n + ": " + size + " bytes read and written back");
            }
            link.awaitRequests();
            link.disconnect();
            RdmaPing.say(command.count() + " pings" + (command.validate() ? " validated" : ""));
        }
    }
}
