package io.fabrictwin.cli.topology;

import io.fabrictwin.cli.AnswerIsNoException;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.ingest.topology.Cabling;
import io.fabrictwin.ingest.topology.CablingDifference;
import io.fabrictwin.ingest.topology.TooLargeException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares plan and fact. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = "The cabling report: what differs between plan and fact.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin topology diff plan.dot ibnetdiscover.txt   two files",
            "  fabric-twin topology diff plan.dot                     a plan against what the log saw",
            "  fabric-twin topology diff                              what the log plans against what it saw"
        })
final class TopologyDiffCommand implements Callable<Integer> {
    private static final List<Column<CablingDifference>> COLUMNS = List.of(
            Column.text(
                    "what",
                    difference ->
                            difference.kind().name().toLowerCase(Locale.ROOT).replace('_', '-')),
            Column.text("device", difference -> difference.port().device().value()),
            Column.text("port", difference -> difference.port().name()),
            Column.text("planned", difference -> text(difference.planned())),
            Column.text("found", difference -> text(difference.found())),
            Column.number(
                    "plannedBitsPerSecond", "PLANNED RATE", CablingDifference::plannedBitsPerSecond, Units::bitRate),
            Column.number("foundBitsPerSecond", "FOUND RATE", CablingDifference::foundBitsPerSecond, Units::bitRate));

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PLAN",
            description = "File with the plan (default: the log).")
    private @Nullable Path plan;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FACT",
            description = "File with what was found (default: the log).")
    private @Nullable Path fact;

    @Mixin
    private final TopologySource source = new TopologySource();

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<CablingDifference> differences;
        try {
            differences = differences();
        } catch (TooLargeException e) {
            throw new BadDataException(String.valueOf(e.getMessage()), e);
        }
        Table.print(
                spec.commandLine().getOut(), outputOptions.output(), differences, COLUMNS, "every cable is as planned");
        if (!differences.isEmpty()) {
            throw new AnswerIsNoException(differences.size() + " differences between plan and fact");
        }
        return ExitCodes.FINE;
    }

    private List<CablingDifference> differences() {
        Path planFile = plan;
        Path factFile = fact;
        if (planFile == null) {
            return CablingDifference.within(source.ofLog());
        }
        Cabling planned = new TopologyFiles().read(List.of(planFile), source.format());
        return factFile == null
                ? CablingDifference.betweenPlanAndSeen(planned, source.ofLog())
                : CablingDifference.between(planned, new TopologyFiles().read(List.of(factFile), source.format()));
    }

    private static @Nullable String text(@Nullable Object port) {
        return port == null ? null : port.toString();
    }
}
