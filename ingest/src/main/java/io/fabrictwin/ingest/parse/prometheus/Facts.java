package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What single samples tell of links, names and states. */
final class Facts {
    private static final Set<String> UPLINK = Set.of("infiniband_switch_uplink_info", "infiniband_hca_uplink_info");
    private static final Set<String> INFO = Set.of("infiniband_switch_info", "infiniband_hca_info");
    private static final Set<String> RATE =
            Set.of("infiniband_switch_port_rate_bytes_per_second", "infiniband_hca_rate_bytes_per_second");
    private static final double ACTIVE = 4;
    private static final double BITS_PER_BYTE = 8;
    private static final double MAX_BYTES_PER_SECOND = 1e14;

    private Facts() {}

    /** Whether the sample is of those that tell a fact rather than a reading. */
    static boolean isTold(Sample sample) {
        String metric = sample.metric();
        return UPLINK.contains(metric) || INFO.contains(metric) || RATE.contains(metric);
    }

    /** The events of a sample; empty: it tells none. */
    static List<FabricEvent> of(
            Sample sample, EventContext context, long record, String scrapedHost, @Nullable Long timeNs) {
        List<FabricEvent> events = new ArrayList<>();
        Map<String, String> labels = sample.labels();
        PortId port = UPLINK.contains(sample.metric()) ? port(labels, "guid", "port") : null;
        PortId other = port == null ? null : port(labels, "uplink_guid", "uplink_port");
        if (port != null && other != null && !port.equals(other)) {
            events.add(new LinkDiscovered(context.meta(record, 0, timeNs), new LinkId(port, other), null, null, null));
        } else if (INFO.contains(sample.metric())) {
            addNames(labels, context, record, timeNs, events);
        } else if (RATE.contains(sample.metric())) {
            addState(port(labels, "guid", "port"), null, sample.value(), context, record, timeNs, events);
        } else {
            addHostState(sample, context, record, scrapedHost, timeNs, events);
        }
        return events;
    }

    private static void addHostState(
            Sample sample,
            EventContext context,
            long record,
            String scrapedHost,
            @Nullable Long timeNs,
            List<FabricEvent> events) {
        String instance = sample.labels().get("instance");
        String device = sample.labels().get("device");
        String number = sample.labels().get("port");
        if (!PortCounter.isName(String.valueOf(device)) || device == null) {
            return;
        }
        String host =
                instance == null || !PortCounter.isName(instance) ? scrapedHost : PortCounter.withoutPort(instance);
        DeviceId owner = new DeviceId(host);
        double value = sample.value();
        switch (sample.metric()) {
            case "node_network_up" ->
                addState(new PortId(owner, device), value == 1, Double.NaN, context, record, timeNs, events);
            case "node_network_speed_bytes" ->
                addState(new PortId(owner, device), null, value, context, record, timeNs, events);
            case "node_infiniband_state_id" -> {
                if (number != null && PortCounter.isName(number)) {
                    PortId port = new PortId(owner, device + ":" + number);
                    addState(port, value == ACTIVE, Double.NaN, context, record, timeNs, events);
                }
            }
            case "node_infiniband_rate_bytes_per_second" -> {
                if (number != null && PortCounter.isName(number)) {
                    PortId port = new PortId(owner, device + ":" + number);
                    addState(port, null, value, context, record, timeNs, events);
                }
            }
            default -> {
                // A state that the twin does not keep.
            }
        }
    }

    private static void addState(
            @Nullable PortId port,
            @Nullable Boolean isUp,
            double bytesPerSecond,
            EventContext context,
            long record,
            @Nullable Long timeNs,
            List<FabricEvent> events) {
        boolean isRate = bytesPerSecond > 0 && bytesPerSecond < MAX_BYTES_PER_SECOND;
        if (port != null && (isUp != null || isRate)) {
            events.add(new PortStateObserved(
                    context.meta(record, events.size(), timeNs),
                    port,
                    isUp,
                    null,
                    isRate ? Long.valueOf(Math.round(bytesPerSecond * BITS_PER_BYTE)) : null,
                    null));
        }
    }

    private static void addNames(
            Map<String, String> labels,
            EventContext context,
            long record,
            @Nullable Long timeNs,
            List<FabricEvent> events) {
        String guid = guid(labels.get("guid"));
        if (guid == null) {
            return;
        }
        DeviceId device = new DeviceId(guid);
        String lid = labels.getOrDefault("lid", "");
        String description = labels.getOrDefault("switch", labels.getOrDefault("hca", ""));
        if (lid.matches("[1-9]\\d{0,4}")) {
            events.add(
                    new NameObserved(context.meta(record, events.size(), timeNs), device, null, NameScheme.LID, lid));
        }
        if (PortCounter.isName(description)) {
            events.add(new NameObserved(
                    context.meta(record, events.size(), timeNs), device, null, NameScheme.DESCRIPTION, description));
        }
    }

    private static @Nullable PortId port(Map<String, String> labels, String guidLabel, String portLabel) {
        String guid = guid(labels.get(guidLabel));
        String port = labels.get(portLabel);
        return guid == null || port == null || !PortCounter.isName(port) ? null : PortId.of(guid, port);
    }

    private static @Nullable String guid(@Nullable String text) {
        try {
            return text == null ? null : Guid.name(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
