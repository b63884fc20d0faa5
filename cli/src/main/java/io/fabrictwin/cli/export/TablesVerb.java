package io.fabrictwin.cli.export;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WriteFailure;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.replay.history.FoldedHistory;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.schemas.BrokerAccess;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The verb {@code export tables}. */
@Command(
        name = "tables",
        mixinStandardHelpOptions = true,
        description = "Write history as tables, a file each: docs/export.md tells their columns.")
final class TablesVerb implements Callable<Integer> {
    private static final List<Column<Map.Entry<Table, Long>>> COLUMNS = List.of(
            Column.text("table", entry -> entry.getKey().fileName()), Column.count("rows", Map.Entry::getValue));

    @Parameters(paramLabel = "DIR", description = "Folder of the files; it is made where it is missing.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Option(
            names = "--format",
            defaultValue = "parquet",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private TableFolder.Form form = TableFolder.Form.parquet;

    @Option(
            names = "--table",
            paramLabel = "NAME",
            converter = TableName.class,
            description = "Only this table, of: steps, collectives, compute, port_counters, port_intervals,"
                    + " queue_samples, gauges, changes, findings, forecasts, ports, links; may be repeated.")
    private List<Table> wanted = new ArrayList<>();

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final ScopeOptions scopeOptions = new ScopeOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** Names of tables as files have them. */
    private static final class TableName implements ITypeConverter<Table> {
        @Override
        public Table convert(String name) {
            return Arrays.stream(Table.values())
                    .filter(table -> table.fileName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("there is no table '" + name + "'"));
        }
    }

    @Override
    public Integer call() {
        Consumer<String> teller = spec.commandLine().getErr()::println;
        Scope scope = scopeOptions.scope();
        Set<Table> tables = wanted.isEmpty() ? EnumSet.allOf(Table.class) : EnumSet.copyOf(wanted);
        try (HistoryOptions.History history = scopeOptions.open(teller)) {
            if (history.access() == null && tables.removeAll(EnumSet.of(Table.FINDINGS, Table.FORECASTS))) {
                teller.accept("an archive holds no findings and no forecasts: those tables are left out");
            }
            try (TableFolder written = TableFolder.open(folder, form, tables)) {
                write(written, history, scope, teller);
                written.finish();
                io.fabrictwin.cli.render.Table.print(
                        spec.commandLine().getOut(),
                        outputOptions.output(),
                        List.copyOf(written.rows().entrySet()),
                        COLUMNS,
                        "no table is wanted");
            }
        } catch (UncheckedIOException e) {
            throw new BadDataException("cannot write the tables to " + folder + ": " + WriteFailure.reason(e), e);
        }
        return ExitCodes.FINE;
    }

    private void write(TableFolder tables, HistoryOptions.History history, Scope scope, Consumer<String> teller) {
        LogCut log = history.source().cut(history.end());
        EventRows rows = new EventRows(tables);
        long[] reachNs = {-1};
        long undecodable = ScopeOptions.pass(log, scope, event -> {
            reachNs[0] = Math.max(reachNs[0], event.meta().eventTimeNs());
            rows.add(event);
        });
        BrokerAccess broker = history.access();
        if (broker != null) {
            new OwnTopics(broker, scope, teller).addTo(tables);
        }
        if (reachNs[0] >= 0 && (tables.wants(Table.PORTS) || tables.wants(Table.LINKS))) {
            addFrames(tables, history.fold().at(reachNs[0]), scope);
        }
        ScopeOptions.tellLeftOut(teller, undecodable, rows.outOfOrder());
        if (wanted.isEmpty() && !rows.withoutTable().isEmpty()) {
            teller.accept("events that no table tells of: "
                    + rows.withoutTable().entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .collect(Collectors.joining(", ")));
        }
    }

    private static void addFrames(TableFolder tables, FoldedHistory folded, Scope scope) {
        for (FabricId fabric : folded.assembly().fabrics()) {
            if (scope.isOfFabric(fabric.value())) {
                FabricFrame frame =
                        folded.assembly().frame(fabric, folded.provenance().positions());
                FrameRows.addTo(tables, frame);
            }
        }
    }
}
