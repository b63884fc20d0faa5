package io.fabrictwin.ingest.parse.nos;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines of one interface: counts with their label before or behind, in a direction that the line or its section tells. */
final class InterfaceText {
    private static final Pattern COUNT_FIRST =
            Pattern.compile("(\\d{1,19}) ([A-Za-z][A-Za-z /-]{1,40}?)(?=\\s*(?:,|\\s{2}|\\(|$|\\d))");
    private static final Pattern LABEL_FIRST =
            Pattern.compile("([A-Z][A-Za-z0-9 /-]{1,40}?)\\s*:\\s{0,60}(\\d{1,19})(?=[\\s,]|$)");
    private static final Pattern SECTION =
            Pattern.compile("(RX|TX|Input|Output|Ingress|Egress|Queued|Transmitted)(?::.*)?");
    private static final Pattern QUEUE = Pattern.compile("Queue: (\\d{1,2}),.*");
    private static final Pattern CLASS = Pattern.compile("Class (\\S{1,60})");
    private static final Pattern PACKETS_BYTES = Pattern.compile(
            "([A-Z][\\w ()/-]{1,40}?)\\s*:\\s*(\\d{1,19})/(\\d{1,19})\\s.*|([A-Z][\\w ()/-]{1,40}?)\\s*:\\s*(\\d{1,19})/(\\d{1,19})");
    private static final Pattern MAC =
            Pattern.compile("(?i)(?:hardware |current )?address(?: is|:)\\s*([0-9a-f.:-]{12,17})\\b");
    private static final Pattern MTU = Pattern.compile("(?i)\\b(?:MTU|Maximum Frame Length is)[: ]\\s*(\\d{2,5})\\b");
    private static final Pattern SPEED = Pattern.compile("(?:Speed: ?|duplex, )(\\d{1,6} ?[kKMGT]?b(?:ps|/s))");
    private static final Pattern SPEED_VRP = Pattern.compile("Speed\\s{0,3}:\\s{1,3}(\\d{2,7}),.*");
    private static final Pattern READING = Pattern.compile(
            "(Temperature|Voltage|Current|Tx Power|Rx Power|Laser [a-z ]{3,30}|Module temperature)\\s*:?\\s{1,30}(-?\\d{1,4}(?:\\.\\d{1,6})?)\\s*(C|V|mA|dBm|mW)?\\b.*");
    private static final Pattern SERIAL = Pattern.compile("serial number is (\\S{1,60})");
    private static final Pattern LANE = Pattern.compile("Lane (?:Number ?: ?)?(\\d{1,2}).*");
    private static final Pattern RATE_LINE = Pattern.compile(
            "(?i).*(?:\\d (?:second|minute)s? (?:in|out)put rate|input rate|output rate|bits/sec|link flapped|clearing|reliability).*");

    private static final Map<String, String> NAMES = names();

    private final PortId port;
    private final Readings readings;
    private final Sink sink;
    private String direction = "";
    private @Nullable Integer queue;
    private @Nullable String policyClass;
    private @Nullable String lane;
    private @Nullable String state;
    private @Nullable String admin;
    private @Nullable String mac;
    private @Nullable String serial;
    private @Nullable Long mtu;
    private @Nullable Long rate;

    InterfaceText(DeviceId device, String port, Sink sink) {
        this.port = new PortId(device, port);
        this.readings = new Readings(device);
        this.sink = sink;
    }

