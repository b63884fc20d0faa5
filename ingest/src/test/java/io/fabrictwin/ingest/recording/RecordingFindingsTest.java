package io.fabrictwin.ingest.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What is found in recordings of which the truth is known, where they lie beside the repository. Few of them, as each
 * holds a hundred thousand samples.
 */
class RecordingFindingsTest {
    private static final Path RECORDINGS = Path.of("..", "..", "shared", "reference", "recordings");
    private static final FabricId FABRIC = new FabricId("lab");
    private static final Map<String, String> STORMS = Map.of("rec-39", "h5", "rec-44", "h10");
    private static final Map<String, String> STRAGGLERS = Map.of("rec-06", "h5", "rec-16", "h5", "rec-23", "h8");
    /** Runs in which pauses come from full buffers, an incast, slow links and a full fabric. */
    private static final List<String> OTHERS = List.of("rec-02", "rec-24", "rec-41", "rec-17");
    /** All switches marked alike: not drift. */
    private static final List<String> LOW_THRESHOLDS = List.of("rec-43", "rec-49");

    @TestFactory
    Stream<DynamicTest> findingsAreTrue() {
        return Stream.of(STORMS.keySet(), STRAGGLERS.keySet(), OTHERS, LOW_THRESHOLDS)
                .flatMap(names -> names.stream().sorted())
                .filter(name -> Files.isDirectory(RECORDINGS.resolve(name)))
                .map(name -> DynamicTest.dynamicTest(name, () -> check(name, findings(RECORDINGS.resolve(name)))));
    }

    @Test
    void aRecordingTooShortToTellHasNoFindings() throws IOException {
        assertThat(findings(Path.of("src", "test", "resources", "recording-small")))
                .extracting(Finding::kind)
                .doesNotContain(FindingKind.PAUSE_STORM, FindingKind.CONFIG_DRIFT, FindingKind.STRAGGLER_RANK);
    }

    private static void check(String name, List<Finding> findings) {
        Map<FindingKind, List<String>> causes = findings.stream()
                .collect(Collectors.groupingBy(
                        Finding::kind,
                        Collectors.mapping(finding -> finding.entities().get(0), Collectors.toList())));
        assertThat(causes.getOrDefault(FindingKind.PAUSE_STORM, List.of()))
                .as("storms in %s", findings)
                .isEqualTo(STORMS.containsKey(name) ? List.of(STORMS.get(name)) : List.of());
        assertThat(causes.getOrDefault(FindingKind.STRAGGLER_RANK, List.of()))
                .as("stragglers in %s", findings)
                .isEqualTo(STRAGGLERS.containsKey(name) ? List.of(STRAGGLERS.get(name)) : List.of());
        assertThat(causes).as("no drift").doesNotContainKey(FindingKind.CONFIG_DRIFT);
        if (LOW_THRESHOLDS.contains(name)) {
            assertThat(causes).containsKey(FindingKind.ECN_MARKS_ALWAYS);
        } else {
            assertThat(causes).doesNotContainKey(FindingKind.ECN_MARKS_ALWAYS);
        }
    }

    static List<Finding> findings(Path recording) throws IOException {
        Map<EntityKey, EntityState> states = new HashMap<>();
        LabRecording format = new LabRecording();
        format.parse(FileInput.of(format, recording, FABRIC, 0L, 0), new Folding(states));
        return Detections.detect(FabricFrame.of(FABRIC, states, Positions.NONE), Windows.of(FABRIC, states));
    }

    private record Folding(Map<EntityKey, EntityState> states) implements Sink {
        @Override
        public void accepted(long record, Place place, List<? extends FabricEvent> events) {
            Fold.applyAll(states, events);
        }

        @Override
        public void ignored(long record, Place place) {}

        @Override
        public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
            throw new AssertionError(place.inWords() + ": " + reason);
        }
    }
}
