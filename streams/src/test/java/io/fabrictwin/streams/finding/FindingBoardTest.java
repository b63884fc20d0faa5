package io.fabrictwin.streams.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Severity;
import io.fabrictwin.model.id.FabricId;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingBoardTest {
    private static final FabricId FABRIC = new FabricId("fabric");

    private final FindingBoard board = new FindingBoard(List.of());

    @Test
    void tellsWhatIsNewOnce() {
        Finding storm = finding(FindingKind.PAUSE_STORM, "h1:nic", 10, null, "80 %");
        assertThat(board.update(FABRIC, List.of(storm), 20)).containsExactly(storm);
        assertThat(board.update(FABRIC, List.of(storm), 30)).isEmpty();
        assertThat(board.findings()).containsExactly(storm);
    }

    @Test
    void tellsNewEvidenceUnderTheSameIdentity() {
        board.update(FABRIC, List.of(finding(FindingKind.PAUSE_STORM, "h1:nic", 10, null, "80 %")), 20);
        Finding stronger = finding(FindingKind.PAUSE_STORM, "h1:nic", 10, null, "95 %");
        assertThat(board.update(FABRIC, List.of(stronger), 30)).containsExactly(stronger);
        assertThat(board.findings()).containsExactly(stronger);
    }

    @Test
    void keepsTheIdentityWhenTheFirstEvidenceHasLeftTheWindow() {
        board.update(FABRIC, List.of(finding(FindingKind.PAUSE_STORM, "h1:nic", 10, null, "80 %")), 20);
        assertThat(board.update(FABRIC, List.of(finding(FindingKind.PAUSE_STORM, "h1:nic", 15, null, "80 %")), 40))
                .isEmpty();
        assertThat(board.findings()).hasSize(1);
        assertThat(board.findings().get(0).startNs()).isEqualTo(10);
    }

    @Test
    void endsWhatIsNoLongerTold() {
        board.update(FABRIC, List.of(finding(FindingKind.PAUSE_STORM, "h1:nic", 10, null, "80 %")), 20);
        assertThat(board.update(FABRIC, List.of(), 30))
                .containsExactly(finding(FindingKind.PAUSE_STORM, "h1:nic", 10, 30L, "80 %"));
        assertThat(board.update(FABRIC, List.of(), 40)).isEmpty();
    }

    @Test
    void aSecondIncidentAfterTheFirstIsAnotherFinding() {
        board.update(FABRIC, List.of(finding(FindingKind.PAUSE_STORM, "h1:nic", 10, 20L, "80 %")), 25);
        board.update(
                FABRIC,
                List.of(
                        finding(FindingKind.PAUSE_STORM, "h1:nic", 10, 20L, "80 %"),
                        finding(FindingKind.PAUSE_STORM, "h1:nic", 50, null, "70 %")),
                60);
        assertThat(board.findings()).extracting(Finding::startNs).containsExactly(50L, 10L);
    }

    @Test
    void anotherFabricsFindingsAreLeftAlone() {
        board.update(FABRIC, List.of(finding(FindingKind.PAUSE_STORM, "h1:nic", 10, null, "80 %")), 20);
        assertThat(board.update(new FabricId("other"), List.of(), 30)).isEmpty();
        assertThat(board.findings().get(0).endNs()).isNull();
    }

    @Test
    void beginsWithWhatWasPublishedBefore() {
        Finding storm = finding(FindingKind.PAUSE_STORM, "h1:nic", 10, null, "80 %");
        FindingBoard restarted = new FindingBoard(List.of(storm));
        assertThat(restarted.update(FABRIC, List.of(storm), 30)).isEmpty();
        assertThat(restarted.update(FABRIC, List.of(), 35)).hasSize(1);
    }

    @Test
    void presentOnesStandFirstThenTheWorst() {
        board.update(
                FABRIC,
                List.of(
                        finding(FindingKind.LINK_DEGRADED, "l", 1, 5L, "down"),
                        finding(FindingKind.CONFIG_DRIFT, "leaf1", 2, null, "differs"),
                        new Finding(
                                FABRIC,
                                FindingKind.PAUSE_STORM,
                                Severity.CRITICAL,
                                1,
                                null,
                                List.of("p"),
                                "storm",
                                List.of(),
                                null)),
                20);
        assertThat(board.findings())
                .extracting(Finding::kind)
                .containsExactly(FindingKind.PAUSE_STORM, FindingKind.CONFIG_DRIFT, FindingKind.LINK_DEGRADED);
    }

    private static Finding finding(FindingKind kind, String entity, long startNs, Long endNs, String evidence) {
        return new Finding(
                FABRIC, kind, Severity.WARNING, startNs, endNs, List.of(entity), "summary", List.of(evidence), null);
    }
}