    private static Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        names.put("rx packets", CounterName.RX_PACKETS);
        names.put("tx packets", CounterName.TX_PACKETS);
        names.put("rx bytes", CounterName.RX_BYTES);
        names.put("tx bytes", CounterName.TX_BYTES);
        names.put("rx errors", CounterName.RX_ERRORS);
        names.put("rx error", CounterName.RX_ERRORS);
        names.put("rx total error", CounterName.RX_ERRORS);
        names.put("tx discards", CounterName.TX_DROPPED_PACKETS);
        names.put("tx discard", CounterName.TX_DROPPED_PACKETS);
        names.put("tx total drops", CounterName.TX_DROPPED_PACKETS);
        names.put("rx pause", CounterName.PFC_RX_FRAMES);
        names.put("tx pause", CounterName.PFC_TX_FRAMES);
        names.put("rx symbol", CounterName.SYMBOL_ERRORS);
        names.put("rx symbols", CounterName.SYMBOL_ERRORS);
        names.put("tail-dropped packets", CounterName.TX_DROPPED_PACKETS);
        names.put("ecn-ce packets", CounterName.ECN_MARKED_PACKETS);
        names.put("transmitted packets", CounterName.TX_PACKETS);
        names.put("transmitted bytes", CounterName.TX_BYTES);
        return Map.copyOf(names);
    }

    void state(@Nullable String told, @Nullable String administrative) {
        state = told;
        admin = administrative;
    }

    /** Direction of all that follows: input or output. */
    void direction(String told) {
        direction = told.toLowerCase(Locale.ROOT).startsWith("in") ? "rx" : "tx";
    }

    void take(String text) {
        String plain = text.strip();
        describe(plain);
        Matcher section = SECTION.matcher(plain);
        Matcher queued = QUEUE.matcher(plain);
        Matcher inClass = CLASS.matcher(plain);
        Matcher reading = READING.matcher(plain);
        Matcher laneLine = LANE.matcher(plain);
        Matcher pair = PACKETS_BYTES.matcher(plain);
        if (queued.matches()) {
            queue = Integer.valueOf(queued.group(1));
            direction = "";
            return;
        }
        if (inClass.matches()) {
            policyClass = inClass.group(1);
            return;
        }
        if (section.matches()) {
            direction = ofSection(section.group(1));
        }
        if (laneLine.matches()) {
            lane = laneLine.group(1);
        } else if (reading.matches()) {
            String unit = reading.group(3) == null ? "" : " " + reading.group(3);
            readings.gauge(
                    port,
                    lane == null ? "transceiver" : "lane " + lane,
                    reading.group(1) + unit,
                    Figure.number(reading.group(2)));
        } else if (policyClass != null && pair.matches()) {
            takePair(pair);
        } else if (!RATE_LINE.matcher(plain).matches()) {
            takeCounts(plain);
        }
    }

    private static String ofSection(String section) {
        return switch (section) {
            case "RX", "Input", "Ingress" -> "rx";
            case "TX", "Output" -> "tx";
            case "Egress" -> "";
            default -> section.toLowerCase(Locale.ROOT);
        };
    }

    private void takePair(Matcher pair) {
        boolean hasRate = pair.group(1) != null;
        String label = direction + " " + policyClass + " " + (hasRate ? pair.group(1) : pair.group(4)).strip();
        readings.counter(port, null, label + " packets", Figure.whole(hasRate ? pair.group(2) : pair.group(5)));
        readings.counter(port, null, label + " bytes", Figure.whole(hasRate ? pair.group(3) : pair.group(6)));
    }

    private void takeCounts(String plain) {
        boolean isLabelFirst =
                plain.matches("[A-Z][\\w /-]{1,40}?\\s*:\\s.*") && !plain.matches("(?:Input|Output): .*packets.*");
        Matcher matcher = (isLabelFirst ? LABEL_FIRST : COUNT_FIRST).matcher(plain);
        String lineDirection = directionOf(plain);
        while (matcher.find()) {
            Long value = Figure.whole(matcher.group(isLabelFirst ? 2 : 1));
            String label = matcher.group(isLabelFirst ? 1 : 2).strip();
            count(lineDirection, label, value, isLabelFirst);
        }
    }

    private String directionOf(String plain) {
        String lower = plain.toLowerCase(Locale.ROOT);
        boolean isIn = lower.matches(".*\\b(?:input|received|ingress|rx)\\b.*");
        boolean isOut = lower.matches(".*\\b(?:output|sent|egress|tx)\\b.*");
        return isIn == isOut ? direction : isIn ? "rx" : "tx";
    }

    private void count(String lineDirection, String label, @Nullable Long value, boolean isLabelFirst) {
        String plain = label.toLowerCase(Locale.ROOT)
                .replaceAll("\\b(?:input|output|received|sent|rx|tx)\\b", " ")
                .replaceAll("\\s+", " ")
                .strip();
        boolean isCount = plain.matches(
                ".*(?:packets?|bytes|errors?|error|discards?|drops?|dropped|pause|crc|runts?|giants?|broadcasts?|multicasts?|unicast|jumbo|fragments?|jabbers?|collisions?|symbols?|alignments?|overruns?|underruns?|ignoreds?|frames?|aborts?|throttles|no buffer|overrun|underrun|ignored|deferred|lost carrier|fcs|watchdog).*");
        if (!isCount || plain.isEmpty()) {
            return;
        }
        if (queue != null) {
            String key = plain.startsWith("packets") || plain.startsWith("bytes") ? lineDirection + " " + plain : plain;
            readings.counter(port, queue, NAMES.getOrDefault(key, key), value);
            return;
        }
        if (lineDirection.isEmpty()) {
            sink.unread("count without a direction");
            return;
        }
        String key = lineDirection + " " + plain;
        String name = NAMES.getOrDefault(key, key);
        if (readings.counterOf(port, null, name) == null || isLabelFirst) {
            readings.counter(port, null, name, value);
        }
    }

    private void describe(String plain) {
        Matcher address = MAC.matcher(plain);
        if (mac == null && address.find()) {
            mac = Name.mac(address.group(1));
        }
        Matcher size = MTU.matcher(plain);
        if (mtu == null && size.find()) {
            mtu = Figure.whole(size.group(1));
        }
        Matcher speed = SPEED.matcher(plain);
        Matcher vrp = SPEED_VRP.matcher(plain);
        if (rate == null && speed.find()) {
            rate = Figure.bitsPerSecond(speed.group(1));
        } else if (rate == null && vrp.matches()) {
            rate = Figure.bitsPerSecond(vrp.group(1) + "M");
        }
        Matcher number = SERIAL.matcher(plain);
        if (number.matches()) {
            serial = number.group(1);
        }
    }

    void tell(Facts facts) {
        Boolean isUp = isUp(state);
        if (isUp != null) {
            facts.add(new PortStateObserved(facts.meta(), port, isUp, state, rate, null));
        }
        Boolean isAdminUp = admin == null
                ? null
                : Boolean.valueOf(!admin.toLowerCase(Locale.ROOT).contains("admin"));
        if (mtu != null || (isAdminUp != null && !isAdminUp)) {
            facts.add(new PortConfigured(
                    facts.meta(), port, isAdminUp, null, mtu == null ? null : mtu.intValue(), null, null, null));
        }
        facts.named(port.device(), port, NameScheme.MAC, mac);
        facts.named(port.device(), port, NameScheme.SERIAL, serial);
        readings.drainTo(facts);
        state = null;
        admin = null;
        mac = null;
        serial = null;
        mtu = null;
    }

    private static @Nullable Boolean isUp(@Nullable String word) {
        if (word == null) {
            return null;
        }
        String plain = word.toLowerCase(Locale.ROOT);
        return plain.startsWith("up") ? Boolean.TRUE : plain.contains("down") ? Boolean.FALSE : null;
    }
}
