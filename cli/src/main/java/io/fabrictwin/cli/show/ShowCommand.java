package io.fabrictwin.cli.show;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the fabric as the log tells it now.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin show ports            which ports are busy, paused or marking",
            "  fabric-twin show findings         what is wrong, with a command to try",
            "  fabric-twin show frame -o json    digest and positions, for scripts"
        })
public final class ShowCommand implements Callable<Integer> {
    /** What can be shown; the names are what a person types. */
    enum What {
        devices,
        ports,
        queues,
        links,
        jobs,
        findings,
        frame
    }

    @Parameters(paramLabel = "WHAT", description = "One of: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private What what;

    @Option(names = "--fabric", description = "Fabric to show, where the log tells of several.")
    private @Nullable String fabric;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        FoldedLog folded;
        try (BrokerOptions.Broker broker = brokerOptions.open()) {
            folded = FoldedLog.of(new TruthLog(broker.bootstrap()));
        }
        PrintWriter err = spec.commandLine().getErr();
        folded.undecodable().forEach(place -> err.println("left out, not an event: " + place));
        FabricFrame frame = folded.frame(fabric);
        PrintWriter out = spec.commandLine().getOut();
        switch (what) {
            case devices -> Table.print(out, outputOptions.output(), frame.devices(), Columns.devices(), "no devices");
            case ports ->
                Table.print(out, outputOptions.output(), Columns.ActivePort.of(frame), Columns.ports(), "no ports");
            case queues -> Table.print(out, outputOptions.output(), frame.queues(), Columns.queues(), "no queues");
            case links -> Table.print(out, outputOptions.output(), frame.links(), Columns.links(), "no links");
            case jobs -> Table.print(out, outputOptions.output(), frame.jobs(), Columns.jobs(), "no jobs");
            case findings ->
                Table.print(
                        out,
                        outputOptions.output(),
                        Detections.detect(frame, Windows.of(frame.fabric(), folded.states())),
                        Columns.findings(),
                        "nothing is wrong, as far as the log tells");
            case frame -> Frames.print(out, outputOptions.output(), frame);
        }
        return ExitCodes.FINE;
    }
}
