package io.fabrictwin.ingest.parse.sonic;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns the entries of a dump into records. */
final class DumpReader {
    /** How many of the tables of a foreign dump are named. */
    private static final int TABLES_SHOWN = 5;

    private final Input input;
    private final Dump dump;
    private final Map<String, SwitchConfig> scopes = new LinkedHashMap<>();

    /** What an entry came to. */
    private record Outcome(
            @Nullable List<FabricEvent> events, @Nullable RefusedException refusal) {}

    DumpReader(Input input, Dump dump) {
        this.input = input;
        this.dump = dump;
        for (Entry entry : dump.entries()) {
            if (entry.isEntry() && Table.isModelled(entry.table())) {
                scopes.computeIfAbsent(entry.scope(), scope -> new SwitchConfig(InputName.plain(input)))
                        .hold(entry);
            }
        }
    }

    void read(Sink sink) {
        List<Outcome> outcomes = new ArrayList<>();
        Map<String, Integer> lastAccepted = new LinkedHashMap<>();
        Set<String> incomplete = new LinkedHashSet<>();
        for (Entry entry : dump.entries()) {
            Outcome outcome = outcome(entry, outcomes.size());
            if (outcome.events() != null) {
                lastAccepted.put(entry.scope(), outcomes.size());
            } else if (outcome.refusal() != null) {
                incomplete.add(entry.scope());
            }
            outcomes.add(outcome);
        }
        for (int record = 0; record < outcomes.size(); record++) {
            Entry entry = dump.entries().get(record);
            Outcome outcome = outcomes.get(record);
            RefusedException refusal = outcome.refusal();
            List<FabricEvent> events = outcome.events();
            if (refusal != null) {
                sink.rejected(record, entry.place(), refusal.code(), refusal.reason(), entry.raw());
            } else if (events == null) {
                sink.unread("table " + entry.table());
                sink.ignored(record, entry.place());
            } else {
                boolean isEnd = Integer.valueOf(record).equals(lastAccepted.get(entry.scope()));
                if (isEnd && !incomplete.contains(entry.scope())) {
                    events = withSweep(events, record, entry.scope());
                }
                sink.accepted(record, entry.place(), events);
            }
        }
        readDefects(outcomes.size(), sink);
    }

    private Outcome outcome(Entry entry, int record) {
        if (!Table.isModelled(entry.table())) {
            return new Outcome(null, null);
        }
        if (!entry.isEntry()) {
            return new Outcome(
                    null, new RefusedException(RejectCode.MALFORMED, "a plain value where an entry's fields belong"));
        }
        SwitchConfig config = scopes.get(entry.scope());
        if (config == null) {
            return new Outcome(null, null);
        }
        try {
            List<FabricEvent> events = new ArrayList<>();
            config.events(entry, events, index -> meta(record, index));
            return new Outcome(events, null);
        } catch (RefusedException e) {
            return new Outcome(null, e);
        } catch (IllegalArgumentException e) {
            return new Outcome(null, new RefusedException(RejectCode.BAD_VALUE, String.valueOf(e.getMessage())));
        }
    }

    /** A dump that tells who the switch is and which ports it has is of the whole switch. */
    private List<FabricEvent> withSweep(List<FabricEvent> events, int record, String scope) {
        SwitchConfig config = scopes.get(scope);
        if (dump.defect() != null || config == null || !config.isFull()) {
            return events;
        }
        List<FabricEvent> withEnd = new ArrayList<>(events);
        DeviceId device = config.device();
        withEnd.add(new Swept(meta(record, withEnd.size()), device, config.portNames()));
        return withEnd;
    }

    /** What is wrong with the whole comes last. */
    private void readDefects(int record, Sink sink) {
        Dump.Defect defect = dump.defect();
        if (defect != null) {
            sink.rejected(
                    record,
                    defect.place(),
                    defect.code(),
                    defect.reason(),
                    defect.shown().getBytes(StandardCharsets.UTF_8));
        } else if (scopes.isEmpty()) {
            Set<String> tables = new TreeSet<>();
            dump.entries().forEach(entry -> tables.add(entry.table()));
            String found = tables.isEmpty()
                    ? "the input is empty"
                    : "found "
                            + String.join(
                                    ", ", tables.stream().limit(TABLES_SHOWN).toList())
                            + (tables.size() > TABLES_SHOWN ? " and others" : "");
            sink.rejected(
                    record,
                    "document",
                    RejectCode.MALFORMED,
                    "no table of CONFIG_DB that the twin reads: " + found,
                    found.getBytes(StandardCharsets.UTF_8));
        }
    }

    private EventMeta meta(int record, int index) {
        return input.context().meta(record, index, null);
    }
}
