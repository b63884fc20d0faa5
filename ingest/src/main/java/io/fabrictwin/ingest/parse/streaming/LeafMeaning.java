package io.fabrictwin.ingest.parse.streaming;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.NameScheme;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the leaves of OpenConfig, Junos and SONiC mean to the twin. */
final class LeafMeaning {
    private static final Map<String, String> OF_INTERFACE = Map.of(
            "in-octets", CounterName.RX_BYTES,
            "out-octets", CounterName.TX_BYTES,
            "in-pkts", CounterName.RX_PACKETS,
            "out-pkts", CounterName.TX_PACKETS,
            "out-discards", CounterName.TX_DROPPED_PACKETS,
            "in-errors", CounterName.RX_ERRORS);
    private static final Map<String, String> OF_QUEUE = Map.of(
            "transmit-octets", CounterName.TX_BYTES,
            "transmit-pkts", CounterName.TX_PACKETS,
            "dropped-pkts", CounterName.TX_DROPPED_PACKETS,
            "ecn-marked-pkts", CounterName.ECN_MARKED_PACKETS,
            "packets", CounterName.TX_PACKETS,
            "bytes", CounterName.TX_BYTES);
    private static final Map<String, String> OF_SONIC = Map.of(
            "SAI_PORT_STAT_IF_IN_OCTETS", CounterName.RX_BYTES,
            "SAI_PORT_STAT_IF_OUT_OCTETS", CounterName.TX_BYTES,
            "SAI_PORT_STAT_IF_IN_ERRORS", CounterName.RX_ERRORS,
            "SAI_PORT_STAT_IF_OUT_DISCARDS", CounterName.TX_DROPPED_PACKETS,
            "SAI_QUEUE_STAT_PACKETS", CounterName.TX_PACKETS,
            "SAI_QUEUE_STAT_BYTES", CounterName.TX_BYTES,
            "SAI_QUEUE_STAT_DROPPED_PACKETS", CounterName.TX_DROPPED_PACKETS,
            "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", CounterName.ECN_MARKED_PACKETS);
    private static final Pattern SONIC_PFC = Pattern.compile("SAI_PORT_STAT_PFC_(\\d)_(RX|TX)_PKTS");
    private static final Pattern SONIC_PLACE =
            Pattern.compile("([A-Za-z][\\w-]*?\\d[\\w/.-]*)(?::(\\d{1,3})(:periodic)?)?");
    private static final Pattern SPEED = Pattern.compile("SPEED_(\\d{1,5})(MB|GB)");
    private static final int MAX_PRIORITY = 127;

    private final Samples samples;
    private final Sink sink;
    private final @Nullable Long timeNs;

    LeafMeaning(Samples samples, Sink sink, @Nullable Long timeNs) {
        this.samples = samples;
        this.sink = sink;
        this.timeNs = timeNs;
    }

    void tell(Leaf leaf) {
        boolean isSonic = leaf.name().startsWith("SAI_") || leaf.name().startsWith("PFC_WD_");
        boolean isTold = isSonic ? tellSonic(leaf) : tellModel(leaf);
        if (!isTold) {
            sink.unread(leaf.path().isEmpty() ? "value without a path" : kind(leaf));
        }
    }

    /** The model that the leaf is of, and its name, without values of keys. */
    private static String kind(Leaf leaf) {
        String first = leaf.path().get(0).name();
        if (SONIC_PLACE.matcher(leaf.name()).matches()) {
            // The last element names a port, a MAC address or the like.
            return first;
        }
        return first.equals(leaf.name()) ? first : first + " " + leaf.name();
    }

    private boolean tellModel(Leaf leaf) {
        String name = leaf.name();
        if (name.equals("hostname") && leaf.has("system")) {
            samples.name(
                    place(null, null, null), NameScheme.HOST_NAME, leaf.value().asText());
            return true;
        }
        String port = port(leaf);
        if (port == null) {
            return tellComponent(leaf);
        }
        String queue = queue(leaf);
        Integer priority = queue == null ? null : priority(queue);
        Samples.Place place = place(port, priority, queue != null && priority == null ? "queue " + queue : null);
        Long whole = whole(leaf);
        if (queue != null && priority != null && whole != null) {
            return tellQueue(place, name, whole);
        }
        if (leaf.has("counters") && whole != null) {
            samples.counter(place, OF_INTERFACE.getOrDefault(name, name), whole);
            return true;
        }
        return tellState(leaf, place);
    }

    private boolean tellQueue(Samples.Place place, String name, long value) {
        switch (name) {
            case "max-queue-len", "peak-buffer-occupancy-bytes" -> samples.depth(place, null, value);
            case "instant-occupancy", "current-buffer-occupancy-bytes" -> samples.depth(place, value, null);
            case "avg-queue-len", "peak-buffer-occupancy-percent" ->
                samples.gauge(place(place.port(), null, "queue " + place.priority()), name, (double) value);
            case "name", "queue-number" -> {
                // The key once more.
            }
            default -> samples.counter(place, OF_QUEUE.getOrDefault(name, name), value);
        }
        return true;
    }

