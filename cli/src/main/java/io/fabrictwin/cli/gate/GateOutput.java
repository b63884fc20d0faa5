package io.fabrictwin.cli.gate;

import io.fabrictwin.cli.WrongUsageException;
import java.nio.file.Path;
import java.util.Locale;

/** The forms of a gate's report. The names are what a person types after {@code -o}. */
enum GateOutput {
    table,
    md,
    json,
    junit;

    /** By the ending of a file's name. */
    static GateOutput of(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".md")) {
            return md;
        }
        if (name.endsWith(".json")) {
            return json;
        }
        if (name.endsWith(".xml")) {
            return junit;
        }
        if (name.endsWith(".txt")) {
            return table;
        }
        throw new WrongUsageException("--report " + file + " ends in none of .md, .json, .xml (JUnit) and .txt");
    }
}
