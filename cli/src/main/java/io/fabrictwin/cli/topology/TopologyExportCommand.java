package io.fabrictwin.cli.topology;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.ingest.topology.Cabling;
import io.fabrictwin.ingest.topology.NotTellableException;
import io.fabrictwin.ingest.topology.TooLargeException;
import io.fabrictwin.ingest.topology.TopologyForm;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a topology in the form that another tool reads. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Write the topology of the log, or of files, in the form that another tool reads.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin topology export --list                          forms that can be written",
            "  fabric-twin topology export slurm-topology > topology.conf  from the log",
            "  fabric-twin topology export ns3-topology plan.dot --to topology.txt"
        })
final class TopologyExportCommand implements Callable<Integer> {
    private static final List<Column<TopologyForm>> FORMS =
            List.of(Column.text("form", TopologyForm::name), Column.text("readBy", TopologyForm::readBy));

    @Option(names = "--list", description = "List the forms and stop.")
    private boolean list;

    @Parameters(index = "0", arity = "0..1", paramLabel = "FORM", description = "Form to write (see --list).")
    private @Nullable String form;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE",
            description = "Files to take it from (default: the log).")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--to", paramLabel = "FILE", description = "File to write (default: standard output).")
    private @Nullable Path target;

    @Mixin
    private final TopologySource source = new TopologySource();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            Table.print(out, Output.table, TopologyForm.ALL, FORMS, "no forms");
            return ExitCodes.FINE;
        }
        TopologyForm chosen = TopologyForm.ALL.stream()
                .filter(each -> each.name().equals(form))
                .findFirst()
                .orElseThrow(() ->
                        new WrongUsageException((form == null ? "name a form" : "form '" + form + "' is unknown")
                                + "; the forms are: "
                                + String.join(
                                        ", ",
                                        TopologyForm.ALL.stream()
                                                .map(TopologyForm::name)
                                                .toList())));
        try {
            Cabling cabling = files.isEmpty() ? source.ofLog() : new TopologyFiles().read(files, source.format());
            write(chosen, cabling, out);
        } catch (NotTellableException | TooLargeException e) {
            throw new BadDataException(String.valueOf(e.getMessage()), e);
        }
        return ExitCodes.FINE;
    }

    private void write(TopologyForm chosen, Cabling cabling, PrintWriter out) {
        Path file = target;
        if (file == null) {
            chosen.write(cabling, out);
            out.flush();
            return;
        }
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            chosen.write(cabling, writer);
        } catch (IOException e) {
            throw new BadDataException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
