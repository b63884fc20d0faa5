package io.fabrictwin.ingest.parse.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of one AICB file, read twice. */
final class AicbRows {
    private static final ObjectReader ROW =
            new CsvMapper().readerFor(String[][].class).with(CsvParser.Feature.WRAP_AS_ARRAY);

    private final Input input;
    private final Sink sink;
    private final Plan plan;
    private Map<String, Integer> columns = Map.of();
    /** Steps that have ended, what is done before the first counting as one. */
    private int ended;

    private boolean isBegun;

    AicbRows(Input input, Sink sink, Plan plan) {
        this.input = input;
        this.sink = sink;
        this.plan = plan;
    }

    static boolean isHeader(String line) {
        return line.contains("comm_type,") && line.contains("comm_group") && line.contains("msg_size");
    }

    void rewind() {
        columns = Map.of();
        ended = 0;
        isBegun = false;
    }

    void survey(Line line) {
        if (line.defect() != null || line.isBlank()) {
            return;
        }
        Row row = row(line.text());
        if (row != null && row.reason() == null && isInStep(row)) {
            plan.survey(row.node());
        }
    }

    void tell(Line line) {
        if (line.isBlank()) {
            sink.ignored(line.record(), line.place());
            return;
        }
        Row row = row(line.text());
        if (row == null) {
            sink.accepted(line.record(), line.place(), List.of());
        } else if (row.reason() != null) {
            RejectCode code = line.isTerminated() ? RejectCode.BAD_VALUE : RejectCode.TRUNCATED;
            sink.rejected(line.record(), line.place(), code, row.reason(), line.raw());
        } else if (isInStep(row)) {
            sink.accepted(
                    line.record(),
                    line.place(),
                    plan.tell(row.node(), () -> input.context().meta(line.record(), 0, null), sink));
        } else {
            if (row.node().operation() != null) {
                sink.unread(isBegun ? "further steps" : "what is done before the first step");
            }
            sink.accepted(line.record(), line.place(), List.of());
        }
    }

    /**
     * A row as a node.
     *
     * @param reason why it is none; null: it is
     */
    private record Row(
            PlanNode node,
            boolean isEnd,
            String stage,
            @Nullable String reason) {}

    /** The first step is what is done until its end; what sets up before ends once too. */
    private boolean isInStep(Row row) {
        if (row.isEnd()) {
            ended++;
            return false;
        }
        boolean isSetUp = row.stage().startsWith("init");
        if (!isBegun && !isSetUp) {
            isBegun = true;
            ended = 0;
        }
        return isBegun && ended == 0 && !isSetUp;
    }

    /** Null: the row is a title or the header. */
    private @Nullable Row row(String line) {
        String[] values;
        try {
            String[][] rows = ROW.readValue(line);
            values = rows.length == 0 ? new String[0] : rows[0];
        } catch (JsonProcessingException e) {
            return refused("the row is broken: " + e.getOriginalMessage());
        }
        if (isHeader(line)) {
            columns = new HashMap<>();
            for (int i = 0; i < values.length; i++) {
                columns.put(values[i].strip(), i);
            }
            return null;
        }
        if (columns.isEmpty() || line.startsWith("[")) {
            return null;
        }
        String type = lastWord(value(values, "comm_type"));
        boolean isCompute = type.startsWith("comp");
        CollectiveOperation operation = isCompute ? null : CollectiveName.operation(type);
        String size = value(values, "msg_size");
        boolean isSize = size.matches("\\d{1,18}(?:\\.\\d{1,9})?");
        if (type.isEmpty() || (operation != null && !isSize)) {
            return refused(type.isEmpty() ? "comm_type is missing" : "msg_size '" + size + "' is no number");
        }
        String group = lastWord(value(values, "comm_group"));
        return new Row(
                new PlanNode(
                        value(values, "stage"),
                        isCompute,
                        null,
                        operation,
                        isSize ? Long.valueOf(Math.round(Double.parseDouble(size))) : null,
                        group),
                type.equals("epoch_end"),
                value(values, "stage"),
                null);
    }

    private static Row refused(String reason) {
        return new Row(new PlanNode(null, false, null, null, null, null), false, "", reason);
    }

    private String value(String[] values, String column) {
        Integer index = columns.get(column);
        String value = index == null || index >= values.length ? "" : values[index].strip();
        return value.equals("None") ? "" : value;
    }

    /** Python writes the members of its enumerations with their type in front. */
    private static String lastWord(String value) {
        return value.substring(value.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
