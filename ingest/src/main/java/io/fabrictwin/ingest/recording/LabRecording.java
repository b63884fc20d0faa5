package io.fabrictwin.ingest.recording;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkRateChanged;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PacketFormatSet;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A folder of CSV tables. A record is a row; records are numbered through all tables in the order of {@link Table}. Times
 * count from the start of the run, which is laid on the anchor. Files that are no table are ignored, one record each.
 */
public final class LabRecording implements Format {
    @Override
    public String name() {
        return "lab-recording";
    }

    @Override
    public String emittedBy() {
        return "a packet-level simulation of a training run, as a folder of CSV tables";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceDiscovered.class,
                LinkDiscovered.class,
                LinkWentDown.class,
                LinkCameUp.class,
                LinkRateChanged.class,
                EcnProfileSet.class,
                PfcProfileSet.class,
                BufferSet.class,
                DcqcnSet.class,
                PacketFormatSet.class,
                JobTuned.class,
                JobStarted.class,
                RankPlaced.class,
                CollectivePlanned.class,
                ComputeObserved.class,
                CollectiveObserved.class,
                StepCompleted.class,
                ConnectionObserved.class,
                PortCountersObserved.class,
                QueueObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(
                Arrays.stream(Table.values()).map(Table::fileName).allMatch(head.files()::contains));
    }

    @Override
    public boolean isFolder() {
        return true;
    }

    @Override
    public boolean hasPart(String fileName) {
        return Arrays.stream(Table.values()).anyMatch(table -> table.fileName().equals(fileName));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Map<Table, Input> tables = new EnumMap<>(Table.class);
        for (Table table : Table.values()) {
            for (Input file : input.files()) {
                if (file.name().equals(table.fileName())) {
                    tables.putIfAbsent(table, file);
                }
            }
            if (!tables.containsKey(table)) {
                throw new FileNotFoundException(input.name() + " is no whole recording: it has no " + table.fileName());
            }
        }
        Surroundings surroundings = new Surroundings();
        for (Table table : List.of(Table.NODES, Table.LINKS, Table.JOBS, Table.STEPS)) {
            table.read(file(tables, table), new Survey((line, row) -> surroundings.add(table, row)));
        }
        RowEvents events = new RowEvents(input.context(), surroundings);
        Records records = new Records(events, sink);
        for (Table table : Table.values()) {
            table.read(file(tables, table), records.of(table));
        }
        for (Input file : input.files()) {
            if (!tables.containsValue(file)) {
                records.ignore(file.name());
            }
        }
    }

    private static Input file(Map<Table, Input> tables, Table table) {
        Input file = tables.get(table);
        if (file == null) {
            throw new IllegalStateException("checked table " + table);
        }
        return file;
    }

    /** Reads the good rows only; the bad ones are reported when the events are made. */
    private record Survey(BiConsumer<Line, Row> handler) implements Table.Rows {
        @Override
        public void row(Line line, Row row) {
            try {
                handler.accept(line, row);
            } catch (BadRowException | IllegalArgumentException | ArithmeticException e) {
                return;
            }
        }

        @Override
        public void blank(Line line) {}

        @Override
        public void bad(String place, RejectCode code, String reason, byte[] raw) {}
    }

    /** Gives each row its number and its class. */
    private static final class Records {
        private final RowEvents events;
        private final Sink sink;
        private long next;

        Records(RowEvents events, Sink sink) {
            this.events = events;
            this.sink = sink;
        }

        void ignore(String place) {
            sink.ignored(next++, place);
        }

        Table.Rows of(Table table) {
            return new Table.Rows() {
                @Override
                public void row(Line line, Row row) {
                    List<FabricEvent> made;
                    try {
                        made = events.of(table, next, row);
                    } catch (BadRowException e) {
                        bad(table.place(line), e.code(), e.reason(), line.raw());
                        return;
                    } catch (IllegalArgumentException | ArithmeticException e) {
                        bad(table.place(line), RejectCode.OUT_OF_RANGE, String.valueOf(e.getMessage()), line.raw());
                        return;
                    }
                    sink.accepted(next++, table.place(line), made);
                }

                @Override
                public void blank(Line line) {
                    ignore(table.place(line));
                }

                @Override
                public void bad(String place, RejectCode code, String reason, byte[] raw) {
                    sink.rejected(next++, place, code, reason, raw);
                }
            };
        }
    }
}
