package org.jdapl.tools;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code jdapl copy}. */
@Command(
        name = "copy",
        usageHelpWidth = 100,
        sortOptions = false,
        customSynopsis = {
            "jdapl copy [OPTIONS] SRC DST",
            "       jdapl copy [OPTIONS] --listen[=ADDR:PORT] DST",
            "       jdapl copy [OPTIONS] SRC --connect HOST:PORT [NAME]"
        },
        description = {
            "Copies a file of any size from one process to another, through registered memory: the"
                    + " sender writes its blocks by RDMA into a window of the receiver.",
            "The receiver is a second process on this machine, or one that listens elsewhere. It"
                    + " writes a temporary file beside the destination, which takes the destination's"
                    + " place when it is complete, on the disk, and has the same SHA-256 at both ends."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jdapl copy disk.img /backup/",
            "  jdapl copy --listen=192.0.2.1:7471 /backup/                # on one machine",
            "  jdapl copy disk.img --connect 192.0.2.1:7471               # on the other",
            "  jdapl copy --block 4MiB --depth 4 disk.img /backup/new.img"
        })
final class CopyCommand implements Runnable {

    private static final long MAX_BLOCK = 256L << 20;
    private static final int MAX_DEPTH = 1024;

    @Parameters(
            arity = "0..2",
            paramLabel = "FILE",
            description = {
                "SRC: the file to read.",
                "DST: the file to make, or a directory to put it into. NAME: its name there."
            })
    private List<Path> files = new ArrayList<>();

    @Mixin private AdapterOption adapter = new AdapterOption();
    @Mixin private PeerOptions peer = new PeerOptions();

    @Option(
            names = "--block",
            paramLabel = "SIZE",
            defaultValue = "1MiB",
            converter = Sizes.Converter.class,
            description = "Bytes of one RDMA write, up to 256 MiB (default: ${DEFAULT-VALUE}).")
    private long block;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "8",
            description = "Blocks under way at once (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but errors.")
    private boolean quiet;

    @Option(names = "--part", hidden = true)
    private @Nullable Path part;

    @Spec private CommandSpec spec = CommandSpec.create();

    CopyCommand() {}

    @Override
    public void run() {
        peer.check(spec);
        check();
        peer.prepare(spec);
        if (peer.listen != null) {
            receive(peer.listen, files.getFirst());
        } else {
            send(CopySource.of(files.getFirst()));
        }
    }

    /** Where it listens, if it does. */
    @Nullable HostPort listensAt() {
        return peer.listen;
    }

    private void check() {
        if (block < 1 || block > MAX_BLOCK) {
            throw usage("--block " + block + " is not from 1 byte to 256 MiB");
        }
        if (depth < 1 || depth > MAX_DEPTH) {
            throw usage("--depth " + depth + " is not from 1 to " + MAX_DEPTH);
        }
        if (block * depth > CopyProtocol.MAX_WINDOW) {
            throw usage("--block times --depth is more than 1 GiB");
        }
        if (peer.listen != null && files.size() != 1) {
            throw usage("--listen takes one file or directory, the destination");
        }
        if (peer.connect != null && files.isEmpty()) {
            throw usage("--connect takes SRC and, if it shall have another, NAME");
        }
        if (peer.listen == null && peer.connect == null && files.size() != 2) {
            throw usage("SRC and DST are needed");
        }
    }

    private void receive(HostPort where, Path destination) {
        if (part == null) {
            // Better now than when the sender is here; a directory's name is not known yet.
            CopyTarget.resolve(destination, "name");
        }
        try (Fabric fabric = Fabric.open(adapter);
                Door door = new Door(fabric, where)) {
            if (peer.second || !quiet) {
                door.announce(System.out, fabric);
            }
            Door.Guest guest = door.await(Hello.Tool.COPY, peer.acceptTimeout, _ -> true);
            CopyResult result =
                    CopyReceiver.receive(
                            fabric,
                            guest,
                            peer.timeout,
                            name -> CopyTarget.resolve(destination, name),
                            file -> part == null ? CopyTarget.partOf(file) : part);
            if (!peer.second && !quiet) {
                System.out.println(result.line("received"));
                System.out.println(result.digestLine());
            }
        }
    }

    private void send(CopySource source) {
        try (Fabric fabric = Fabric.open(adapter)) {
            long longest = Math.min(block, fabric.adapter().attributes().maxRdmaBytes());
            int bytes = (int) Math.clamp(source.size(), 1, longest);
            int slots = Math.clamp(Math.ceilDiv(source.size(), bytes), 1, depth);
            if (peer.connect != null) {
                String name = files.size() > 1 ? files.get(1).toString() : source.name();
                Meeting.run(
                        peer,
                        adapter,
                        fabric,
                        List.of(),
                        at ->
                                send(
                                        fabric,
                                        at,
                                        source,
                                        new CopyProtocol.Offer(source.size(), bytes, slots, name)));
            } else {
                toSecond(
                        fabric,
                        source,
                        new CopyProtocol.Offer(source.size(), bytes, slots, source.name()));
            }
        }
    }

    /**
     * The second process makes the file; should it be killed, its temporary file is removed here.
     */
    private void toSecond(Fabric fabric, CopySource source, CopyProtocol.Offer offer) {
        Path file = CopyTarget.resolve(files.get(1), source.name());
        Path temporary = CopyTarget.partOf(file);
        Leftovers.Removal removal = () -> CopyTarget.remove(temporary);
        // Removals run in reverse: the second process, which is added later, ends first.
        Leftovers.add(removal);
        try {
            Meeting.run(
                    peer,
                    adapter,
                    fabric,
                    List.of("copy", file.toString(), "--part", temporary.toString()),
                    at -> send(fabric, at, source, offer));
        } finally {
            Leftovers.forget(removal);
            removal.remove();
        }
    }

    private void send(
            Fabric fabric, InetSocketAddress at, CopySource source, CopyProtocol.Offer offer) {
        CopyResult result;
        if (!quiet && ProgressBar.wanted()) {
            try (ProgressBar bar = new ProgressBar(source.size())) {
                result = send(fabric, at, source, offer, bar::update);
            }
        } else {
            result = send(fabric, at, source, offer, _ -> {});
        }
        if (!quiet) {
            System.out.println(result.line("copied"));
            System.out.println(result.digestLine());
        }
    }

    private CopyResult send(
            Fabric fabric,
            InetSocketAddress at,
            CopySource source,
            CopyProtocol.Offer offer,
            LongConsumer progress) {
        return CopySender.send(fabric, at, source, offer, peer.timeout, progress);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
