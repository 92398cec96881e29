package org.jdapl.tools;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that knows what went wrong with it, which a {@link PrintStream} keeps to itself:
 * a full disk is a failure, a reader that has seen enough is not.
 */
final class StandardOutput extends OutputStream {

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private volatile @Nullable IOException failure;

    private StandardOutput() {}

    /** Puts one in the place of {@code System.out}. */
    static StandardOutput install() {
        StandardOutput installed = new StandardOutput();
        System.setOut(new PrintStream(installed, true, StandardCharsets.UTF_8));
        return installed;
    }

    /** Why something could not be written, in a few words; null where all was, or nobody reads. */
    @Nullable String failure() {
        System.out.flush();
        IOException e = failure;
        return e == null || "Broken pipe".equals(e.getMessage()) ? null : OneLine.reason(e);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}
