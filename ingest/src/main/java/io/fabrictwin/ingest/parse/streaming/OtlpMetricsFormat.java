package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * OpenTelemetry metrics as JSON: whole exports, or one metric a line, as Cumulus Linux sends them. A record is a metric. What
 * a cut document holds before the cut counts.
 */
public final class OtlpMetricsFormat implements Format {
    private static final Pattern MARK = Pattern.compile("\"dataPoints\"\\s*:|\"data_points\"\\s*:");
    private static final Pattern TIME = Pattern.compile("\"(?:timeUnixNano|time_unix_nano)\"\\s*:");

    @Override
    public String name() {
        return "otlp-metrics";
    }

    @Override
    public String emittedBy() {
        return "OpenTelemetry metrics as JSON, such as Cumulus Linux and NVOS export";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Samples.YIELDS;
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.has(MARK) && head.has(TIME));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JsonDocument document = JsonDocument.readPartly(input);
        Reader reader = new Reader(input, sink);
        document.values().forEach(reader::read);
        if (document.refusal() != null) {
            document.refusal().reject(reader.record++, sink);
        }
        if (reader.record == 0) {
            sink.ignored(0, "document");
        }
    }

    private static final class Reader {
        private static final List<String> HOST_ATTRIBUTES =
                List.of("host.name", "net.host.name", "hostname", "device", "host", "service.instance.id");

        private final Input input;
        private final Sink sink;
        private long record;

        Reader(Input input, Sink sink) {
            this.input = input;
            this.sink = sink;
        }

        void read(JsonNode value) {
            if (value.isArray()) {
                value.forEach(this::read);
                return;
            }
            if (value.has("resourceMetrics")) {
                for (JsonNode resource : value.path("resourceMetrics")) {
                    DeviceId device = device(resource.path("resource").path("attributes"));
                    for (JsonNode scope : resource.path("scopeMetrics")) {
                        scope.path("metrics").forEach(metric -> tell(metric, device));
                    }
                }
                return;
            }
            tell(value, new DeviceId(InputName.plain(input)));
        }

        private DeviceId device(JsonNode attributes) {
            for (String name : HOST_ATTRIBUTES) {
                String told = OtlpMetric.attributes(attributes).get(name);
                if (Samples.isName(told)) {
                    return new DeviceId(String.valueOf(told));
                }
            }
            return new DeviceId(InputName.plain(input));
        }

        private void tell(JsonNode metric, DeviceId device) {
            Samples samples = new Samples(device);
            new OtlpMetric(metric, sink).tell(samples);
            sink.accepted(
                    record,
                    "metric " + metric.path("name").asText("without a name").replaceAll("\\p{Cntrl}", "?"),
                    samples.events(input.context(), record, 0));
            record++;
        }
    }
}
