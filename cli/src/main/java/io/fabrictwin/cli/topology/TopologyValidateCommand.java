package io.fabrictwin.cli.topology;

import io.fabrictwin.cli.AnswerIsNoException;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.ingest.topology.Cabling;
import io.fabrictwin.ingest.topology.CablingChecks;
import io.fabrictwin.ingest.topology.Problem;
import io.fabrictwin.ingest.topology.Tiers;
import io.fabrictwin.ingest.topology.TooLargeException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a topology. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description =
                "Check the topology of files, or of the log: what cannot be right, and how many of what there are.",
        footerHeading = "%nExample:%n",
        footer = {"  fabric-twin topology validate topology.conf plan.dot"})
final class TopologyValidateCommand implements Callable<Integer> {
    private static final List<Column<Tiers.Tier>> TIERS = List.of(
            Column.count("tier", Tiers.Tier::tier),
            Column.count("devices", Tiers.Tier::devices),
            Column.count("cablesUp", Tiers.Tier::cablesUp),
            Column.count("cablesWithin", Tiers.Tier::cablesWithin),
            Column.number("bitsPerSecondUp", "RATE UP", Tiers.Tier::bitsPerSecondUp, Units::bitRate));

    private static final List<Column<Problem>> PROBLEMS = List.of(
            Column.text("kind", Problem::kind),
            Column.text("subject", Problem::subject),
            Column.text("detail", Problem::detail));

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Files to check together (default: the log).")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private final TopologySource source = new TopologySource();

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        TopologyFiles reader = new TopologyFiles();
        Cabling cabling;
        try {
            cabling = files.isEmpty() ? source.ofLog() : reader.read(files, source.format());
        } catch (TooLargeException e) {
            throw new BadDataException(String.valueOf(e.getMessage()), e);
        }
        List<Problem> problems = new ArrayList<>(reader.rejections());
        problems.addAll(CablingChecks.check(cabling));
        long count = problems.size() - reader.rejections().size() + reader.rejectionCount();
        PrintWriter out = spec.commandLine().getOut();
        if (outputOptions.output() == Output.json) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("devices", cabling.devices().size());
            answer.put("cables", cabling.cables().size());
            answer.put("placements", cabling.placements().size());
            answer.put("tiers", Table.objects(Tiers.of(cabling), TIERS));
            answer.put("problemCount", count);
            answer.put("problems", Table.objects(problems, PROBLEMS));
            Table.printJson(out, answer);
        } else {
            if (outputOptions.output() == Output.table) {
                out.println(cabling.devices().size() + " devices, "
                        + cabling.cables().size() + " cables, "
                        + cabling.placements().size() + " placements");
                out.println();
                Table.print(out, Output.table, Tiers.of(cabling), TIERS, "no devices");
                out.println();
            }
            Table.print(out, outputOptions.output(), problems, PROBLEMS, "nothing is wrong, as far as is told");
        }
        if (count > 0) {
            throw new AnswerIsNoException(count + (count == 1 ? " problem" : " problems") + " in the topology");
        }
        return ExitCodes.FINE;
    }
}