    private boolean tellState(Leaf leaf, Samples.Place place) {
        String text = leaf.value().asText();
        switch (leaf.name()) {
            case "oper-status" -> samples.state(place, text.equalsIgnoreCase("up"), text, null);
            case "port-speed" -> {
                Matcher speed = SPEED.matcher(text.substring(text.indexOf(':') + 1));
                if (!speed.matches()) {
                    return false;
                }
                long factor = speed.group(2).equals("GB") ? 1_000_000_000L : 1_000_000L;
                samples.state(place, null, null, Long.parseLong(speed.group(1)) * factor);
            }
            case "ifindex" -> samples.name(place, NameScheme.INTERFACE_INDEX, text);
            case "mac-address" -> samples.name(place, NameScheme.MAC, text.toLowerCase(Locale.ROOT));
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean tellComponent(Leaf leaf) {
        String component = leaf.key("component", "name");
        if (!Samples.isName(component) || !isNumber(leaf)) {
            return false;
        }
        String property = leaf.key("property", "name");
        StringBuilder name = new StringBuilder(property == null ? "" : property);
        for (Leaf.Element element : leaf.path()) {
            boolean isFrame = List.of("components", "component", "state", "properties", "property", "value")
                    .contains(element.name());
            name.append(isFrame ? "" : (name.length() == 0 ? "" : "/") + element.name());
        }
        samples.gauge(place(null, null, component), name.isEmpty() ? leaf.name() : name.toString(), number(leaf));
        return true;
    }

    private boolean tellSonic(Leaf leaf) {
        Long value = whole(leaf);
        Matcher told = null;
        for (Leaf.Element element : leaf.path()) {
            Matcher matcher = SONIC_PLACE.matcher(element.name());
            if (matcher.matches()
                    && !element.name().startsWith("SAI_")
                    && !element.name().startsWith("PFC_WD_")) {
                told = matcher;
            }
        }
        if (value == null || told == null) {
            return false;
        }
        String port = told.group(1);
        Integer queue = told.group(2) == null ? null : Integer.valueOf(told.group(2));
        String name = leaf.name();
        Matcher pfc = SONIC_PFC.matcher(name);
        if (pfc.matches()) {
            samples.counter(
                    place(port, Integer.valueOf(pfc.group(1)), null),
                    pfc.group(2).equals("RX") ? CounterName.PFC_RX_FRAMES : CounterName.PFC_TX_FRAMES,
                    value);
        } else if (name.startsWith("SAI_QUEUE_STAT_") && name.endsWith("SHARED_WATERMARK_BYTES")) {
            samples.depth(place(port, queue, null), null, value);
        } else if (name.endsWith("_WATERMARK_BYTES") || name.endsWith("_CURR_OCCUPANCY_BYTES")) {
            samples.gauge(
                    place(port, null, (name.contains("QUEUE") ? "queue " : "priority group ") + queue), name, value);
        } else {
            samples.counter(place(port, queue, null), OF_SONIC.getOrDefault(name, name), value);
        }
        return true;
    }

    /** The interface that a leaf is of; Junos names it as key of an element without a name. */
    private static @Nullable String port(Leaf leaf) {
        String name = leaf.key("interface", "name");
        if (name == null) {
            name = leaf.key("interface", "interface-id");
        }
        if (name == null && leaf.has("qmon-sw")) {
            name = leaf.key("", "name");
        }
        String subinterface = leaf.key("subinterface", "index");
        return !Samples.isName(name) ? null : subinterface == null ? name : name + "." + subinterface;
    }

    private static @Nullable String queue(Leaf leaf) {
        String name = leaf.key("queue", "name");
        return name == null ? leaf.key("", "queue-number") : name;
    }

    private static @Nullable Integer priority(String queue) {
        boolean isNumber =
                !queue.isEmpty() && queue.length() <= 3 && queue.chars().allMatch(Character::isDigit);
        return isNumber && Integer.parseInt(queue) <= MAX_PRIORITY ? Integer.valueOf(queue) : null;
    }

    private Samples.Place place(@Nullable String port, @Nullable Integer priority, @Nullable String component) {
        return new Samples.Place(port, priority, component, timeNs);
    }

    private static @Nullable Long whole(Leaf leaf) {
        String text = leaf.value().asText();
        if (!leaf.value().isIntegralNumber() && !text.matches("\\d{1,19}")) {
            return null;
        }
        try {
            long value = Long.parseLong(text);
            return value < 0 ? null : Long.valueOf(value);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static boolean isNumber(Leaf leaf) {
        return leaf.value().isNumber() || leaf.value().asText().matches("-?\\d{1,18}(?:\\.\\d{1,18})?");
    }

    private static double number(Leaf leaf) {
        return leaf.value().isNumber()
                ? leaf.value().asDouble()
                : Double.parseDouble(leaf.value().asText());
    }
}
