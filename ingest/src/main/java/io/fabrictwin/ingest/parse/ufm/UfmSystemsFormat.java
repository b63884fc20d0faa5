package io.fabrictwin.ingest.parse.ufm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * UFM's answer to {@code /ufmRest/resources/systems}: systems with what they are called, run and measure, and the health of
 * their modules. A record is a system. A module's state is told as a gauge: 1 where it is ok, 0 where it is anything else.
 */
public final class UfmSystemsFormat implements Format {
    @Override
    public String name() {
        return "ufm-systems";
    }

    @Override
    public String emittedBy() {
        return "UFM, REST /ufmRest/resources/systems (JSON)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceDiscovered.class,
                DeviceTuned.class,
                GaugesObserved.class,
                NameObserved.class,
                PlacementDeclared.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.hasAll("\"system_guid\"", "\"system_name\"", "\"role\""));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JsonDocument document = JsonDocument.read(input);
        long record = 0;
        for (JsonNode value : document.values()) {
            for (JsonNode system : value.isArray() ? value : List.of(value)) {
                String guid = Guid.nameIfValid(text(system, "system_guid"));
                String name = text(system, "system_name");
                if (guid == null) {
                    sink.rejected(
                            record++,
                            "system " + (name == null ? record : name),
                            RejectCode.MISSING_FIELD,
                            "the system has no system_guid",
                            PlanTable.raw(system.toString()));
                } else {
                    Facts facts = new Facts(input.context(), record, null);
                    tell(facts, new DeviceId(guid), system, sink);
                    sink.accepted(record++, "system " + guid, facts.events());
                }
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.rejected(0, "document", RejectCode.MISSING_FIELD, "there is no system in it", new byte[0]);
        }
    }

    private static void tell(Facts facts, DeviceId device, JsonNode system, Sink sink) {
        boolean isSwitch = "switch".equalsIgnoreCase(text(system, "type"))
                || "tor".equals(text(system, "role"))
                || "core".equals(text(system, "role"));
        String address = text(system, "ip");
        String told = address == null || address.equals("0.0.0.0") ? null : address;
        String model = text(system, "model");
        facts.add(meta -> new DeviceDiscovered(
                meta,
                device,
                isSwitch ? DeviceKind.SWITCH : DeviceKind.HOST,
                text(system, "description"),
                model == null ? text(system, "description") : model,
                told,
                null,
                null));
        String name = text(system, "system_name");
        if (name != null) {
            NameScheme scheme = isSwitch ? NameScheme.SYSTEM_NAME : NameScheme.HOST_NAME;
            facts.add(meta -> new NameObserved(meta, device, null, scheme, name));
        }
        if (told != null) {
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.ADDRESS, told));
        }
        String role = text(system, "role");
        if (role != null) {
            facts.add(meta -> new PlacementDeclared(meta, device, "role", role));
        }
        for (String setting : List.of("fw_version", "sw_version", "sm_mode", "state")) {
            String value = text(system, setting);
            if (value != null) {
                facts.add(meta -> new DeviceTuned(meta, device, null, setting, value));
            }
        }
        gauges(facts, device, null, system);
        for (JsonNode module : system.path("modules")) {
            String kind = text(module, "description");
            int index = module.path("module_index").asInt(0);
            gauges(facts, device, (kind == null ? "module" : kind) + index, module);
        }
        for (String unread : List.of("ports", "capabilities")) {
            if (system.has(unread)) {
                sink.unread(unread);
            }
        }
    }

    private static void gauges(Facts facts, DeviceId device, @Nullable String component, JsonNode node) {
        SortedMap<String, Double> gauges = new TreeMap<>();
        String temperature = text(node, "temperature");
        if (temperature != null && temperature.matches("-?\\d{1,3}(?:\\.\\d{1,3})?")) {
            gauges.put("temperatureCelsius", Double.valueOf(temperature));
        }
        String status = component == null ? null : text(node, "status");
        if (status != null) {
            gauges.put("isOk", status.equalsIgnoreCase("ok") ? 1.0 : 0.0);
        }
        if (!gauges.isEmpty()) {
            facts.add(meta -> new GaugesObserved(meta, device, null, component, gauges));
        }
    }

    private static @Nullable String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        String text = value.isValueNode() && !value.isNull() ? value.asText().strip() : "";
        return text.isEmpty() || text.equals("N/A") || text.equals("NA") ? null : text;
    }
}
