package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Output of {@code ibswinfo}: what an unmanaged switch says of its health, as lines {@code name | value} or, with
 * {@code -o status} and the like, {@code name : value}. Lines may be missing and values empty: then nothing is known.
 *
 * <p>A record is a line; all facts go with the last one. A state is told as a gauge: 1 where it says OK, 0 where it says
 * anything else.
 */
public final class IbswinfoFormat implements Format {
    private static final Pattern FIELD =
            Pattern.compile("\\s*([\\w#./][\\w#./ ():-]{0,40}?)\\s*[|:](?:\\s+(.*?))?\\s*");
    private static final Pattern BAR_FIELD = Pattern.compile("\\s*([^|]{1,40}?)\\s*\\|\\s*(.*?)\\s*");
    private static final Pattern RULE = Pattern.compile("\\s*[=-]{3,}\\s*|\\s*");
    private static final Pattern MARK = Pattern.compile(
            "(?m)^(?:PSU\\d+ status\\s*\\||fan#\\d+ \\(rpm\\)\\s*\\||uptime \\(d-h:m:s\\)\\s*\\||psu\\d+\\.(?:status|dc|fan)\\s*:)");
    private static final Pattern SUPPLY = Pattern.compile("(?i)psu(\\d{1,3})(?:[ .](.*))?");
    private static final Pattern FAN = Pattern.compile("(?i)fan#?(\\d{1,3})(?: \\(rpm\\))?|fan\\.(\\d{1,3}).*");
    private static final Pattern UPTIME = Pattern.compile("(\\d{1,6})d-(\\d{1,2}):(\\d{2}):(\\d{2})");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}(?:\\.\\d{1,6})?");
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int SECONDS_PER_HOUR = 3_600;
    private static final int SECONDS_PER_MINUTE = 60;

    @Override
    public String name() {
        return "ibswinfo";
    }

    @Override
    public String emittedBy() {
        return "ibswinfo, on a host beside an unmanaged switch";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(DeviceDiscovered.class, NameObserved.class, GaugesObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Reader reader = new Reader(input, sink);
        Lines.read(input, reader::read);
        reader.lines.close();
    }

    private static final class Reader {
        private final BlockLines lines;
        private final Sink sink;
        private final DeviceId fallback;
        private final Map<String, String> identity = new TreeMap<>();
        private final Map<String, SortedMap<String, Double>> gauges = new TreeMap<>();
        private String component = "";
        private @Nullable String heading;

        Reader(Input input, Sink sink) {
            this.sink = sink;
            this.fallback = new DeviceId(InputName.plain(input));
            this.lines = new BlockLines(input.context(), sink, this::tell);
        }

        void read(Line line) {
            Line.Defect defect = line.defect();
            if (defect != null) {
                lines.reject(line, defect.code(), defect.reason());
                return;
            }
            String text = line.text();
            Matcher field = (text.indexOf('|') < 0 ? FIELD : BAR_FIELD).matcher(text);
            if (RULE.matcher(text).matches()) {
                if (text.contains("--")) {
                    component = "";
                }
                lines.ignore(line);
            } else if (field.matches()) {
                lines.accept(line);
                read(field.group(1), field.group(2) == null ? "" : field.group(2));
            } else if (heading == null && identity.isEmpty() && gauges.isEmpty() && text.length() < 100) {
                heading = text.strip();
                lines.accept(line);
            } else {
                lines.reject(line, "not a name and a value");
            }
        }

        private void read(String name, String value) {
            Matcher supply = SUPPLY.matcher(name);
            Matcher fan = FAN.matcher(name);
            if (supply.matches()) {
                component = "psu" + supply.group(1);
                readSupply(supply.group(2) == null ? "status" : supply.group(2), value);
            } else if (fan.matches()) {
                component = "";
                gauge("fan" + (fan.group(1) == null ? fan.group(2) : fan.group(1)), "revolutionsPerMinute", value);
            } else if (component.startsWith("psu") && isOfSupply(name)) {
                readSupply(name, value);
            } else {
                readOwn(name, value);
            }
        }

        private static boolean isOfSupply(String name) {
            return Set.of("P/N", "S/N", "DC power", "fan status", "power (W)").contains(name);
        }

        private void readSupply(String name, String value) {
            switch (name) {
                case "status" -> state(component, "isOk", value);
                case "DC power", "dc" -> state(component, "isPowerOk", value);
                case "fan status", "fan" -> state(component, "isFanOk", value);
                case "power (W)" -> gauge(component, "powerWatts", value);
                default -> sink.unread(name);
            }
        }

        private void readOwn(String name, String value) {
            switch (name) {
                case "temperature (C)" -> gauge("", "temperatureCelsius", value);
                case "max temp (C)" -> gauge("", "temperatureMaxCelsius", value);
                case "fan status", "fans" -> state("fans", "isOk", value);
                case "uptime (d-h:m:s)" -> uptime(value);
                case "part number", "product name", "serial number", "GUID", "ports" -> identity.put(name, value);
                default -> sink.unread(name);
            }
        }

        private void gauge(String part, String name, String value) {
            if (NUMBER.matcher(value).matches()) {
                put(part, name, Double.parseDouble(value));
            } else if (!value.isEmpty()) {
                sink.unread("reading that is no number");
            }
        }

        private void state(String part, String name, String value) {
            if (!value.isEmpty()) {
                put(part, name, value.equalsIgnoreCase("OK") ? 1.0 : 0.0);
            }
        }

        private void uptime(String value) {
            Matcher matcher = UPTIME.matcher(value);
            if (matcher.matches()) {
                put(
                        "",
                        "uptimeSeconds",
                        (double) Integer.parseInt(matcher.group(1)) * SECONDS_PER_DAY
                                + Integer.parseInt(matcher.group(2)) * SECONDS_PER_HOUR
                                + Integer.parseInt(matcher.group(3)) * SECONDS_PER_MINUTE
                                + Integer.parseInt(matcher.group(4)));
            }
        }

        private void put(String part, String name, double value) {
            gauges.computeIfAbsent(part, key -> new TreeMap<>()).put(name, value);
        }

        private void tell() {
            String guid = Guid.nameIfValid(identity.get("GUID"));
            DeviceId device = guid == null ? fallback : new DeviceId(guid);
            if (guid != null) {
                String ports = identity.get("ports");
                Integer portCount = ports != null && ports.matches("\\d{1,5}") ? Integer.valueOf(ports) : null;
                String description = heading;
                lines.tell(
                        null,
                        meta -> new DeviceDiscovered(
                                meta,
                                device,
                                DeviceKind.SWITCH,
                                description,
                                identity.get("part number"),
                                null,
                                null,
                                portCount));
            }
            String serial = identity.get("serial number");
            if (serial != null && !serial.isBlank()) {
                lines.tell(null, meta -> new NameObserved(meta, device, null, NameScheme.SERIAL, serial));
            }
            gauges.forEach((part, readings) -> lines.tell(
                    null, meta -> new GaugesObserved(meta, device, null, part.isEmpty() ? null : part, readings)));
            identity.clear();
            gauges.clear();
            heading = null;
        }
    }
}
