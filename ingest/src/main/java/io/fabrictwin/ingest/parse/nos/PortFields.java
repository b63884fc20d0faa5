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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What one interface tells, field by field, wherever the fields lie in the system's structure. */
final class PortFields {
    private static final Pattern QUEUE = Pattern.compile("(?:TC|UC|queue|qos-group|qosgrp)?[ -]?(\\d{1,2})");
    private static final Pattern COUNTED = Pattern.compile(
            "(?i).*(?:pkts?|packets?|octets|bytes|frames?|errors?|err|discards?|drops?|dropped|drpd|collisions?|codewords|pause|runts?|giants?|counter|changes|resets|flaps|crc|fcs|marked|detect|match).*");
    private static final Pattern NOT_COUNTED = Pattern.compile(
            "(?i).*(?:rate|bps|pps|time|interval|threshold|timestamp|lastchange|index|alarm|mtu|load).*");
    private static final Pattern MEASURED =
            Pattern.compile("(?i).*(?:ber|temperature|temp|power|voltage|bias|current|rate|bps|pps).*");
    private static final Map<String, String> NAMES = names();

    private final PortId port;
    private final Readings readings;
    private final Sink sink;
    private final Map<String, String> described = new HashMap<>();

    PortFields(DeviceId device, String port, Sink sink) {
        this.port = new PortId(device, port);
        this.readings = new Readings(device);
        this.sink = sink;
    }

