package io.fabrictwin.ingest.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.model.id.FabricId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * docs/formats.md says what is read, and what became of every real file that lies beside the repository. It is made here:
 * {@code -Dgolden.update=true} writes it anew.
 */
class FormatsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "formats.md");
    private static final IngestOptions OPTIONS = new IngestOptions(new FabricId("fabric"), 1_748_736_000_000_000_000L);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2030-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final int KINDS_SHOWN = 4;

    private static final Map<String, FileReport> REPORTS = new LinkedHashMap<>();
    private static final Map<String, String> FIRST_REJECTIONS = new LinkedHashMap<>();

    @BeforeAll
    static void takeInAllRealFiles() throws IOException {
        Path root = SharedSamples.folder();
        for (Path file : Samples.real()) {
            String name = root.relativize(file).toString().replace('\\', '/');
            IngestListener listener = new IngestListener() {
                @Override
                public void rejected(String input, String place, RejectCode code, String reason) {
                    FIRST_REJECTIONS.putIfAbsent(name, place + ": " + reason);
                }
            };
            REPORTS.put(
                    name,
                    new Ingestion(CLOCK)
                            .dryRun(FormatChoice.byContent(), List.of(file), OPTIONS, listener)
                            .get(0));
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, page(), UTF_8);
        }
    }

    @Test
    void everyFormatIsOnThePage() throws IOException {
        assertThat(Files.readString(PAGE, UTF_8)).contains(formats());
    }

    @Test
    void everyRealFileGivesEventsOrAReasonAndThePageSaysSo() throws IOException {
        List<String> page = Files.readAllLines(PAGE, UTF_8);
        for (Map.Entry<String, FileReport> entry : REPORTS.entrySet()) {
            String file = entry.getKey();
            FileReport report = entry.getValue();
            boolean hasReason = report.reason() != null
                    || report.rejected() > 0
                    || !report.unreadByKind().isEmpty();
            assertThat(hasReason || !report.eventsByType().isEmpty())
                    .as("%s gives neither events nor a reason: %s", file, report)
                    .isTrue();
            String known = page.stream()
                    .filter(line -> line.startsWith("| " + file + " |"))
                    .findFirst()
                    .orElse(null);
            // A file that came after the page was made has no line yet; it was still taken in above.
            if (known != null) {
                assertThat(known).isEqualTo(row(file, report));
            }
        }
    }

    private static String page() {
        StringBuilder page = new StringBuilder();
        page.append("# Formats\n\n");
        page.append(
                "What `fabric-twin ingest` reads, and what became of real files of devices and jobs that it was tried on.\n");
        page.append(
                "`ingest auto FILE...` finds the format by content; gzip and zstd are read as they are; `-` is standard input.\n");
        page.append("This page is made by `FormatsPageTest`.\n\n## Formats\n\n");
        page.append(formats());
        page.append("\n## Real files\n\n");
        page.append(summary());
        page.append(
                "\nRecords are lines, entries or messages. Unread: seen within records, but nothing that the twin keeps.\n");
        String folder = "";
        for (Map.Entry<String, FileReport> entry : REPORTS.entrySet()) {
            String own = entry.getKey().substring(0, entry.getKey().lastIndexOf('/'));
            if (!own.equals(folder)) {
                folder = own;
                page.append("\n### ").append(folder).append("\n\n");
                page.append(
                        "| file | format | records | events | rejected | why, or unread |\n|---|---|---:|---|---:|---|\n");
            }
            page.append(row(entry.getKey(), entry.getValue())).append('\n');
        }
        return page.toString();
    }

    private static String formats() {
        StringBuilder table = new StringBuilder("| format | written by | events |\n|---|---|---|\n");
        for (Format format : Formats.all()) {
            List<String> events =
                    format.yields().stream().map(Class::getSimpleName).sorted().toList();
            table.append("| `")
                    .append(format.name())
                    .append("` | ")
                    .append(cell(format.emittedBy()))
                    .append(" | ")
                    .append(format.name().equals("events") ? "all (events.md)" : String.join(", ", events))
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String summary() {
        long records = 0;
        long rejected = 0;
        long withEvents = 0;
        SortedMap<String, Long> events = new TreeMap<>();
        for (FileReport report : REPORTS.values()) {
            records += report.read();
            rejected += report.rejected();
            withEvents += report.eventsByType().isEmpty() ? 0 : 1;
            report.eventsByType().forEach((type, count) -> events.merge(type, count, Long::sum));
        }
        return REPORTS.size() + " files: " + withEvents + " give events, "
                + (REPORTS.size() - withEvents) + " give the reason why not. " + records + " records, " + rejected
                + " rejected. Events: " + list(events, Integer.MAX_VALUE) + ".\n";
    }

    private static String row(String file, FileReport report) {
        return "| " + file + " | " + report.format() + " | " + report.read() + " | "
                + list(report.eventsByType(), Integer.MAX_VALUE) + " | " + report.rejected() + " | "
                + cell(why(file, report)) + " |";
    }

    private static String why(String file, FileReport report) {
        List<String> why = new ArrayList<>();
        String reason = report.reason();
        String first = FIRST_REJECTIONS.get(file);
        if (reason != null) {
            why.add(reason);
        } else if (first != null) {
            why.add("first at " + first);
        }
        if (!report.unreadByKind().isEmpty()) {
            why.add("unread: " + list(report.unreadByKind(), KINDS_SHOWN));
        }
        return String.join("; ", why);
    }

    private static String list(SortedMap<String, Long> counts, int most) {
        String shown = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return counts.size() > most ? shown + " and " + (counts.size() - most) + " other kinds" : shown;
    }

    private static String cell(@Nullable String text) {
        return text == null ? "" : text.replace("|", "\\|").replaceAll("\\p{Cntrl}", "?");
    }
}
