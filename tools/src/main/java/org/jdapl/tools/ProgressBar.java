package org.jdapl.tools;

import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A line on a terminal that says how far a copy is. It is gone when the copy ends. */
final class ProgressBar implements AutoCloseable {

    private static final int CELLS = 30;
    private static final long REDRAW_NS = 100_000_000L;
    private static final String CLEAR = "\r\033[K";

    /** The one that is on the screen, which an interrupt clears. */
    private static @Nullable ProgressBar shown;

    private final PrintStream out = System.err;
    private final long total;
    private final long start = System.nanoTime();
    private long drawn;

    /** Shows a bar for so many bytes. */
    ProgressBar(long total) {
        this.total = total;
        show();
    }

    /** Whether standard error is a terminal, which Java cannot tell but the script can. */
    static boolean wanted() {
        return Boolean.getBoolean("org.jdapl.tools.terminal");
    }

    /** Says that so many bytes are done. */
    void update(long done) {
        long now = System.nanoTime();
        if (now - drawn < REDRAW_NS && done < total) {
            return;
        }
        drawn = now;
        synchronized (ProgressBar.class) {
            // An interrupt may have cleared it already, for good.
            if (shown == this) {
                out.print(CLEAR + text(done, now - start));
                out.flush();
            }
        }
    }

    /** The line after so much time. */
    String text(long done, long nanos) {
        double share = total == 0 ? 1 : (double) done / total;
        int full = (int) Math.round(share * CELLS);
        double rate = done / Math.max(nanos / 1e9, 1e-9);
        long left = rate > 0 ? Math.round((total - done) / rate) : 0;
        return String.format(
                Locale.ROOT,
                "[%s%s] %3.0f %%  %s of %s  %s/s  %d:%02d left",
                "#".repeat(full),
                " ".repeat(CELLS - full),
                share * 100,
                Sizes.format(done),
                Sizes.format(total),
                Sizes.format(rate),
                left / 60,
                left % 60);
    }

    private void show() {
        synchronized (ProgressBar.class) {
            shown = this;
        }
    }

    @Override
    public void close() {
        clearAny();
    }

    /** Clears the line of whichever bar there is. */
    static synchronized void clearAny() {
        ProgressBar bar = shown;
        shown = null;
        if (bar != null) {
            bar.out.print(CLEAR);
            bar.out.flush();
        }
    }
}
