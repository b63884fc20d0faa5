package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.document.TextDocument;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.PlacementDeclared;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * NetBox' cables and devices: CSV as it imports and exports them, and the JSON that its {@code dumpdata} writes. A cable
 * that ends at power, a console, a circuit or a patch panel joins no two ports of the fabric.
 */
public final class NetboxCablesFormat extends PlanFormat {
    private static final Pattern CABLES = Pattern.compile("(?i)\"?side_a_(?:device|type|name)\"?[,;].*side_b_.*");
    private static final Pattern DEVICES = Pattern.compile(
            "(?i)(?=.*\\bname\\b)(?=.*\\b(?:device_role|role)\\b)(?=.*\\bdevice_type\\b)\"?[a-z_]+\"?[,;].*");
    private static final Pattern DUMP = Pattern.compile("\"model\"\\s*:\\s*\"dcim\\.[a-z]+\"");

    private static final ObjectReader CSV =
            new CsvMapper().readerFor(String[].class).with(CsvParser.Feature.WRAP_AS_ARRAY);

    public NetboxCablesFormat() {
        super(
                "netbox-cables",
                "NetBox: CSV of cables or devices, and JSON of 'manage.py dumpdata'",
                Set.of(DeviceDiscovered.class, LinkPlanned.class, PlacementDeclared.class));
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            return Likeness.certainIf((head.has(DUMP) && head.text().contains("\"fields\"")) || isUnorderedDump(head));
        }
        String first = head.told().findFirst().orElse("");
        return Likeness.certainIf(
                CABLES.matcher(first).matches() || DEVICES.matcher(first).matches());
    }

    /** The models that a dump begins with depend on NetBox' applications; all have the same frame. */
    private static boolean isUnorderedDump(Head head) {
        return head.first() == '['
                && head.hasAll("\"model\"", "\"pk\"", "\"fields\"")
                && head.text().contains("\"contenttypes.contenttype\"");
    }

    @Override
    void read(Input input, Plan plan) throws IOException {
        TextDocument document = TextDocument.read(input);
        if (document.refusal() != null) {
            plan.refuse(document.refusal());
        } else if (document.text().stripLeading().startsWith("[")
                || document.text().stripLeading().startsWith("{")) {
            JsonDocument json = JsonDocument.readPartly(input);
            new NetboxDump(json.values(), plan).tell();
            plan.refuse(json.refusal());
        } else {
            readTable(document.text(), plan);
        }
    }

    private static void readTable(String text, Plan plan) {
        List<String> columns = List.of();
        long line = 0;
        for (String row : (Iterable<String>) text.lines()::iterator) {
            line++;
            String place = "line " + line;
            if (row.isBlank()) {
                plan.ignore(place);
                continue;
            }
            List<String> cells = cells(row, text.startsWith("side_a_device;") ? ';' : ',');
            if (columns.isEmpty()) {
                columns = cells.stream()
                        .map(cell -> cell.strip().toLowerCase(Locale.ROOT))
                        .toList();
                plan.ignore(place);
                continue;
            }
            List<String> names = columns;
            plan.entry(place, row, () -> {
                if (cells.size() != names.size()) {
                    throw new BadEntryException(
                            cells.size() < names.size() ? RejectCode.MISSING_FIELD : RejectCode.MALFORMED,
                            "the row has " + cells.size() + " cells, the heading " + names.size());
                }
                readRow(names, cells, plan);
            });
        }
    }

    private static void readRow(List<String> columns, List<String> cells, Plan plan) throws BadEntryException {
        if (columns.contains("side_a_device")) {
            String typeA = cell(columns, cells, "side_a_type");
            String typeB = cell(columns, cells, "side_b_type");
            if (!isInterface(typeA) || !isInterface(typeB)) {
                plan.unread("cable that joins no two interfaces");
                return;
            }
            plan.link(
                    Plan.port(cell(columns, cells, "side_a_device"), cell(columns, cells, "side_a_name")),
                    Plan.port(cell(columns, cells, "side_b_device"), cell(columns, cells, "side_b_name")),
                    null);
            return;
        }
        String name = cell(columns, cells, "name");
        String role = cell(columns, cells, columns.contains("device_role") ? "device_role" : "role");
        DeviceKind kind = role == null ? null : Roles.kind(role);
        String device = name == null ? "" : name;
        if (kind != null) {
            plan.device(device, kind, cell(columns, cells, "platform"), cell(columns, cells, "device_type"));
        }
        for (String level : List.of("site", "location", "rack")) {
            String domain = cell(columns, cells, level);
            if (domain != null && !domain.isBlank()) {
                plan.placement(device, level, domain);
            }
        }
    }

    private static boolean isInterface(@Nullable String type) {
        return type == null || type.isBlank() || type.equals("dcim.interface");
    }

    private static @Nullable String cell(List<String> columns, List<String> cells, String column) {
        int index = columns.indexOf(column);
        return index < 0 ? null : cells.get(index);
    }

    private static List<String> cells(String row, char separator) {
        CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(separator);
        try (MappingIterator<String[]> rows = CSV.with(schema).readValues(row)) {
            return rows.hasNextValue() ? List.of(rows.nextValue()) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
