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

/** What single samples of one series tell of links, names and states; only states depend on the value. */
final class Told {
    private static final Set<String> UPLINK = Set.of("infiniband_switch_uplink_info", "infiniband_hca_uplink_info");
    private static final Set<String> INFO = Set.of("infiniband_switch_info", "infiniband_hca_info");
    private static final Set<String> RATE =
            Set.of("infiniband_switch_port_rate_bytes_per_second", "infiniband_hca_rate_bytes_per_second");
    private static final double ACTIVE = 4;
    private static final double BITS_PER_BYTE = 8;
    private static final double MAX_BYTES_PER_SECOND = 1e14;

    private final String metric;
    private final boolean isReading;
    private final boolean isOfFamily;
    private @Nullable LinkId link;
    private @Nullable DeviceId named;
    private @Nullable String lid;
    private @Nullable String description;
    private @Nullable PortId port;
    /** The value by which the port is up; null: the value is the port's rate in bytes per second. */
    private @Nullable Double upValue;

    /** @param scrapedHost the host that is meant where the sample names none */
    Told(Sample sample, String scrapedHost) {
        Map<String, String> labels = sample.labels();
        metric = sample.metric();
        isReading = Reading.of(sample) != null;
        isOfFamily = PortCounter.isOfFamily(metric);
        PortId near = UPLINK.contains(metric) ? port(labels, "guid", "port") : null;
        PortId far = near == null ? null : port(labels, "uplink_guid", "uplink_port");
        if (near != null && far != null && !near.equals(far)) {
            link = new LinkId(near, far);
        } else if (INFO.contains(metric)) {
            readNames(labels);
        } else if (RATE.contains(metric)) {
            port = port(labels, "guid", "port");
        } else {
            readHostState(labels, scrapedHost);
        }
    }

    /** Whether samples of the metric are told one by one, even where they would be readings. */
    static boolean isTold(String metric) {
        return UPLINK.contains(metric) || INFO.contains(metric) || RATE.contains(metric);
    }

    String metric() {
        return metric;
    }

    /** Whether it is a reading, where it tells nothing by itself. */
    boolean isReading() {
        return isReading;
    }

    /** Whether it is of the families that count what ports do. */
    boolean isOfFamily() {
        return isOfFamily;
    }

    /** The events of a sample; empty: it tells none. */
    List<FabricEvent> events(double value, EventContext context, long record, @Nullable Long timeNs) {
        LinkId ends = link;
        DeviceId device = named;
        PortId stated = port;
        if (ends != null) {
            return List.of(new LinkDiscovered(context.meta(record, 0, timeNs), ends, null, null, null));
        }
        if (device != null) {
            return names(device, context, record, timeNs);
        }
        return stated == null ? List.of() : state(stated, value, context, record, timeNs);
    }

    private List<FabricEvent> names(DeviceId device, EventContext context, long record, @Nullable Long timeNs) {
        List<FabricEvent> events = new ArrayList<>(2);
        if (lid != null) {
            events.add(new NameObserved(context.meta(record, 0, timeNs), device, null, NameScheme.LID, lid));
        }
        if (description != null) {
            events.add(new NameObserved(
                    context.meta(record, events.size(), timeNs), device, null, NameScheme.DESCRIPTION, description));
        }
        return events;
    }

    private List<FabricEvent> state(
            PortId stated, double value, EventContext context, long record, @Nullable Long timeNs) {
        Boolean isUp = upValue == null ? null : Boolean.valueOf(value == upValue);
        boolean isRate = upValue == null && value > 0 && value < MAX_BYTES_PER_SECOND;
        if (isUp == null && !isRate) {
            return List.of();
        }
        Long bitsPerSecond = isRate ? Long.valueOf(Math.round(value * BITS_PER_BYTE)) : null;
        return List.of(new PortStateObserved(context.meta(record, 0, timeNs), stated, isUp, null, bitsPerSecond, null));
    }

    private void readHostState(Map<String, String> labels, String scrapedHost) {
        String instance = labels.get("instance");
        String device = labels.get("device");
        String number = labels.get("port");
        if (device == null || !PortCounter.isName(device)) {
            return;
        }
        String host =
                instance == null || !PortCounter.isName(instance) ? scrapedHost : PortCounter.withoutPort(instance);
        DeviceId owner = new DeviceId(host);
        boolean hasNumber = number != null && PortCounter.isName(number);
        switch (metric) {
            case "node_network_up" -> {
                port = new PortId(owner, device);
                upValue = 1.0;
            }
            case "node_network_speed_bytes" -> port = new PortId(owner, device);
            case "node_infiniband_state_id" -> {
                port = hasNumber ? new PortId(owner, device + ":" + number) : null;
                upValue = ACTIVE;
            }
            case "node_infiniband_rate_bytes_per_second" ->
                port = hasNumber ? new PortId(owner, device + ":" + number) : null;
            default -> {
                // A state that the twin does not keep.
            }
        }
    }

    private void readNames(Map<String, String> labels) {
        String guid = guid(labels.get("guid"));
        if (guid == null) {
            return;
        }
        named = new DeviceId(guid);
        String number = labels.getOrDefault("lid", "");
        String text = labels.getOrDefault("switch", labels.getOrDefault("hca", ""));
        lid = number.matches("[1-9]\\d{0,4}") ? number : null;
        description = PortCounter.isName(text) ? text : null;
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
