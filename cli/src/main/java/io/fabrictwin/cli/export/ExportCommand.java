package io.fabrictwin.cli.export;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code export}. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Write history for other programs: tables for notebooks, a trace for timelines.",
            "Events pass through one by one, from the broker or an archive, whatever their number."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin export tables out                             all tables as Parquet",
            "  fabric-twin export tables out --format csv --table steps --table findings",
            "  fabric-twin export trace incident.json --from -1h --job pretraining     open it in ui.perfetto.dev",
            "  fabric-twin replay --every 1s -o json                     frames, one a line",
        },
        subcommands = {TablesVerb.class, TraceVerb.class})
public final class ExportCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name one of tables, trace");
    }
}
