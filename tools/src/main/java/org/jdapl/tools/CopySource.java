package org.jdapl.tools;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file that is read.
 *
 * @param path as the user wrote it
 * @param size its length when the copy began
 */
record CopySource(Path path, long size) {

    /** Looks at a file; whatever is wrong with it is found before a second process is started. */
    static CopySource of(Path path) {
        if (Files.isDirectory(path)) {
            throw new Failure("cannot read " + path + ": it is a directory");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new Failure("cannot read " + path + ": it is not a regular file");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return new CopySource(path, channel.size());
        } catch (IOException e) {
            throw new Failure("cannot read " + path + ": " + OneLine.reason(e), e);
        }
    }

    String name() {
        return String.valueOf(path.getFileName());
    }

    FileChannel open() throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ);
    }

    /** Reads as many bytes as the buffer takes. */
    void read(FileChannel channel, ByteBuffer into, long at) {
        try {
            while (into.hasRemaining()) {
                if (channel.read(into, at + into.position()) < 0) {
                    throw new Failure("cannot read " + path + ": it became shorter meanwhile");
                }
            }
        } catch (IOException e) {
            throw new Failure("cannot read " + path + ": " + OneLine.reason(e), e);
        }
    }
}
