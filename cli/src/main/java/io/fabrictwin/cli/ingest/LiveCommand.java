package io.fabrictwin.cli.ingest;

import io.fabrictwin.cli.ExitCodes;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code ingest live}. */
@Command(
        name = "live",
        mixinStandardHelpOptions = true,
        description = "Take in from all sources of a file until stopped with Ctrl-C.",
        footerHeading = "%nA file of sources:%n",
        footer = {
            "  fabric: lab",
            "  http: {port: 8281, push: true}",
            "  sources:",
            "    - {name: job, tail: /var/log/job.log, format: nccl-log}",
            "    - {name: dumps, watch: /srv/dumps, format: auto}",
            "    - {name: exporters, scrape: ['http://leaf1:9100/metrics'], interval: 15s}",
            "",
            "All fields are on the page docs/ingest.md."
        })
final class LiveCommand implements Callable<Integer> {
    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The sources, in YAML.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path config;

    @Mixin
    private final LiveOptions live = new LiveOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        live.run(SourcesForm.read(config), spec.commandLine().getOut());
        return ExitCodes.FINE;
    }
}
