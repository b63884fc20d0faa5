package io.fabrictwin.ingest.parse.ufm;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.CsvRow;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table of planned cables. Columns are found by their headings, wherever they stand; other columns, and other
 * tables beside, do not matter.
 */
final class PlanTable {
    static final Set<String> HEADINGS = Set.of("startdevice", "startport", "enddevice", "endport");
    private static final Pattern PORT_NUMBER = Pattern.compile("(?i)port (\\d{1,5})");
    private static final long BITS_PER_MEGABIT = 1_000_000;

    private final EventContext context;
    private final Sink sink;
    private final Set<LinkId> told = new HashSet<>();
    private @Nullable Columns columns;
    private boolean isWithoutColumns;

    private record Columns(int startDevice, int startPort, int endDevice, int endPort, int speed) {}

    PlanTable(EventContext context, Sink sink) {
        this.context = context;
        this.sink = sink;
    }

    /** How many of the four headings stand in a row. */
    static long headings(List<String> row) {
        return row.stream()
                .map(PlanTable::heading)
                .filter(HEADINGS::contains)
                .distinct()
                .count();
    }

    /** A new table begins: its headings are still to come. */
    void begin() {
        columns = null;
        isWithoutColumns = false;
    }

    void read(long record, String place, String text, byte[] raw) {
        List<String> row = CsvRow.of(text);
        if (row == null) {
            sink.rejected(record, place, RejectCode.MALFORMED, "the quotes of the row do not fit together", raw);
            return;
        }
        Columns known = columns;
        if (row.stream().allMatch(String::isEmpty)) {
            sink.ignored(record, place);
        } else if (known != null) {
            readRow(record, place, row, known, raw);
        } else if (headings(row) == HEADINGS.size()) {
            columns = columns(row);
            sink.accepted(record, place, List.of());
        } else if (headings(row) >= 2 || isWithoutColumns) {
            isWithoutColumns = true;
            sink.rejected(
                    record,
                    place,
                    RejectCode.MISSING_FIELD,
                    "the headings StartDevice, StartPort, EndDevice and EndPort are not all there",
                    raw);
        } else {
            // Titles and notes above the table.
            sink.ignored(record, place);
        }
    }

    private void readRow(long record, String place, List<String> row, Columns known, byte[] raw) {
        String startDevice = cell(row, known.startDevice());
        String startPort = port(cell(row, known.startPort()), startDevice);
        String endDevice = cell(row, known.endDevice());
        String endPort = port(cell(row, known.endPort()), endDevice);
        if (startDevice.isEmpty() && startPort.isEmpty() && endDevice.isEmpty() && endPort.isEmpty()) {
            sink.ignored(record, place);
            return;
        }
        if (startDevice.isEmpty() || startPort.isEmpty() || endDevice.isEmpty() || endPort.isEmpty()) {
            sink.rejected(record, place, RejectCode.MISSING_FIELD, "a device or port of the cable is empty", raw);
            return;
        }
        for (String port : List.of(startPort, endPort)) {
            if (port.chars().noneMatch(Character::isDigit)) {
                sink.rejected(record, place, RejectCode.BAD_VALUE, "'" + port + "' is no port: it has no number", raw);
                return;
            }
        }
        try {
            LinkId link = new LinkId(PortId.of(startDevice, startPort), PortId.of(endDevice, endPort));
            Facts facts = new Facts(context, record, null);
            if (told.add(link)) {
                Long speed = bitsPerSecond(known.speed() < 0 ? "" : cell(row, known.speed()));
                facts.add(meta -> new LinkPlanned(meta, link, speed));
            }
            sink.accepted(record, place, facts.events());
        } catch (IllegalArgumentException e) {
            sink.rejected(record, place, RejectCode.BAD_VALUE, String.valueOf(e.getMessage()), raw);
        }
    }

    /** {@code Port 21} is port 21; a host's port may be written with the host before it. */
    private static String port(String text, String device) {
        var number = PORT_NUMBER.matcher(text);
        if (number.matches()) {
            return number.group(1);
        }
        return !device.isEmpty() && text.startsWith(device + " ")
                ? text.substring(device.length() + 1).strip()
                : text;
    }

    private static @Nullable Long bitsPerSecond(String megabits) {
        return megabits.matches("\\d{1,9}") && !megabits.matches("0+")
                ? Long.valueOf(Long.parseLong(megabits) * BITS_PER_MEGABIT)
                : null;
    }

    private static Columns columns(List<String> row) {
        List<String> names = row.stream().map(PlanTable::heading).toList();
        return new Columns(
                names.indexOf("startdevice"),
                names.indexOf("startport"),
                names.indexOf("enddevice"),
                names.indexOf("endport"),
                names.indexOf("speed"));
    }

    private static String heading(String cell) {
        String plain = cell.toLowerCase(Locale.ROOT).replaceAll("[\\s_#]", "");
        return plain.startsWith("fields:") ? plain.substring("fields:".length()) : plain;
    }

    private static String cell(List<String> row, int column) {
        return column < row.size() ? row.get(column) : "";
    }

    static byte[] raw(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
