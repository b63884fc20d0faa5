package io.fabrictwin.cli.export;

/** What a column of a table holds; every column may hold nothing. */
enum ColumnType {
    TEXT,
    /** A {@code Long}. */
    WHOLE,
    /** A {@code Double}. */
    DECIMAL,
    /** A {@code Boolean}. */
    FLAG,
    /** A {@code Long}, ns since 1970, that is shown as a time in UTC. */
    TIME
}
