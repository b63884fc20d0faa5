package io.fabrictwin.ingest.topology;

/** A text in double quotes, as JSON, YAML and DOT all read it: names hold no control characters. */
final class Quoted {
    private Quoted() {}

    static String of(Object text) {
        return '"' + text.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
