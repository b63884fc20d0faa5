package io.fabrictwin.ingest.parse.soniccli;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a command tells of one port in lines rather than in columns: detailed counters, transceivers, histograms. */
final class PortText {
    private static final Pattern INDENTED = Pattern.compile("\\s+([A-Za-z][^:]{0,60}?)\\s*:\\s*(\\S.*?)\\s*");
    private static final Pattern SECTION = Pattern.compile("\\s+(\\w+(?:Values|Info|Advertisement)):\\s*");
    private static final Pattern READING =
            Pattern.compile("([-+]?\\d{1,9}(?:\\.\\d{1,9})?|-?inf)\\s*(dBm|C|Celsius|V|Volts|mA|mW|W|dB)");
    private static final Pattern COLUMNS = Pattern.compile("\\S\\s{2,}\\S");
    private static final Pattern LANE = Pattern.compile("([RT]X)(\\d{1,2})(Power|Bias)");
    private static final Map<String, String> UNITS = Map.of(
            "dBm",
            "Dbm",
            "C",
            "Celsius",
            "Celsius",
            "Celsius",
            "V",
            "Volts",
            "Volts",
            "Volts",
            "mA",
            "Milliamperes",
            "mW",
            "Milliwatts",
            "W",
            "Watts",
            "dB",
            "Decibels");
    private static final Map<String, String> DETAILED = Map.of(
            "Total Packets Received Without Errors", CounterName.RX_PACKETS,
            "Total Packets Transmitted Successfully", CounterName.TX_PACKETS);

    private final PortId port;
    private final boolean isDescribed;
    private final Readings readings;
    private final Sink sink;
    private String section = "";

    /** Of a port; its description follows in indented lines if it was named by a line of its own. */
    PortText(DeviceId device, String port, boolean isDescribed, Sink sink) {
        this.isDescribed = isDescribed;
        this.port = new PortId(device, port);
        this.readings = new Readings(device);
        this.sink = sink;
    }

    /** What follows stands in columns again. */
    void nextTable() {
        section = "";
    }

    /** A counter of {@code show interfaces counters detailed}. */
    void takeDotted(String name, String value) {
        Long count = Figure.whole(value);
        if (count == null) {
            sink.unread(name);
        } else {
            readings.counter(port, null, DETAILED.getOrDefault(name, name), count);
        }
    }

    /** A line of a transceiver's description; false: it is none. */
    boolean takeIndented(String text) {
        if (!isDescribed) {
            return false;
        }
        Matcher heading = SECTION.matcher(text);
        if (heading.matches()) {
            section = heading.group(1);
            return true;
        }
        Matcher pair = INDENTED.matcher(text);
        if (!pair.matches()) {
            return !section.isEmpty()
                    || (text.startsWith("       ") && !COLUMNS.matcher(text).find());
        }
        Matcher reading = READING.matcher(pair.group(2));
        if (!reading.matches() || section.contains("Threshold")) {
            sink.unread("transceiver description");
            return true;
        }
        String unit = UNITS.getOrDefault(reading.group(2), "");
        Matcher lane = LANE.matcher(pair.group(1));
        if (lane.matches()) {
            String name = lane.group(1).toLowerCase(Locale.ROOT) + lane.group(3) + unit;
            readings.gauge(port, "lane " + lane.group(2), name, Figure.number(reading.group(1)));
        } else {
            readings.gauge(port, "transceiver", camel(pair.group(1)) + unit, Figure.number(reading.group(1)));
        }
        return true;
    }

    /** A row of a histogram or of a list of parameters. */
    boolean takeRow(List<String> headings, List<String> cells) {
        String name = cells.get(0).replace(":", "");
        if (headings.contains("Parameter")) {
            int unit = headings.indexOf("Unit");
            String unitName = unit < 0 || Figure.isAbsent(cells.get(unit)) ? "" : " " + cells.get(unit);
            for (String of : List.of("Min", "Avg", "Max")) {
                int column = headings.indexOf(of);
                readings.gauge(
                        port,
                        "transceiver",
                        name + " " + of + unitName,
                        column < 0 ? null : Figure.number(cells.get(column)));
            }
        } else {
            readings.counter(port, null, "fecCodewordsSymbolErrors" + name, Figure.whole(cells.get(cells.size() - 1)));
        }
        return true;
    }

    void drainTo(Facts facts) {
        readings.drainTo(facts);
    }

    private static String camel(String words) {
        String[] parts = words.strip().split("[^A-Za-z0-9]+", -1);
        StringBuilder camel = new StringBuilder(parts[0].toLowerCase(Locale.ROOT));
        for (int i = 1; i < parts.length; i++) {
            if (!parts[i].isEmpty()) {
                camel.append(Character.toUpperCase(parts[i].charAt(0))).append(parts[i].substring(1));
            }
        }
        return camel.toString();
    }
}
