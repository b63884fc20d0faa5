package io.fabrictwin.ingest.parse.sonicdb;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a session of redis-cli: {@code hgetall "KEY"}, then a numbered line for each field and each value. */
final class SessionReader {
    private static final Pattern COMMAND =
            Pattern.compile("(?i).{0,120}\\bhgetall\\s+[\"']?([^\"'\\s]{1,300})[\"']?\\s*");
    private static final Pattern ITEM = Pattern.compile("\\s*\\d{1,6}\\) \"(.*)\"\\s*");
    /** An entry with more lines is none. */
    private static final int MAX_LINES = 100_000;

    private final Input input;
    private final Sink sink;
    private final Database database;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, String> fields = new TreeMap<>();
    private @Nullable String key;
    private @Nullable String field;
    private boolean isLearning = true;

    SessionReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.database = new Database(new DeviceId(InputName.plain(input)), sink);
    }

    void read() throws IOException {
        Lines.read(input, this::take);
        close();
        isLearning = false;
        Lines.read(input, this::take);
        close();
    }

    private void take(Line line) {
        Line.Defect defect = line.defect();
        Matcher command = COMMAND.matcher(line.text());
        Matcher item = ITEM.matcher(line.text());
        if (defect != null) {
            close();
            reject(line, defect.code(), defect.reason());
        } else if (command.matches()) {
            close();
            key = command.group(1);
            lines.add(line);
        } else if (key != null && item.matches() && lines.size() < MAX_LINES) {
            lines.add(line);
            if (field == null) {
                field = item.group(1);
            } else {
                fields.put(field, item.group(1));
                field = null;
            }
        } else {
            close();
            if (line.isTerminated() || !line.text().contains(") \"")) {
                ignore(line);
            } else {
                reject(line, RejectCode.TRUNCATED, "the input ends within a field");
            }
        }
    }

    private void close() {
        String open = key;
        if (open != null && isLearning) {
            database.learn(open, fields);
        } else if (open != null) {
            tell(open);
        }
        key = null;
        field = null;
        fields.clear();
        lines.clear();
    }

    private void tell(String open) {
        Line head = lines.get(0);
        Facts facts = new Facts(input.context(), head.record(), null);
        String refusal = database.tell(open, fields, facts);
        if (refusal == null) {
            sink.accepted(head.record(), head.place(), facts.events());
        } else {
            reject(head, RejectCode.UNKNOWN_REFERENCE, refusal);
        }
        lines.subList(1, lines.size()).forEach(line -> sink.accepted(line.record(), line.place(), List.of()));
    }

    private void ignore(Line line) {
        if (!isLearning) {
            sink.ignored(line.record(), line.place());
        }
    }

    private void reject(Line line, RejectCode code, String reason) {
        if (!isLearning) {
            sink.rejected(line.record(), line.place(), code, reason, line.raw());
        }
    }
}
