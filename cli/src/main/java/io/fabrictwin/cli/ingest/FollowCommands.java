package io.fabrictwin.cli.ingest;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.cli.up.PortConverter;
import io.fabrictwin.ingest.live.LiveConfig;
import io.fabrictwin.ingest.live.SourceSpec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verbs for one live source, without a file. */
final class FollowCommands {
    private FollowCommands() {}

    /** What they have in common. */
    abstract static class Follow implements Callable<Integer> {
        @Mixin
        private final FabricOption fabricOption = new FabricOption();

        @Option(
                names = "--host",
                defaultValue = LiveConfig.Http.LOOPBACK,
                description = "Address to listen on for HTTP (default: ${DEFAULT-VALUE}, this machine only).")
        private String host = LiveConfig.Http.LOOPBACK;

        @Option(
                names = "--port",
                defaultValue = "0",
                converter = PortConverter.class,
                description = "Port for HTTP; 0 takes a free one (default: ${DEFAULT-VALUE}).")
        private int port;

        @Mixin
        private final LiveOptions live = new LiveOptions();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        /** What is followed; none: what is pushed. */
        abstract List<SourceSpec> sources();

        @Override
        public Integer call() throws InterruptedException {
            List<SourceSpec> sources;
            try {
                sources = sources();
            } catch (IllegalArgumentException e) {
                throw new WrongUsageException(String.valueOf(e.getMessage()), e);
            }
            LiveConfig.Http http = new LiveConfig.Http(
                    host,
                    port,
                    sources.isEmpty(),
                    LiveConfig.Http.DEFAULT_MAX_BODY_BYTES,
                    LiveConfig.Http.DEFAULT_QUEUE);
            live.run(
                    new LiveConfig(fabricOption.fabric(), http, sources),
                    spec.commandLine().getOut());
            return ExitCodes.FINE;
        }

        static Duration duration(String text) {
            return Duration.ofNanos(Times.parseDuration(text));
        }
    }

    /** The verb {@code ingest serve}. */
    @Command(
            name = "serve",
            mixinStandardHelpOptions = true,
            description = "Take in what is pushed over HTTP until stopped with Ctrl-C.",
            footerHeading = "%nExample:%n",
            footer = {
                "  fabric-twin ingest serve --port 8281",
                "  curl --data-binary @job.log http://127.0.0.1:8281/ingest/nccl-log",
                "",
                "The answer is the account, once it is in the log. OTLP metrics go to /v1/metrics."
            })
    static final class Serve extends Follow {
        @Override
        List<SourceSpec> sources() {
            return List.of();
        }
    }

    /** The verb {@code ingest tail}. */
    @Command(
            name = "tail",
            mixinStandardHelpOptions = true,
            description = "Follow a file that grows and is rotated, until stopped with Ctrl-C.")
    static final class Tail extends Follow {
        @Parameters(paramLabel = "FILE", description = "File to follow.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private Path file;

        @Option(names = "--format", required = true, description = "Its format; see ingest --list.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String format;

        @Override
        List<SourceSpec> sources() {
            return List.of(new SourceSpec.Tail(file.toAbsolutePath().toString(), file, format));
        }
    }

    /** The verb {@code ingest watch}. */
    @Command(
            name = "watch",
            mixinStandardHelpOptions = true,
            description = "Take in the files that are put into a folder, until stopped with Ctrl-C.")
    static final class Watch extends Follow {
        @Parameters(paramLabel = "DIR", description = "Folder to watch.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private Path folder;

        @Option(
                names = "--format",
                defaultValue = "auto",
                description = "Format of the files (default: ${DEFAULT-VALUE}).")
        private String format = "auto";

        @Option(
                names = "--settle",
                defaultValue = "2s",
                description = "A file that has not changed for so long is whole (default: ${DEFAULT-VALUE}).")
        private String settle = "2s";

        @Override
        List<SourceSpec> sources() {
            return List.of(new SourceSpec.Watch(folder.toAbsolutePath().toString(), folder, format, duration(settle)));
        }
    }

    /** The verb {@code ingest scrape}. */
    @Command(
            name = "scrape",
            mixinStandardHelpOptions = true,
            description = "Ask exporters at an interval, until stopped with Ctrl-C.")
    static final class Scrape extends Follow {
        @Parameters(arity = "1..*", paramLabel = "URL", description = "Their addresses: http://leaf1:9100/metrics")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private List<URI> targets;

        @Option(
                names = "--format",
                defaultValue = "auto",
                description = "Format of their answers (default: ${DEFAULT-VALUE}).")
        private String format = "auto";

        @Option(
                names = "--interval",
                defaultValue = "15s",
                description = "From one question to the next (default: ${DEFAULT-VALUE}).")
        private String interval = "15s";

        @Option(
                names = "--timeout",
                defaultValue = "5s",
                description = "How long an answer may take (default: ${DEFAULT-VALUE}).")
        private String timeout = "5s";

        @Override
        List<SourceSpec> sources() {
            return List.of(new SourceSpec.Scrape("scrape", targets, format, duration(interval), duration(timeout)));
        }
    }
}
