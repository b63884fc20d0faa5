package io.fabrictwin.cli.quarantine;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.Intake;
import io.fabrictwin.ingest.app.Quarantine;
import io.fabrictwin.ingest.app.Replayed;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.publish.LogScan;
import io.fabrictwin.ingest.publish.SourceLedger;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.QuarantinedInput;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code quarantine}. */
@Command(
        name = "quarantine",
        mixinStandardHelpOptions = true,
        description = "Show what was not understood, and take it in once its parser is mended.",
        subcommands = {QuarantineCommand.ListVerb.class, QuarantineCommand.Show.class, QuarantineCommand.Replay.class})
public final class QuarantineCommand implements Runnable {
    private static final Duration BROKER_TIMEOUT = Duration.ofSeconds(15);
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** Of a longer reason the beginning stands in a table; all of it in JSON. */
    private static final int REASON_CHARACTERS = 80;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name one of list, show, replay");
    }

    private static String when(QuarantinedInput input) {
        return Instant.ofEpochSecond(input.observedTimeNs() / NS_PER_SECOND).toString();
    }

    private static String input(QuarantinedInput input) {
        String name = input.input();
        return name == null ? input.source().toString() : name;
    }

    /** The verb {@code quarantine list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List rejected records that were not understood since.")
    static final class ListVerb implements Callable<Integer> {
        private static final List<Column<Quarantine.Entry>> COLUMNS = List.of(
                Column.text("id", entry -> entry.input().id()),
                Column.text("when", entry -> when(entry.input())),
                Column.text("source", entry -> entry.input().source().toString()),
                Column.text("input", entry -> input(entry.input())),
                Column.text("place", entry -> entry.input().place()),
                Column.text(
                        "code", entry -> entry.outcome() == null ? entry.input().code() : QuarantinedInput.REPLAYED),
                Column.count("times", Quarantine.Entry::times),
                new Column<>("reason", "REASON", false, ListVerb::reason, text -> shortened(text.toString())));

        @Option(names = "--all", description = "Also those that were understood when they were replayed.")
        private boolean all;

        @Mixin
        private final Selection selection = new Selection();

        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final BrokerOptions brokerOptions = new BrokerOptions();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Override
        public Integer call() {
            List<Quarantine.Entry> entries;
            try (BrokerOptions.Broker broker = brokerOptions.open()) {
                entries = selection.of(Quarantine.read(broker.access()).entries());
            }
            List<Quarantine.Entry> shown = entries.stream()
                    .filter(entry -> all || entry.outcome() == null)
                    .toList();
            Table.print(
                    spec.commandLine().getOut(),
                    outputOptions.output(),
                    shown,
                    COLUMNS,
                    selection.isEmpty() ? "nothing is in quarantine" : "nothing like that is in quarantine");
            return ExitCodes.FINE;
        }

        private static String reason(Quarantine.Entry entry) {
            String outcome = entry.outcome();
            return outcome == null ? entry.input().reason() : outcome;
        }

        private static String shortened(String text) {
            return text.length() <= REASON_CHARACTERS ? text : text.substring(0, REASON_CHARACTERS - 3) + "...";
        }
    }

    /** The verb {@code quarantine show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show one rejected record with all that is known of it.")
    static final class Show implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "Its id, or the beginning of it; see quarantine list.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String id;

        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final BrokerOptions brokerOptions = new BrokerOptions();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Override
        public Integer call() {
            Quarantine.Entry entry;
            try (BrokerOptions.Broker broker = brokerOptions.open()) {
                entry = Selection.named(
                                List.of(id), Quarantine.read(broker.access()).entries())
                        .get(0);
            }
            PrintWriter out = spec.commandLine().getOut();
            Map<String, @Nullable Object> details = details(entry);
            byte[] raw = entry.input().rawBytes();
            if (outputOptions.output() == Output.json) {
                details.put("rawBytesBase64", Base64.getEncoder().encodeToString(raw));
                Table.printJson(out, details);
                return ExitCodes.FINE;
            }
            details.forEach((name, value) -> {
                if (value != null) {
                    out.println(name + " ".repeat(Math.max(1, 20 - name.length())) + value);
                }
            });
            out.println();
            HexDump.print(out, raw);
            out.flush();
            return ExitCodes.FINE;
        }

        private static Map<String, @Nullable Object> details(Quarantine.Entry entry) {
            QuarantinedInput input = entry.input();
            Map<String, @Nullable Object> details = new LinkedHashMap<>();
            details.put("id", input.id());
            details.put("fabric", input.fabric().value());
            details.put("source", input.source().toString());
            details.put("input", input.input());
            details.put("place", input.place());
            details.put("code", input.code());
            details.put("help", help(input.code()));
            details.put("reason", input.reason());
            details.put("when", when(input));
            details.put("times", entry.times());
            details.put("originalLengthBytes", input.originalLengthBytes());
            details.put("keptBytes", input.rawBytes().length);
            details.put("replayed", entry.outcome());
            details.put(
                    "replay",
                    Intake.obstacle(
                            input, Formats.named(input.source().format()).orElse(null)));
            return details;
        }

        private static @Nullable String help(String code) {
            return Arrays.stream(RejectCode.values())
                    .filter(known -> known.name().equals(code))
                    .map(RejectCode::help)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** The verb {@code quarantine replay}. */
    @Command(
            name = "replay",
            mixinStandardHelpOptions = true,
            description = "Hand rejected records to their formats again, and publish what they hold.",
            footerHeading = "%nOnly a record that is a line can be replayed alone:%n",
            footer = {
                "  of a document or a folder, take the whole input in again; what is in the log is recognised.",
                "  What is rejected again stays; what was understood is marked, and listed with --all only."
            })
    static final class Replay implements Callable<Integer> {
        private static final List<Column<Replayed>> COLUMNS = List.of(
                Column.text("id", replayed -> replayed.input().id()),
                Column.text("input", replayed -> QuarantineCommand.input(replayed.input())),
                Column.text("place", replayed -> replayed.input().place()),
                Column.text("outcome", replayed -> switch (replayed.outcome()) {
                    case UNDERSTOOD -> "understood";
                    case REJECTED -> "rejected again";
                    case CANNOT -> "not replayed";
                }),
                Column.count("events", Replayed::events),
                Column.text("detail", Replayed::detail));

        @Parameters(arity = "0..*", paramLabel = "ID", description = "Ids, or their beginnings; see quarantine list.")
        private List<String> ids = new ArrayList<>();

        @Option(names = "--all", description = "All that were not understood yet.")
        private boolean all;

        @Option(names = "--format", description = "Read them with this format instead of their own.")
        private @Nullable String formatName;

        @Mixin
        private final Selection selection = new Selection();

        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final BrokerOptions brokerOptions = new BrokerOptions();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Override
        public Integer call() {
            if (ids.isEmpty() && selection.isEmpty() && !all) {
                throw new WrongUsageException("say what to replay: ids, --source, --code or --all");
            }
            if (!ids.isEmpty() && (all || !selection.isEmpty())) {
                throw new WrongUsageException("give either ids or --source, --code and --all");
            }
            String wanted = formatName;
            if (wanted != null && Formats.named(wanted).isEmpty()) {
                throw new WrongUsageException("format '" + wanted + "' is unknown; see fabric-twin ingest --list");
            }
            List<Replayed> replayed;
            try (BrokerOptions.Broker broker = brokerOptions.open()) {
                replayed = replay(broker.access());
            }
            Table.print(
                    spec.commandLine().getOut(),
                    outputOptions.output(),
                    replayed,
                    COLUMNS,
                    "nothing like that is in quarantine");
            boolean isAllUnderstood = replayed.stream().allMatch(one -> one.outcome() == Replayed.Outcome.UNDERSTOOD);
            return isAllUnderstood ? ExitCodes.FINE : ExitCodes.ANSWER_IS_NO;
        }

        private List<Replayed> replay(BrokerAccess broker) {
            List<Quarantine.Entry> entries = Quarantine.read(broker).entries();
            List<Quarantine.Entry> chosen = ids.isEmpty()
                    ? selection.of(entries).stream()
                            .filter(entry -> entry.outcome() == null)
                            .toList()
                    : Selection.named(ids, entries);
            Map<SourceId, List<QuarantinedInput>> bySource = new LinkedHashMap<>();
            for (Quarantine.Entry entry : chosen) {
                bySource.computeIfAbsent(entry.input().source(), source -> new ArrayList<>())
                        .add(entry.input());
            }
            List<Replayed> replayed = new ArrayList<>();
            Instant now = Instant.now();
            long nowNs = now.getEpochSecond() * NS_PER_SECOND + now.getNano();
            SourceLedger ledger = SourceLedger.read(new LogScan(broker, BROKER_TIMEOUT));
            try (Intake intake = Intake.open(broker, ledger, BrokerWait.NONE)) {
                bySource.forEach((source, inputs) -> {
                    String name = formatName == null ? source.format() : formatName;
                    Format format = Formats.named(name).orElse(null);
                    replayed.addAll(intake.replay(inputs, format, nowNs));
                });
            }
            return replayed;
        }
    }
}
