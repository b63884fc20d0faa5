package io.fabrictwin.cli.export;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the rows of a table go, one after another. */
interface TableSink {
    /** Takes a row: a value for each column of the table, of the column's type; null: nothing. */
    void row(@Nullable Object... values) throws IOException;

    /** Ends the table; before, what was written is no whole file. */
    void finish() throws IOException;
}
