package io.fabrictwin.ingest.parse.ufm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * UFM's report on a fabric against its plan: cables that are planned and missing, there and not planned, or plugged
 * elsewhere. A record is a cable of a list. An adapter that only its default description names is not named.
 */
public final class NdtReportFormat implements Format {
    private static final Pattern CABLE = Pattern.compile("([^/]{1,200})/(.{1,200}) - ([^/]{1,200})/(.{1,200})");
    private static final Pattern DEFAULT_DESCRIPTION = Pattern.compile("MT\\d{4,6}\\b.*");

    @Override
    public String name() {
        return "ufm-ndt-report";
    }

    @Override
    public String emittedBy() {
        return "UFM, network design table plugin: report of a comparison (JSON)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(LinkPlanned.class, LinkDiscovered.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.hasAll("\"miss_wired\"", "\"missing_in_"));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JsonDocument document = JsonDocument.read(input);
        Reader reader = new Reader(input, sink);
        document.values().forEach(reader::read);
        if (document.refusal() != null) {
            document.refusal().reject(reader.record, sink);
        } else if (reader.record == 0) {
            sink.rejected(0, "document", RejectCode.MISSING_FIELD, "there is no cable in it", new byte[0]);
        }
    }

    private static final class Reader {
        private final Input input;
        private final Sink sink;
        private long record;
        private @Nullable Long timeNs;

        Reader(Input input, Sink sink) {
            this.input = input;
            this.sink = sink;
        }

        void read(JsonNode document) {
            timeNs = LogTime.before(document.path("timestamp").asText(""));
            JsonNode report = document.path("report");
            for (JsonNode pair : report.path("miss_wired")) {
                read("miss_wired", pair.path("expected"), true);
                read("miss_wired", pair.path("actual"), false);
            }
            for (JsonNode cable : report.path("missing_in_ufm")) {
                read("missing_in_ufm", cable, true);
            }
            for (JsonNode cable : report.path("missing_in_ndt")) {
                read("missing_in_ndt", cable, false);
            }
        }

        private void read(String list, JsonNode cable, boolean isPlan) {
            String text = cable.asText("");
            Matcher ends = CABLE.matcher(text);
            String place = list + " " + record;
            if (!ends.matches()) {
                sink.rejected(
                        record++, place, RejectCode.MALFORMED, "not two devices with a port each", PlanTable.raw(text));
                return;
            }
            Facts facts = new Facts(input.context(), record, timeNs);
            if (isUnnamed(ends.group(2)) || isUnnamed(ends.group(4))) {
                sink.unread("cable of an adapter without a name");
            } else {
                LinkId link = link(ends);
                if (link != null) {
                    facts.add(meta -> isPlan
                            ? new LinkPlanned(meta, link, null)
                            : new LinkDiscovered(meta, link, null, null, null));
                }
            }
            sink.accepted(record++, place, facts.events());
        }

        private static boolean isUnnamed(String port) {
            return DEFAULT_DESCRIPTION.matcher(port).matches();
        }

        private static @Nullable LinkId link(Matcher ends) {
            try {
                PortId own = port(ends.group(1), ends.group(2));
                PortId other = port(ends.group(3), ends.group(4));
                return own.equals(other) ? null : new LinkId(own, other);
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        private static PortId port(String device, String port) {
            String named = port.startsWith(device + " ") ? port.substring(device.length() + 1) : port;
            return PortId.of(device.strip(), named.strip());
        }
    }
}
