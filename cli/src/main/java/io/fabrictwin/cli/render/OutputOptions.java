package io.fabrictwin.cli.render;

import picocli.CommandLine.Option;

/** The form of the answer; the same option in every verb that answers. */
public final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Output output = Output.table;

    public Output output() {
        return output;
    }
}
