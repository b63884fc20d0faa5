package io.fabrictwin.cli.render;

/** The forms of an answer. The names are what a person types after {@code -o}. */
public enum Output {
    table,
    json,
    csv,
    /** Markdown, for a ticket. */
    md
}
