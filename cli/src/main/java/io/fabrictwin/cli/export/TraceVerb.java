package io.fabrictwin.cli.export;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WriteFailure;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.schemas.BrokerAccess;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code export trace}. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description = {
            "Write history as trace events in JSON, to look at in ui.perfetto.dev or chrome://tracing.",
            "Steps and the collectives of each rank are slices, load, queues, pauses and marks of ports counters, changes",
            "and findings instants."
        })
final class TraceVerb implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "File to write.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Mixin
    private final ScopeOptions scopeOptions = new ScopeOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Consumer<String> teller = spec.commandLine().getErr()::println;
        Scope scope = scopeOptions.scope();
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try (HistoryOptions.History history = scopeOptions.open(teller)) {
            LogCut log = history.source().cut(history.end());
            BrokerAccess broker = history.access();
            OwnTopics own = broker == null ? null : new OwnTopics(broker, scope, teller);
            long beginNs = beginNs(log, scope, own);
            long events;
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft));
                    TraceWriter trace = new TraceWriter(out, beginNs)) {
                write(trace, log, scope, own, teller);
                events = trace.events();
            }
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
            spec.commandLine().getOut().println(events + " events in " + file + "; open it in https://ui.perfetto.dev");
            spec.commandLine().getOut().flush();
        } catch (IOException e) {
            throw refusal(WriteFailure.reason(e), e);
        } catch (UncheckedIOException e) {
            throw refusal(WriteFailure.reason(e), e);
        }
        return ExitCodes.FINE;
    }

    private BadDataException refusal(String reason, Exception cause) {
        return new BadDataException("cannot write the trace " + file + ": " + reason, cause);
    }

    /** The log is read once more for it: times count from the first, and events come in any order. */
    private static long beginNs(LogCut log, Scope scope, @Nullable OwnTopics own) {
        long[] beginNs = {Long.MAX_VALUE};
        ScopeOptions.pass(log, scope, event -> {
            Long ofEventNs = EventTrace.beginNs(event);
            if (ofEventNs != null) {
                beginNs[0] = Math.min(beginNs[0], ofEventNs);
            }
        });
        if (own != null) {
            own.findings(finding -> beginNs[0] = Math.min(beginNs[0], finding.startNs()));
        }
        if (beginNs[0] == Long.MAX_VALUE) {
            throw new WrongUsageException("the log holds nothing of that span that a trace shows");
        }
        return beginNs[0];
    }

    private static void write(
            TraceWriter writer, LogCut log, Scope scope, @Nullable OwnTopics own, Consumer<String> teller) {
        EventTrace trace = new EventTrace(writer);
        long undecodable = ScopeOptions.pass(log, scope, trace::add);
        if (own != null) {
            own.findings(trace::add);
        }
        ScopeOptions.tellLeftOut(teller, undecodable, trace.outOfOrder());
    }
}
