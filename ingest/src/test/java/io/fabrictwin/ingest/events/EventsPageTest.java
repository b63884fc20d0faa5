package io.fabrictwin.ingest.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page for those who write adapters shows every type with every field, and what it shows can be read. */
class EventsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "events.md");

    @Test
    void everyExampleCanBeReadAndEveryTypeHasOne() throws IOException, EventJsonException {
        EventContext context = new EventContext(new FabricId("fabric"), new SourceId("events", "page"), 1, 2);
        Set<Class<?>> shown = new HashSet<>();
        for (String line : Files.readAllLines(PAGE, UTF_8)) {
            if (line.startsWith("{")) {
                shown.add(EventJson.read(line, context, 0).getClass());
            }
        }
        assertThat(shown).containsExactlyInAnyOrderElementsOf(EventGenerator.types());
    }

    @Test
    void everyFieldOfEveryTypeIsInItsTable() throws IOException {
        List<String> sections = List.of(Files.readString(PAGE, UTF_8).split("\n### "));
        for (Class<? extends FabricEvent> type : EventGenerator.types()) {
            String section = sections.stream()
                    .filter(text -> text.startsWith(type.getSimpleName() + "\n"))
                    .findFirst()
                    .orElse("");
            for (RecordComponent component : type.getRecordComponents()) {
                if (!component.getName().equals("meta")) {
                    assertThat(section).as(type.getSimpleName()).contains("| `" + component.getName() + "` |");
                }
            }
        }
    }
}
