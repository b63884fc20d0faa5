package io.fabrictwin.ingest.parse.nccl.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.document.Refusal;
import io.fabrictwin.ingest.parse.nccl.words.BusId;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.event.BenchmarkMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a benchmark's JSON: one document of a run, or the rows of a table, one after the other or in an array. */
public final class BenchmarkDocument {
    private static final double NS_PER_US = 1e3;
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final Pattern NAME = Pattern.compile("\\b(\\w+?)_perf");

    private final Input input;
    private final Sink sink;
    private final JobId job;
    private long records;
    private @Nullable Long startedNs;

    private BenchmarkDocument(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.job = new JobId(InputName.plain(input));
    }

    /** How much JSON looks like a benchmark's. */
    public static Likeness recognise(Head head) {
        boolean isRun =
                head.hasAll("\"results\"", "\"out_of_place\"") || head.hasAll("\"busBw\"", "\"algBw\"", "\"inPlace\"");
        return isRun
                ? Likeness.CERTAIN
                : Likeness.likelyIf(head.hasAll("\"nccl-tests") || head.hasAll("\"oop_time\"", "\"oop_busbw\""));
    }

    /** Hands each result to the sink, and the devices of the run as one record. */
    public static void parse(Input input, Sink sink) throws IOException {
        new BenchmarkDocument(input, sink).run();
    }

    private void run() throws IOException {
        JsonDocument document = JsonDocument.read(input);
        for (JsonNode value : document.values()) {
            if (value.isArray()) {
                value.forEach(this::readRow);
            } else if (value.has("results")) {
                readRun(value);
            } else {
                readRow(value);
            }
        }
        Refusal refusal = document.refusal();
        if (refusal != null) {
            refusal.reject(records, sink);
        }
    }

    private void readRun(JsonNode run) {
        startedNs = LogTime.before(run.path("start_time").asText(""));
        List<FabricEvent> events = new ArrayList<>();
        JsonNode devices = run.path("devices");
        String version = run.path("nccl_version").asText("");
        Integer rankCount = devices.isArray() && !devices.isEmpty() ? Integer.valueOf(devices.size()) : null;
        long record = records++;
        events.add(new JobStarted(meta(record, 0), job, rankCount, version.isEmpty() ? null : "NCCL " + version));
        for (JsonNode device : devices) {
            String host = device.path("hostname").asText("");
            if (!host.isEmpty() && device.path("rank").isInt()) {
                events.add(new RankPlaced(
                        meta(record, events.size()),
                        job,
                        device.path("rank").intValue(),
                        new DeviceId(host),
                        gpu(device),
                        null,
                        null));
            }
        }
        sink.accepted(record, "the run", events);
        CollectiveOperation operation = operation(run);
        for (JsonNode result : run.path("results")) {
            readResult(result, operation, rankCount);
        }
    }

    private static @Nullable String gpu(JsonNode device) {
        String bus = device.path("device_hex").asText("");
        String plain = bus.replace("[", "").replace("]", "");
        if (plain.indexOf(':') > 0) {
            return BusId.normal(plain);
        }
        return device.path("device").isInt() ? device.path("device").asText() : null;
    }

    /** What was run stands in the arguments, or in a field of its own. */
    private static @Nullable CollectiveOperation operation(JsonNode run) {
        for (String field : List.of("collective", "test", "name", "program", "args", "config")) {
            Matcher name = NAME.matcher(run.path(field).toString());
            CollectiveOperation operation = Words.operation(
                    name.find() ? name.group(1) : run.path(field).asText(""));
            if (operation != null) {
                return operation;
            }
        }
        return null;
    }

    private void readResult(JsonNode result, @Nullable CollectiveOperation named, @Nullable Integer rankCount) {
        long record = records++;
        String place = "result " + record;
        Integer typeBytes = Words.bytesOfType(result.path("type").asText(""));
        JsonNode outOfPlace = result.path("out_of_place");
        JsonNode inPlace = result.path("in_place");
        if (!result.path("size").canConvertToLong() || !outOfPlace.isObject()) {
            reject(record, place, "it needs a whole number 'size' and an object 'out_of_place'", result);
            return;
        }
        long bytes = result.path("size").longValue();
        String reduction = result.path("redop").asText("none");
        Lead lead = new Lead(
                bytes,
                result.path("count").asLong(0),
                typeBytes == null ? 0 : typeBytes,
                !reduction.equals("none") && !reduction.isEmpty(),
                result.path("root").asInt(-1) >= 0);
        CollectiveOperation operation =
                lead.operation(named, half(outOfPlace), inPlace.isObject() ? half(inPlace) : null);
        List<FabricEvent> events = new ArrayList<>();
        if (operation == null) {
            sink.unread("a row of an operation that nothing tells");
        } else {
            addHalf(record, outOfPlace, operation, bytes, rankCount, false, events);
            addHalf(record, inPlace, operation, bytes, rankCount, true, events);
        }
        sink.accepted(record, place, events);
    }

    private static Half half(JsonNode half) {
        return new Half("0", "0", "0", isNumber(half.path("nwrong")) ? "0" : "N/A");
    }

    private void addHalf(
            long record,
            JsonNode half,
            CollectiveOperation operation,
            long bytes,
            @Nullable Integer rankCount,
            boolean isInPlace,
            List<FabricEvent> events) {
        JsonNode time = half.has("time") ? half.path("time") : half.path("cpu_time");
        if (isNumber(time)) {
            events.add(new BenchmarkMeasured(
                    meta(record, events.size()),
                    job,
                    operation,
                    bytes,
                    rankCount,
                    isInPlace,
                    Math.round(time.asDouble() * NS_PER_US),
                    rate(half.path("alg_bw")),
                    rate(half.path("bus_bw")),
                    isNumber(half.path("nwrong")) ? half.path("nwrong").asLong() : null));
        }
    }

    /** {@code {"name":"AllReduce","size":1024,"inPlace":0,"time":19.18,"algBw":0.05,"busBw":0.08,"#wrong":"0","gpus":4}}. */
    private void readRow(JsonNode row) {
        long record = records++;
        String place = "row " + record;
        CollectiveOperation operation = Words.operation(row.path("name").asText(""));
        if (operation == null || !row.path("size").canConvertToLong() || !isNumber(row.path("time"))) {
            reject(record, place, "it needs the 'name' of a collective, a whole number 'size' and a 'time'", row);
            return;
        }
        sink.accepted(
                record,
                place,
                List.of(new BenchmarkMeasured(
                        meta(record, 0),
                        job,
                        operation,
                        row.path("size").longValue(),
                        row.path("gpus").isInt() ? row.path("gpus").intValue() : null,
                        row.path("inPlace").asInt() != 0,
                        Math.round(row.path("time").asDouble() * NS_PER_US),
                        rate(row.path("algBw")),
                        rate(row.path("busBw")),
                        isNumber(row.path("#wrong")) ? row.path("#wrong").asLong() : null)));
    }

    private void reject(long record, String place, String reason, JsonNode raw) {
        sink.rejected(
                record, place, RejectCode.MISSING_FIELD, reason, raw.toString().getBytes(StandardCharsets.UTF_8));
    }

    private EventMeta meta(long record, int index) {
        return input.context().meta(record, index, startedNs);
    }

    private static @Nullable Double rate(JsonNode gigabytes) {
        double told = gigabytes.asDouble(0);
        return told > 0 ? Double.valueOf(told * BYTES_PER_GIGABYTE) : null;
    }

    private static boolean isNumber(JsonNode node) {
        return node.isNumber() || (node.isTextual() && node.asText().matches("\\d{1,18}(?:\\.\\d+)?"));
    }
}
