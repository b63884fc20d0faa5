package io.fabrictwin.cli.gate;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.scenario.Answer;
import io.fabrictwin.cli.scenario.AskOptions;
import io.fabrictwin.cli.scenario.Asking;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code gate}: may this change be rolled out? */
@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        description = "Forecast a change and hold the answer against assertions, before it is rolled out.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin gate examples/gate/raise-kmin.yaml",
            "  fabric-twin gate change.yaml -o md --report gate.xml --report gate.json",
            "",
            "Assertions (docs/gate.md), each a line such as:",
            "  job * step-time.p95 grows < 2 %%          job pretraining verdict is not slower",
            "  interval.high < 1.02                     port * pause-share < 1 %%",
            "  no cannot-tell",
            "",
            "It ends with 0 if all hold and with 1 if one does not, or is about what is not known."
        })
public final class GateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "Scenario and assertions in YAML.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(names = "--allow-unknown", description = "Let pass what is not known; it is told all the same.")
    private boolean isUnknownAllowed;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private GateOutput output = GateOutput.table;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Also write a report there, by its ending: .md, .json, .xml (JUnit) or .txt; may be repeated.")
    private List<Path> reports = new ArrayList<>();

    @Mixin
    private final AskOptions askOptions = new AskOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        reports.forEach(GateOutput::of);
        GateForm form = GateForm.read(file);
        GateResult result;
        try (Asking asking = askOptions.open(spec.commandLine().getErr()::println)) {
            Answer answer = asking.ask(List.of(askOptions.completed(form.scenario())), Instant.now())
                    .get(0);
            result = GateResult.of(answer.told(), form.assertions(), isUnknownAllowed || form.isUnknownAllowed());
        }
        GateReport.print(spec.commandLine().getOut(), output, result);
        for (Path report : reports) {
            try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(report, StandardCharsets.UTF_8))) {
                GateReport.print(out, GateOutput.of(report), result);
            } catch (IOException e) {
                throw new BadDataException("cannot write the report " + report + ": " + e.getMessage(), e);
            }
        }
        return result.isPassed() ? ExitCodes.FINE : ExitCodes.ANSWER_IS_NO;
    }
}