    private static Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        for (String name : List.of("inoctets", "inputbytes", "ethinbytes", "vdcinbytes")) {
            names.put(name, CounterName.RX_BYTES);
        }
        for (String name : List.of("outoctets", "outputbytes", "ethoutbytes")) {
            names.put(name, CounterName.TX_BYTES);
        }
        for (String name : List.of("intotalpkts", "inputpackets", "ethinpkts")) {
            names.put(name, CounterName.RX_PACKETS);
        }
        for (String name : List.of("outtotalpkts", "outputpackets", "ethoutpkts")) {
            names.put(name, CounterName.TX_PACKETS);
        }
        for (String name : List.of("totalinerrors", "inerrors", "inputerrors", "ethinerr")) {
            names.put(name, CounterName.RX_ERRORS);
        }
        for (String name : List.of("outdiscards", "outputdrops", "ethoutdiscard")) {
            names.put(name, CounterName.TX_DROPPED_PACKETS);
        }
        for (String name : List.of("rxpause", "rxframes", "ethinpause", "inputpause", "inputmacpauseframes")) {
            names.put(name, CounterName.PFC_RX_FRAMES);
        }
        for (String name : List.of("txpause", "txframes", "ethoutpause", "outputpause", "outputmacpauseframes")) {
            names.put(name, CounterName.PFC_TX_FRAMES);
        }
        names.put("symbolerrors", CounterName.SYMBOL_ERRORS);
        return Map.copyOf(names);
    }

    PortId port() {
        return port;
    }

    /** Takes a value under the names that lead to it. */
    void take(List<String> path, String value) {
        String key = key(path);
        Integer queue = queue(path);
        if (queue != null) {
            takeOfQueue(path, queue, value);
        } else if (isDescription(key)) {
            described.putIfAbsent(key, value);
        } else if (Figure.whole(value) != null && isCount(path)) {
            readings.counter(port, null, NAMES.getOrDefault(key, name(path)), Figure.whole(value));
        } else if (Figure.number(value) != null && MEASURED.matcher(last(path)).matches()) {
            readings.gauge(port, component(path), name(path), Figure.number(value));
        } else if (Figure.number(value) != null
                && !NOT_COUNTED.matcher(last(path)).matches()) {
            sink.unread(last(path));
        }
    }

    private static boolean isCount(List<String> path) {
        return COUNTED.matcher(last(path)).matches()
                && !NOT_COUNTED.matcher(last(path)).matches();
    }

    private void takeOfQueue(List<String> path, int queue, String value) {
        Long count = Figure.whole(value);
        String whole = String.join(".", path).toLowerCase(Locale.ROOT);
        if (count == null) {
            return;
        }
        if (last(path).equals("queueCounters")) {
            readings.counter(port, queue, CounterName.ECN_MARKED_PACKETS, count);
        } else if (whole.contains("droppedpackets") && !whole.contains("mcast") && !whole.contains("voq")) {
            readings.addToCounter(port, queue, CounterName.TX_DROPPED_PACKETS, count);
        } else if (isCount(path)) {
            readings.addToCounter(port, queue, queueName(path), count);
        } else {
            sink.unread(last(path));
        }
    }

    /** Name of the nearest part that is not a class or precedence, so that drop precedences add up. */
    private static String queueName(List<String> path) {
        List<String> kept = new ArrayList<>();
        for (String part : path) {
            if (!QUEUE.matcher(part).matches()
                    && !part.matches("DP\\d|trafficClasses|dropPrecedences|queueCounters|countersSum")) {
                kept.add(part);
            }
        }
        return kept.isEmpty() ? String.join(" ", path) : String.join(" ", kept);
    }

    private static @Nullable Integer queue(List<String> path) {
        for (int i = 0; i < path.size(); i++) {
            Matcher matcher = QUEUE.matcher(path.get(i));
            boolean isInQueues = i > 0
                    && path.get(i - 1).toLowerCase(Locale.ROOT).matches(".*(?:trafficclasses|queuecounters|queues).*");
            if (matcher.matches()
                    && (isInQueues
                            || path.get(i).startsWith("TC")
                            || path.get(i).startsWith("queue "))) {
                return Integer.valueOf(matcher.group(1));
            }
        }
        return null;
    }

    private static boolean isDescription(String key) {
        return switch (key) {
            case "lineprotocolstatus",
                    "interfacestatus",
                    "operstatus",
                    "adminstatus",
                    "state",
                    "adminstate",
                    "bandwidth",
                    "speed",
                    "ethspeed",
                    "mtu",
                    "ethmtu",
                    "burnedinaddress",
                    "physicaladdress",
                    "hardwarephysicaladdress",
                    "currentphysicaladdress",
                    "ethhwaddr",
                    "snmpindex",
                    "description",
                    "duplex",
                    "serialnumber",
                    "vendorsn" -> true;
            default -> false;
        };
    }

    private static String last(List<String> path) {
        int at = path.size() - 1;
        while (at > 0 && path.get(at).matches("value|-|channels|\\d{1,2}")) {
            at--;
        }
        return path.get(at);
    }

    private static String key(List<String> path) {
        return last(path).replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
    }

    private static @Nullable String component(List<String> path) {
        String last = path.get(path.size() - 1);
        return last.matches("\\d{1,2}") ? "lane " + last : null;
    }

    /** The names that lead to a value, without those that only wrap it. */
    private static String name(List<String> path) {
        List<String> kept = new ArrayList<>();
        for (String part : path) {
            if (!part.matches(
                    "value|-|channels|parameters|\\d{1,2}|interfaceCounters|interfaceStatistics|count|phyStatuses")) {
                kept.add(part);
            }
        }
        return kept.isEmpty() ? String.join(" ", path) : String.join(" ", kept);
    }

    /** Adds all that was taken. */
    void tell(Facts facts) {
        String protocol = told("lineprotocolstatus", "operstatus", "state");
        String status = told("interfacestatus");
        String admin = told("adminstatus", "adminstate");
        Long rate = rate(told("bandwidth", "speed", "ethspeed"));
        Boolean isUp = isUp(protocol == null ? status : protocol);
        if (isUp != null) {
            facts.add(new PortStateObserved(facts.meta(), port, isUp, status == null ? protocol : status, rate, null));
        }
        Long mtu = Figure.whole(told("mtu", "ethmtu"));
        if (admin != null || mtu != null) {
            facts.add(new PortConfigured(
                    facts.meta(),
                    port,
                    isUp(admin),
                    null,
                    mtu == null || mtu > Integer.MAX_VALUE ? null : mtu.intValue(),
                    null,
                    null,
                    null));
        }
        facts.named(
                port.device(),
                port,
                NameScheme.MAC,
                Name.mac(told("hardwarephysicaladdress", "physicaladdress", "burnedinaddress", "ethhwaddr")));
        facts.named(port.device(), port, NameScheme.INTERFACE_INDEX, told("snmpindex"));
        facts.named(port.device(), port, NameScheme.SERIAL, told("serialnumber", "vendorsn"));
        readings.drainTo(facts);
    }

    private static @Nullable Long rate(@Nullable String text) {
        Long plain = Figure.whole(text);
        Long rate = plain != null ? plain : Figure.bitsPerSecond(text);
        return rate == null || rate == 0 ? null : rate;
    }

    private @Nullable String told(String... keys) {
        for (String key : keys) {
            String value = described.get(key);
            if (!Figure.isAbsent(value)) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable Boolean isUp(@Nullable String word) {
        if (word == null) {
            return null;
        }
        String plain = word.toLowerCase(Locale.ROOT);
        if (plain.startsWith("up") || plain.equals("connected")) {
            return true;
        }
        boolean isDown = plain.contains("down")
                || List.of("notconnect", "disabled", "errdisabled").contains(plain);
        return isDown ? Boolean.FALSE : null;
    }
}
