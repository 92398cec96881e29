package org.jdapl.tools;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The file that is made. It grows under another name in the same directory and gets its own when it
 * is complete and on the disk, so that nobody ever sees a part of it.
 */
final class CopyTarget implements AutoCloseable {

    private final Path file;
    private final Path part;
    private final FileChannel channel;
    private final Leftovers.Removal removal = this::remove;

    private CopyTarget(Path file, Path part, FileChannel channel) {
        this.file = file;
        this.part = part;
        this.channel = channel;
    }

    /**
     * Which file a destination stands for.
     *
     * @param destination a file, or a directory to put a file into
     * @param name the file's name in that directory
     */
    static Path resolve(Path destination, String name) {
        Path file = destination;
        if (Files.isDirectory(destination)) {
            file = destination.resolve(plain(name));
        }
        file = file.toAbsolutePath().normalize();
        @Nullable Path directory = file.getParent();
        if (directory == null || Files.isDirectory(file)) {
            throw new Failure("cannot write " + file + ": it is a directory");
        }
        if (!Files.isDirectory(directory)) {
            throw new Failure("cannot write " + file + ": there is no directory " + directory);
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            // The new file takes the old one's place: that of a device or a pipe it must not take.
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new Failure("cannot write " + file + ": it is not a regular file");
            }
            file = real(file);
        }
        return file;
    }

    /** A name beside a file for its unfinished form. */
    static Path partOf(Path file) {
        byte[] random = new byte[8];
        new SecureRandom().nextBytes(random);
        return file.resolveSibling(".jdapl-" + HexFormat.of().formatHex(random) + ".part");
    }

    /** Makes the unfinished form; from now on it is removed however the process ends. */
    static CopyTarget create(Path file, Path part) {
        try {
            FileChannel channel =
                    FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            CopyTarget target = new CopyTarget(file, part, channel);
            Leftovers.add(target.removal);
            return target;
        } catch (IOException e) {
            throw cannot(file, e);
        }
    }

    Path file() {
        return file;
    }

    /** Writes some bytes. */
    void write(ByteBuffer bytes, long at) {
        try {
            long position = at;
            while (bytes.hasRemaining()) {
                position += channel.write(bytes, position);
            }
        } catch (IOException e) {
            throw cannot(file, e);
        }
    }

    /** Puts it on the disk and gives it its name. */
    void commit() {
        try {
            channel.force(true);
            channel.close();
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            Leftovers.forget(removal);
            syncDirectory();
        } catch (IOException e) {
            throw cannot(file, e);
        }
    }

    /** Removes the unfinished form, if it is still there. */
    @Override
    public void close() {
        Leftovers.forget(removal);
        try {
            channel.close();
        } catch (IOException _) {
            // It goes anyhow.
        }
        remove();
    }

    /** Removes an unfinished form. */
    static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException _) {
            // Whatever keeps it there was reported when it was written.
        }
    }

    private void remove() {
        remove(part);
    }

    /** The new name must survive a power failure too, where the system can do that. */
    private void syncDirectory() {
        @Nullable Path directory = file.getParent();
        if (directory == null) {
            return;
        }
        try (FileChannel d = FileChannel.open(directory, StandardOpenOption.READ)) {
            d.force(true);
        } catch (IOException _) {
            // Not every system lets a directory be opened.
        }
    }

    /** A name from elsewhere names a file here, not a place. */
    private static String plain(String name) {
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.indexOf(File.separatorChar) >= 0
                || name.indexOf('\0') >= 0) {
            throw new Failure("'" + name + "' is not a plain file name");
        }
        return name;
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            throw cannot(file, e);
        }
    }

    private static Failure cannot(Path file, IOException e) {
        return new Failure("cannot write " + file + ": " + OneLine.reason(e), e);
    }
}
