package io.fabrictwin.cli.render;

import java.io.PrintWriter;

/** One line on standard error that is written over as work goes on; silent where nobody watches. */
public final class Progress implements AutoCloseable {
    private static final int WIDTH = 78;

    private final PrintWriter err;
    private final boolean isWatched;

    private Progress(PrintWriter err, boolean isWatched) {
        this.err = err;
        this.isWatched = isWatched;
    }

    @SuppressWarnings("SystemConsoleNull") // on Java 17 it is null exactly where nobody watches
    public static Progress on(PrintWriter err) {
        return new Progress(err, System.console() != null);
    }

    public void show(String what) {
        if (isWatched) {
            String line = what.length() > WIDTH ? what.substring(0, WIDTH) : what;
            err.print("\r" + line + " ".repeat(WIDTH - line.length()));
            err.flush();
        }
    }

    @Override
    public void close() {
        clear();
    }

    /** Makes room for other output. */
    public void clear() {
        if (isWatched) {
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
        }
    }
}
